// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UploadNameTest {
  private static final UploadName OWN = UploadName.ofThisProcess();

  @Test
  void aFolderTellsItsUpload() {
    assertThat(UploadName.parse(OWN.folder("alice"), "alice")).isEqualTo(OWN);
  }

  @Test
  void foldersOfOthersAndOtherNamesAreNotRead() {
    assertThat(UploadName.parse(OWN.folder("alice"), "bob")).isNull();
    assertThat(UploadName.parse(".hail-put-alice-x", "alice")).isNull();
    assertThat(UploadName.parse("visits", "alice")).isNull();
  }

  @Test
  void oddUserNamesMakeValidFolders() {
    assertThat(UploadName.prefix("a/b c")).isEqualTo(".hail-put-a_b_c-");
  }

  @Test
  void aLivingProcessIsRunning() {
    assertThat(OWN.isRunning()).isTrue();
    assertThat(OWN.isGone()).isFalse();
  }

  @Test
  void aProcessThatEndedIsGone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    UploadName ended = new UploadName(OWN.host(), process.pid(), OWN.startSecond(), "n");
    assertThat(ended.isRunning()).isFalse();
    assertThat(ended.isGone()).isTrue();
  }

  @Test
  void aProcessThatSeemsToHaveBegunAtAnotherTimeIsNotTakenForGone() {
    UploadName moved = new UploadName(OWN.host(), OWN.pid(), OWN.startSecond() - 3600, "n");
    assertThat(moved.isRunning()).isFalse();
    assertThat(moved.isGone()).isFalse();
  }

  @Test
  void nothingIsKnownOfAnotherHost() {
    UploadName distant = new UploadName("elsewhere", OWN.pid(), OWN.startSecond(), "n");
    assertThat(distant.isRunning()).isFalse();
    assertThat(distant.isGone()).isFalse();
  }
}
