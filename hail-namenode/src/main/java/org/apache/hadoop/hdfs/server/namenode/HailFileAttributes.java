// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Extended attributes of files, by the ids of their inodes. They are read and set as the superuser,
 * whoever asks, and are all of the namespace that HAIL changes. Public for HAIL alone.
 */
public final class HailFileAttributes {
  /** Directory in which HDFS has every inode under its id. */
  private static final String INODES = "/.reserved/.inodes/";

  private final FSNamesystem namesystem;
  private final HailReadLock lock;
  private final HailInodes inodes;

  HailFileAttributes(FSNamesystem namesystem, HailReadLock lock, HailInodes inodes) {
    this.namesystem = namesystem;
    this.lock = lock;
    this.inodes = inodes;
  }

  /** An attribute of a file, null if it has none of that name; under the lock. */
  static byte[] attribute(INode file, String name) {
    XAttrFeature attributes = file.getXAttrFeature();
    XAttr attribute = attributes == null ? null : attributes.getXAttr(name);
    return attribute == null ? null : attribute.getValue();
  }

  /**
   * An extended attribute of a file.
   *
   * @return null if it has none of that name
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public byte[] attribute(long fileId, String name) throws IOException {
    return lock.read(
        () -> {
          INode file = namesystem.getFSDirectory().getInode(fileId);
          if (file == null) {
            throw new FileNotFoundException("No inode " + fileId);
          }
          return attribute(file, name);
        });
  }

  /**
   * Sets an extended attribute of a file, wherever it is by now, as the superuser.
   *
   * @throws java.io.FileNotFoundException if there is no such file, or in snapshots only
   */
  public void setAttribute(long fileId, String name, byte[] value) throws IOException {
    checkNotInSnapshotsOnly(fileId);
    asSuperuser(
        () -> {
          namesystem.setXAttr(
              INODES + fileId,
              XAttrHelper.buildXAttr(name, value),
              EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE),
              false);
          return null;
        });
  }

  /** HDFS takes the id of a file for the path that it had, where another one may be by now. */
  private void checkNotInSnapshotsOnly(long fileId) throws FileNotFoundException {
    if (!lock.read(() -> isAtItsPath(fileId))) {
      throw new FileNotFoundException("No inode " + fileId + ", or in snapshots only");
    }
  }

  private boolean isAtItsPath(long fileId) {
    INode file = namesystem.getFSDirectory().getInode(fileId);
    INode atItsPath = file == null ? null : inodes.inode(file.getFullPathName());
    return atItsPath != null && atItsPath.getId() == fileId;
  }

  /** Runs as the user of this process, whoever called. */
  private static <T> T asSuperuser(PrivilegedExceptionAction<T> action) throws IOException {
    try {
      return UserGroupInformation.getLoginUser().doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }
}
