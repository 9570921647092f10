// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UploadNameTest {
  private static final UploadName OWN = UploadName.ofThisProcess();

  @Test
  void uploadFolder_parsed_givesItsUpload() {
    assertThat(UploadName.parse(OWN.folder("alice"), "alice")).isEqualTo(OWN);
  }

  @Test
  void folderOfOtherUserOrName_parsed_givesNothing() {
    assertThat(UploadName.parse(OWN.folder("alice"), "bob")).isNull();
    assertThat(UploadName.parse(".hail-put-alice-x", "alice")).isNull();
    assertThat(UploadName.parse("visits", "alice")).isNull();
  }

  @Test
  void oddUserName_inFolderName_isMadeValid() {
    assertThat(UploadName.prefix("a/b c")).isEqualTo(".hail-put-a_b_c-");
  }

  @Test
  void livingProcess_ofUpload_isRunning() {
    assertThat(OWN.isRunning()).isTrue();
    assertThat(OWN.isGone()).isFalse();
  }

  @Test
  void endedProcess_ofUpload_isGone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    UploadName ended = new UploadName(OWN.host(), process.pid(), OWN.startSecond(), "n");
    assertThat(ended.isRunning()).isFalse();
    assertThat(ended.isGone()).isTrue();
  }

  @Test
  void process_withAnotherStartTime_isNotTakenForGone() {
    UploadName moved = new UploadName(OWN.host(), OWN.pid(), OWN.startSecond() - 3600, "n");
    assertThat(moved.isRunning()).isFalse();
    assertThat(moved.isGone()).isFalse();
  }

  @Test
  void process_onAnotherHost_isNeitherRunningNorGone() {
    UploadName distant = new UploadName("elsewhere", OWN.pid(), OWN.startSecond(), "n");
    assertThat(distant.isRunning()).isFalse();
    assertThat(distant.isGone()).isFalse();
  }
}
