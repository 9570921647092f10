// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DiskScansTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final DiskScans scans = new DiskScans(now::get);

  @Test
  void diskScans_withHangingVolume_awaitTheOthers() {
    assertThat(scans.haveEnded()).as("nothing has begun").isFalse();
    DiskScans.Scan sound = scans.begin("sound");
    DiskScans.Scan hanging = scans.begin("hanging");
    scans.allBegun();
    for (int i = 0; i < 5; i++) {
      pass(29);
      sound.progressed();
      hanging.progressed();
      assertThat(scans.haveEnded()).isFalse();
    }
    sound.end();
    assertThat(scans.haveEnded()).isFalse();
    pass(30);
    assertThat(scans.haveEnded()).as("the other one hangs").isTrue();
    assertThat(scans.hasEnded("hanging")).isFalse();
    assertThat(scans.haveAllEnded()).isFalse();
    hanging.progressed();
    assertThat(scans.haveEnded()).isFalse();
    hanging.end();
    assertThat(scans.haveEnded()).isTrue();
    assertThat(scans.haveAllEnded()).isTrue();
  }

  @Test
  void volume_readAgain_keepsNobodyWaiting() {
    scans.begin("volume").end();
    scans.allBegun();
    scans.begin("volume");
    assertThat(scans.haveEnded()).isTrue();
    assertThat(scans.hasEnded("volume")).isTrue();
    scans.begin("new");
    assertThat(scans.haveEnded()).isFalse();
  }

  private void pass(long seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }
}
