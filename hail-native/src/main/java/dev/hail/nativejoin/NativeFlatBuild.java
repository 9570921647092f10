// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.lang.ref.Reference;
import java.util.List;

/** The build side of {@link NativeFlatJoins}. */
final class NativeFlatBuild implements FlatBuild {
  private final NativeHandle handle;
  private final List<FlatColumn> columns;

  NativeFlatBuild(NativeHandle handle, List<FlatColumn> columns) {
    this.handle = handle;
    this.columns = columns;
  }

  @Override
  public void add(FlatBatch batch) {
    batch.require("build", columns);
    long[] addresses = batch.addresses();
    try {
      handle.call((join, message) -> NativeCalls.buildBatch(join, addresses, message));
    } finally {
      // Native code has read the buffers by their addresses.
      Reference.reachabilityFence(batch);
    }
  }

  @Override
  public FlatJoin finish() {
    return new NativeFlatJoin(handle.pass("FlatJoin", NativeCalls::finishBuild));
  }

  @Override
  public void close() {
    handle.close();
  }
}
