// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.xattr.HailXAttributes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schemas that are kept with files, for which attributes they have. */
final class KeptSchemas {
  private static final Logger LOG = LoggerFactory.getLogger(KeptSchemas.class);

  private final HailNamespace namespace;

  KeptSchemas(HailNamespace namespace) {
    this.namespace = namespace;
  }

  /**
   * Does nothing if a file has an attribute, or if no schema is kept with it that would tell.
   *
   * @param kept what the file has as {@link HailXAttributes#SCHEMA}; null if nothing
   * @param position of the attribute, from 1
   * @throws IOException if it has no such attribute
   */
  static void check(String path, byte[] kept, int position) throws IOException {
    if (kept == null) {
      return;
    }
    int attributes;
    try {
      attributes = parse(kept).size();
    } catch (SchemaException damaged) {
      throw new IOException(path + " has a damaged schema", damaged);
    }
    if (position > attributes) {
      throw new IOException(
          path + " has " + attributes + " attributes; it cannot have an index by @" + position);
    }
  }

  /**
   * Does nothing if a file has an attribute, or if no schema is kept with it that would tell.
   *
   * @param position of the attribute, from 1
   * @throws IOException if it has no such attribute
   */
  void check(String path, long fileId, int position) throws IOException {
    check(path, namespace.attributes().attribute(fileId, HailXAttributes.SCHEMA), position);
  }

  /** Name of an attribute; {@code @n} if the file is gone or has no such attribute. */
  String attributeName(long fileId, int position) throws IOException {
    Schema schema = null;
    try {
      schema = of(fileId);
    } catch (FileNotFoundException | SchemaException unknown) {
      // Whoever may write a file may also damage its schema.
      LOG.debug("The attributes of inode {} have no names", fileId, unknown);
    }
    return schema == null || position > schema.size()
        ? "@" + position
        : schema.attribute(position).name();
  }

  /** Null if none is kept with the file, as when it was copied without attributes. */
  private Schema of(long fileId) throws IOException {
    byte[] kept = namespace.attributes().attribute(fileId, HailXAttributes.SCHEMA);
    return kept == null ? null : parse(kept);
  }

  private static Schema parse(byte[] kept) {
    return Schema.parse(new String(kept, StandardCharsets.UTF_8));
  }
}
