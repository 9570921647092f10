// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import dev.hail.client.PathException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclUtil;
import org.apache.hadoop.security.AccessControlException;

/**
 * Gives what takes the place of a file or directory the same mode, group and ACL, so that whom the
 * old one was closed to does not read the new one. The owner is who writes it.
 */
public final class KeptRights {
  private KeptRights() {}

  /**
   * Copies the rights; if nothing is there, there is nothing to copy.
   *
   * @param existing what is there
   * @param made what takes its place, still under another name of this file system
   * @throws PathException if this user may not give the group, which the mode is about
   */
  public static void copy(FileSystem fileSystem, Path existing, Path made) throws IOException {
    FileStatus before;
    try {
      before = fileSystem.getFileStatus(existing);
    } catch (FileNotFoundException free) {
      return;
    }
    if (!fileSystem.getFileStatus(made).getGroup().equals(before.getGroup())) {
      try {
        fileSystem.setOwner(made, null, before.getGroup());
      } catch (AccessControlException denied) {
        throw new PathException(
            existing,
            "belongs to the group "
                + before.getGroup()
                + ", and what replaces it would not: "
                + PathException.firstLine(denied),
            "Let a member of the group replace it, or remove it first.",
            denied);
      }
    }
    // Sets the sticky bit, too, which an ACL does not have.
    fileSystem.setPermission(made, before.getPermission());
    if (before.hasAcl()) {
      fileSystem.setAcl(
          made,
          AclUtil.getAclFromPermAndEntries(
              before.getPermission(), fileSystem.getAclStatus(existing).getEntries()));
    }
  }
}
