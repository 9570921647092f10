// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** The build side of {@link JavaFlatJoins}. */
final class JavaFlatBuild implements FlatBuild {
  /** Null once this object cannot be used any more; {@link #gone} then says why. */
  private FlatRows.Adder adder;

  private String gone;

  JavaFlatBuild(FlatRows rows) {
    this.adder = rows.adder();
  }

  @Override
  public synchronized void add(FlatBatch batch) {
    requireOpen();
    batch.require("build", adder.rows().specification().build());
    adder.add(batch);
  }

  @Override
  public synchronized FlatJoin finish() {
    requireOpen();
    FlatRows rows = adder.rows();
    rows.finish();
    end("This FlatBuild is finished; use the FlatJoin that finish() gave");
    return new JavaFlatJoin(rows);
  }

  private void requireOpen() {
    if (adder == null) {
      throw new IllegalStateException(gone);
    }
  }

  private void end(String why) {
    adder = null;
    gone = why;
  }

  @Override
  public synchronized void close() {
    end("This FlatBuild is closed");
  }
}
