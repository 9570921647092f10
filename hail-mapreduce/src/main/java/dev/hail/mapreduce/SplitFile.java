// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.HailFile;
import dev.hail.format.schema.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.io.WritableUtils;

/**
 * The part of a file's metadata that a split carries, so that its task need not ask the namenode.
 *
 * @param path path with scheme and authority
 * @param schema attributes of the file
 * @param indexAttributes positions, from 1, of the attributes that the upload indexed
 * @param adaptiveAttribute attribute, from 1, by which the job indexes blocks that the namenode
 *     grants; 0 if the job does not ask the namenode
 * @param adaptiveJob name by which the namenode knows the job; empty if the job does not ask the
 *     namenode. It is not in the job's configuration because some planners, such as those of {@code
 *     MultipleInputs}, get only a copy of that
 */
public record SplitFile(
    String path,
    Schema schema,
    List<Integer> indexAttributes,
    int adaptiveAttribute,
    String adaptiveJob) {

  public SplitFile {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(schema, "schema is null");
    Objects.requireNonNull(adaptiveJob, "adaptiveJob is null");
    indexAttributes = List.copyOf(indexAttributes);
  }

  static SplitFile of(HailFile file) {
    List<Integer> indexAttributes = new ArrayList<>();
    for (int attribute : file.indexAttributes()) {
      indexAttributes.add(attribute);
    }
    return new SplitFile(file.path().toString(), file.schema(), indexAttributes, 0, "");
  }

  void write(DataOutput out) throws IOException {
    WritableUtils.writeString(out, path);
    byte[] sql = schema.toSql().getBytes(StandardCharsets.UTF_8);
    WritableUtils.writeVInt(out, sql.length);
    out.write(sql);
    WritableUtils.writeVInt(out, indexAttributes.size());
    for (int attribute : indexAttributes) {
      WritableUtils.writeVInt(out, attribute);
    }
    WritableUtils.writeVInt(out, adaptiveAttribute);
    WritableUtils.writeString(out, adaptiveJob);
  }

  SplitFile countedFor(String job, int attribute) {
    return new SplitFile(path, schema, indexAttributes, attribute, job);
  }

  static SplitFile read(DataInput in) throws IOException {
    String path = WritableUtils.readString(in);
    byte[] sql = new byte[WritableUtils.readVInt(in)];
    in.readFully(sql);
    int count = WritableUtils.readVInt(in);
    List<Integer> indexAttributes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      indexAttributes.add(WritableUtils.readVInt(in));
    }
    Schema schema = Schema.parse(new String(sql, StandardCharsets.UTF_8));
    return new SplitFile(
        path, schema, indexAttributes, WritableUtils.readVInt(in), WritableUtils.readString(in));
  }
}
