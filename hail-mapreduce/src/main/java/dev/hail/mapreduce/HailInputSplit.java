// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * The blocks one map task reads, and the query it answers over them.
 *
 * <p>Blocks are whole HAIL blocks; a split may hold blocks of several files. The split carries what
 * the planner knew about files and replicas, so a task asks the namenode only for current block
 * locations. The task trusts the fronts of the replicas it opens, not the split.
 */
public final class HailInputSplit extends InputSplit implements Writable {

  private static final int VERSION = 6;

  private JobQuery query;
  private List<SplitBlock> blocks;
  private List<String> locations;
  private boolean measured;

  /** Creates an empty split for {@link #readFields}. */
  public HailInputSplit() {
    this(new JobQuery("", "", "", List.of(), ""), List.of(), List.of());
  }

  HailInputSplit(JobQuery query, List<SplitBlock> blocks, List<String> locations) {
    this.query = query;
    this.blocks = List.copyOf(blocks);
    this.locations = List.copyOf(locations);
  }

  private HailInputSplit(HailInputSplit other, boolean measured) {
    this(other.query, other.blocks, other.locations);
    this.measured = measured;
  }

  /** Returns a copy whose task reports the share of rows that met the filter. */
  HailInputSplit toBeMeasured() {
    return new HailInputSplit(this, true);
  }

  /** Returns whether the task reports the share of rows that met the filter. */
  boolean isMeasured() {
    return measured;
  }

  JobQuery query() {
    return query;
  }

  /** Returns the blocks in reading order. */
  public List<SplitBlock> blocks() {
    return blocks;
  }

  /** Returns the total length of the blocks in bytes, an upper bound of what the task reads. */
  @Override
  public long getLength() {
    long length = 0;
    for (SplitBlock block : blocks) {
      length += block.length();
    }
    return length;
  }

  /**
   * Returns the preferred hosts, the one with the planned replicas first; empty if no replica is
   * alive.
   */
  @Override
  public String[] getLocations() {
    return locations.toArray(new String[0]);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    query.write(out);
    WritableUtils.writeVInt(out, blocks.size());
    SplitFile file = null;
    for (SplitBlock block : blocks) {
      boolean sameFile = block.file().equals(file);
      out.writeBoolean(sameFile);
      if (!sameFile) {
        file = block.file();
        file.write(out);
      }
      block.write(out);
    }
    WritableUtils.writeStringArray(out, getLocations());
    out.writeBoolean(measured);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException(
          "HailInputSplit: expected version "
              + VERSION
              + ", found "
              + version
              + ". Planner and tasks run different releases of hail-mapreduce; install"
              + " one release on all of them");
    }
    query = JobQuery.read(in);
    int count = WritableUtils.readVInt(in);
    List<SplitBlock> read = new ArrayList<>(count);
    SplitFile file = null;
    for (int i = 0; i < count; i++) {
      if (!in.readBoolean()) {
        file = SplitFile.read(in);
      }
      read.add(SplitBlock.read(file, in));
    }
    blocks = List.copyOf(read);
    locations = List.of(WritableUtils.readStringArray(in));
    measured = in.readBoolean();
  }

  @Override
  public String toString() {
    return "HailInputSplit["
        + blocks.size()
        + " blocks, "
        + getLength()
        + " bytes, "
        + locations
        + "]";
  }
}
