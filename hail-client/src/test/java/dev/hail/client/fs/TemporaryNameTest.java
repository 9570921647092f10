// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TemporaryNameTest {
  private static final TemporaryName OWN = TemporaryName.ofThisProcess("put");

  @Test
  void name_parsed_isTheSame() {
    assertThat(TemporaryName.parse(OWN.text("alice"), "put", "alice")).isEqualTo(OWN);
  }

  @Test
  void nameOfOtherUserOrCommand_parsed_givesNothing() {
    assertThat(TemporaryName.parse(OWN.text("alice"), "put", "bob")).isNull();
    assertThat(TemporaryName.parse(OWN.text("alice"), "cp", "alice")).isNull();
    assertThat(TemporaryName.parse(".hail-put-alice-x", "put", "alice")).isNull();
    assertThat(TemporaryName.parse("visits", "put", "alice")).isNull();
  }

  @Test
  void oddUserName_inName_isMadeValid() {
    assertThat(TemporaryName.prefix("put", "a/b c")).isEqualTo(".hail-put-a_b_c-");
  }

  @Test
  void livingProcess_isRunning() {
    assertThat(OWN.isRunning()).isTrue();
    assertThat(OWN.isGone()).isFalse();
  }

  @Test
  void endedProcess_isGone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    TemporaryName ended =
        new TemporaryName("put", OWN.host(), process.pid(), OWN.startSecond(), "n");
    assertThat(ended.isRunning()).isFalse();
    assertThat(ended.isGone()).isTrue();
  }

  @Test
  void process_withAnotherStartTime_isNotTakenForGone() {
    TemporaryName moved =
        new TemporaryName("put", OWN.host(), OWN.pid(), OWN.startSecond() - 3600, "n");
    assertThat(moved.isRunning()).isFalse();
    assertThat(moved.isGone()).isFalse();
  }

  @Test
  void process_onAnotherHost_isNeitherRunningNorGone() {
    TemporaryName distant =
        new TemporaryName("put", "elsewhere", OWN.pid(), OWN.startSecond(), "n");
    assertThat(distant.isRunning()).isFalse();
    assertThat(distant.isGone()).isFalse();
  }
}
