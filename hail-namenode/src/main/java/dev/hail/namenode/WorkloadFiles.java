// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hail.namenode.workload.Workloads;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/** Keeps what files are read with in an extended attribute of theirs, whoever reads them. */
final class WorkloadFiles implements Workloads.Files {
  private static final Set<String> ATTRIBUTES =
      Set.of(HailXAttributes.SCHEMA, HailXAttributes.WORKLOAD);

  private final HailNamespace namespace;

  WorkloadFiles(HailNamespace namespace) {
    this.namespace = namespace;
  }

  @Override
  public Workloads.ReadFile readable(String path) throws IOException {
    HailCheckedFiles.ReadableFile file = namespace.files().readableFile(path, ATTRIBUTES);
    if (file.inSnapshot()) {
      throw new IOException(path + " is in a snapshot, of which nothing is recorded");
    }
    return new Workloads.ReadFile(
        file.id(),
        file.blocks(),
        text(file.attributes().get(HailXAttributes.SCHEMA)),
        text(file.attributes().get(HailXAttributes.WORKLOAD)));
  }

  @Override
  public String workload(long fileId) throws IOException {
    return text(namespace.attributes().attribute(fileId, HailXAttributes.WORKLOAD));
  }

  @Override
  public void keep(long fileId, String workload) throws IOException {
    namespace.attributes().setAttribute(fileId, HailXAttributes.WORKLOAD, workload.getBytes(UTF_8));
  }

  private static String text(byte[] value) {
    return value == null ? "" : new String(value, UTF_8);
  }
}
