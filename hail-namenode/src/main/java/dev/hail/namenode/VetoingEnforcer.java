// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider.AccessControlEnforcer;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider.AuthorizationContext;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributes;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * An enforcer that lets another one decide, and then refuses what HAIL's vetoes say of HAIL files.
 */
final class VetoingEnforcer implements AccessControlEnforcer {
  /** HDFS, too, looks in this way for providers that are older than the method. */
  private static final ClassValue<Boolean> TAKES_CONTEXT =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return Arrays.stream(type.getDeclaredMethods())
              .anyMatch(method -> method.getName().equals("checkPermissionWithContext"));
        }
      };

  private final AccessControlEnforcer inner;
  private final HailFiles files;
  private final List<Veto> vetoes;

  /**
   * Stands in front of another enforcer.
   *
   * @param inner may be null, as HDFS asks for an enforcer without a default to look at its class
   */
  VetoingEnforcer(AccessControlEnforcer inner, HailFiles files, List<Veto> vetoes) {
    this.inner = inner;
    this.files = files;
    this.vetoes = List.copyOf(vetoes);
  }

  @Override
  public void checkPermissionWithContext(AuthorizationContext context)
      throws AccessControlException {
    if (TAKES_CONTEXT.get(inner.getClass())) {
      inner.checkPermissionWithContext(context);
    } else {
      checkPermission(
          context.getFsOwner(),
          context.getSupergroup(),
          context.getCallerUgi(),
          context.getInodeAttrs(),
          context.getInodes(),
          context.getPathByNameArr(),
          context.getSnapshotId(),
          context.getPath(),
          context.getAncestorIndex(),
          context.isDoCheckOwner(),
          context.getAncestorAccess(),
          context.getParentAccess(),
          context.getAccess(),
          context.getSubAccess(),
          context.isIgnoreEmptyDir());
    }
    // The check of the folders on the way comes first and names no access to the file.
    boolean wayOnly = context.getAccess() == null;
    INode[] inodes = context.getInodes();
    INode last = inodes.length == 0 ? null : inodes[inodes.length - 1];
    veto(context, wayOnly, () -> files.isHail(last));
  }

  @Override
  public void checkSuperUserPermissionWithContext(AuthorizationContext context)
      throws AccessControlException {
    if (inner == null) {
      AccessControlEnforcer.super.checkSuperUserPermissionWithContext(context);
    } else {
      inner.checkSuperUserPermissionWithContext(context);
    }
    veto(context, false, () -> files.isHail(context.getPath()));
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
    inner.checkPermission(
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

  @Override
  public void denyUserAccess(AuthorizationContext context, String message)
      throws AccessControlException {
    if (inner == null) {
      AccessControlEnforcer.super.denyUserAccess(context, message);
    } else {
      inner.denyUserAccess(context, message);
    }
  }

  private void veto(AuthorizationContext context, boolean wayOnly, BooleanSupplier isHail)
      throws AccessControlException {
    for (Veto veto : vetoes) {
      boolean asked = !wayOnly || veto.coversCheckOfWay();
      if (asked && veto.concerns(context) && isHail.getAsBoolean()) {
        veto.check(context);
      }
    }
  }
}
