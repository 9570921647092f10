// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider.AuthorizationContext;
import org.apache.hadoop.security.AccessControlException;

/** A reason of HAIL's to refuse an operation on a HAIL file. HDFS has granted the operation. */
interface Veto {

  /** Whether the operation would be looked at if the file was HAIL's; asked for every operation. */
  boolean concerns(AuthorizationContext context);

  /**
   * Whether HDFS may grant the operation by its check of the folders on the way alone, so that the
   * veto is asked then. A user who may not read the file is then told of the veto, and not of the
   * missing right.
   */
  default boolean coversCheckOfWay() {
    return false;
  }

  /**
   * Looks at an operation on a HAIL file.
   *
   * @throws AccessControlException if the operation is refused
   */
  void check(AuthorizationContext context) throws AccessControlException;
}
