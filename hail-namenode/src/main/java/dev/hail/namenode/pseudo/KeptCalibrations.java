// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.offer.IndexingJobs;
import dev.hail.xattr.Calibration;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/** Keeps what jobs cost in extended attributes of the files they read. */
final class KeptCalibrations implements IndexingJobs.Files {
  private final HailNamespace namespace;

  KeptCalibrations(HailNamespace namespace) {
    this.namespace = namespace;
  }

  @Override
  public IndexingJobs.FileToIndex writable(String path, int attribute) throws IOException {
    HailCheckedFiles.WritableFile file = namespace.files().writableFile(path);
    KeptSchemas.check(
        path, namespace.attributes().attribute(file.id(), HailXAttributes.SCHEMA), attribute);
    return new IndexingJobs.FileToIndex(
        file.id(), file.blocks(), file.length(), file.longestBlock());
  }

  @Override
  public String caller() throws IOException {
    return namespace.caller();
  }

  @Override
  public Calibration calibration(long fileId, int attribute) throws IOException {
    byte[] kept = namespace.attributes().attribute(fileId, HailXAttributes.calibration(attribute));
    return kept == null ? null : Calibration.parse(new String(kept, StandardCharsets.UTF_8));
  }

  @Override
  public void keep(long fileId, int attribute, Calibration calibration) throws IOException {
    byte[] text = calibration.format().getBytes(StandardCharsets.UTF_8);
    namespace.attributes().setAttribute(fileId, HailXAttributes.calibration(attribute), text);
  }
}
