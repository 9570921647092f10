// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;

/** A finished join of {@link NativeFlatJoins}. */
final class NativeFlatJoin implements FlatJoin {
  private final NativeHandle handle;

  NativeFlatJoin(NativeHandle handle) {
    this.handle = handle;
  }

  NativeHandle handle() {
    return handle;
  }

  @Override
  public JoinSummary summary() {
    return handle.summary();
  }

  @Override
  public void save(Path image) {
    byte[] path = NativePath.of(image);
    handle.call((join, message) -> NativeCalls.save(join, path, message));
  }

  @Override
  public void close() {
    handle.close();
  }
}
