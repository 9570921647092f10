// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.xattr;

/** Extended attributes that mark a HAIL file; values are UTF-8 text. */
public final class HailXAttributes {
  /** Version of the block format the file was written in. */
  public static final String VERSION = "user.hail.version";

  /** Schema as an SQL column list. */
  public static final String SCHEMA = "user.hail.schema";

  /** Names of the index attributes, comma separated, in the order the user gave them. */
  public static final String INDEX = "user.hail.index";

  /** Text format the file was parsed from. */
  public static final String FORMAT = "user.hail.format";

  /** Filters that the file was read with, see {@link Workload}. */
  public static final String WORKLOAD = "user.hail.workload";

  private static final String CALIBRATION = "user.hail.adaptive.";

  /**
   * Attribute with the costs of jobs that filter by an attribute without an index.
   *
   * @param attribute position of the attribute, from 1
   */
  public static String calibration(int attribute) {
    return CALIBRATION + attribute;
  }

  /** Whether a name is that of an attribute for what jobs cost, of any attribute of the schema. */
  public static boolean isCalibration(String name) {
    return name.startsWith(CALIBRATION);
  }

  /** Use of the file's indexes of pseudo replicas, one line per attribute. */
  public static final String USE = "user.hail.use";

  private HailXAttributes() {}
}
