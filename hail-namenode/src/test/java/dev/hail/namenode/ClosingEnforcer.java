// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider.AccessControlEnforcer;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributes;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** An enforcer of the time before contexts: it refuses all reads below /closed. */
final class ClosingEnforcer implements AccessControlEnforcer {
  private final AccessControlEnforcer standard;

  ClosingEnforcer(AccessControlEnforcer standard) {
    this.standard = standard;
  }

  @Deprecated
  @Override
  public void checkPermission(
      String fsOwner,
      String supergroup,
      UserGroupInformation caller,
      INodeAttributes[] inodeAttributes,
      INode[] inodes,
      byte[][] pathByName,
      int snapshotId,
      String path,
      int ancestorIndex,
      boolean doCheckOwner,
      FsAction ancestorAccess,
      FsAction parentAccess,
      FsAction access,
      FsAction subAccess,
      boolean ignoreEmptyDir)
      throws AccessControlException {
    if (path != null && path.startsWith("/closed/") && access == FsAction.READ) {
      throw new AccessControlException(path + " is closed by the provider of before");
    }
    standard.checkPermission(
        fsOwner,
        supergroup,
        caller,
        inodeAttributes,
        inodes,
        pathByName,
        snapshotId,
        path,
        ancestorIndex,
        doCheckOwner,
        ancestorAccess,
        parentAccess,
        access,
        subAccess,
        ignoreEmptyDir);
  }
}
