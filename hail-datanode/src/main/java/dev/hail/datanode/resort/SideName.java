// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import java.io.File;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the sorted copy of a finalized replica lies until it takes the replica's place. The place
 * is in the block pool beside the directory of HDFS. Nothing of HDFS looks there, and upgrades and
 * rollbacks leave it alone. The directory is empty while no replica is being sorted.
 */
record SideName(String fileName, long blockId, long generationStamp, Kind kind) {
  private static final String DIRECTORY = "hail-resort";
  private static final Pattern NAME = Pattern.compile("hail-(\\d+)-(\\d+)-\\w+\\.(data|meta|old)");

  /** What a file holds. */
  enum Kind {
    DATA,
    META,
    /** The checksums that are replaced, under a second name. */
    OLD
  }

  /**
   * The directory of a block pool on one volume.
   *
   * @param pool the pool's directory, in which HDFS has {@code current}
   */
  static File directory(File pool) {
    return new File(pool, DIRECTORY);
  }

  static File formerChecksums(File directory, long blockId, long generationStamp) {
    return new File(directory, "hail-" + blockId + "-" + generationStamp + "-former.old");
  }

  /** Parses the name of a file; empty if it is none of these files. */
  static Optional<SideName> parse(String fileName) {
    Matcher name = NAME.matcher(fileName);
    if (!name.matches()) {
      return Optional.empty();
    }
    Kind kind =
        switch (name.group(3)) {
          case "data" -> Kind.DATA;
          case "meta" -> Kind.META;
          default -> Kind.OLD;
        };
    return Optional.of(
        new SideName(fileName, Long.parseLong(name.group(1)), Long.parseLong(name.group(2)), kind));
  }
}
