// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

/** Space without end: what jobs are granted depends on nothing but their plans. */
final class NoLimit implements IndexingJobs.Room {
  @Override
  public long of(long fileId, int attribute) {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean promise(long fileId, int attribute, long blockId, String job) {
    return true;
  }

  @Override
  public void withdraw(long fileId, int attribute, long blockId, String job) {}

  @Override
  public void withdrawAll(String job) {}
}
