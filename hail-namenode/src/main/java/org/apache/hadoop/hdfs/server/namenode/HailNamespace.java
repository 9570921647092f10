// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;

/**
 * A namenode as HAIL needs it: its state, the callers of its RPCs, and what it knows of files,
 * blocks and datanodes. Extended attributes are all that HAIL changes. Public for HAIL alone; these
 * classes live here because Hadoop keeps permission checks of paths to this package.
 */
public final class HailNamespace {
  private final NameNode namenode;
  private final FSNamesystem namesystem;
  private final HailInodes inodes;
  private final HailFileAttributes attributes;
  private final HailBlockMap blocks;
  private final HailDatanodes datanodes;
  private final HailCheckedFiles files;

  /** The namespace of a namenode that is running. */
  public HailNamespace(NameNode namenode) {
    this.namenode = namenode;
    this.namesystem = namenode.getNamesystem();
    HailReadLock lock = new HailReadLock(namesystem);
    this.inodes = new HailInodes(namesystem, lock);
    this.attributes = new HailFileAttributes(namesystem, lock, inodes);
    this.blocks = new HailBlockMap(namesystem, lock);
    this.datanodes = new HailDatanodes(namesystem.getBlockManager());
    this.files = new HailCheckedFiles(this, namesystem, lock, inodes, blocks);
  }

  // ---- what the namenode knows ----

  /** Files by path, as far as the caller of the current RPC may read or write them. */
  public HailCheckedFiles files() {
    return files;
  }

  /** Files by id, whoever asks. */
  public HailInodes inodes() {
    return inodes;
  }

  /** Extended attributes of files. */
  public HailFileAttributes attributes() {
    return attributes;
  }

  /** Blocks, their files and replicas. */
  public HailBlockMap blocks() {
    return blocks;
  }

  /** The datanodes. */
  public HailDatanodes datanodes() {
    return datanodes;
  }

  // ---- state ----

  /** Id of the block pool of this namenode. */
  public String blockPoolId() {
    return namesystem.getBlockPoolId();
  }

  /** Whether this namenode is the active one. */
  public boolean isActive() {
    return namenode.isActiveState();
  }

  /**
   * Since when this namenode is what it is, active or not: milliseconds of the wall clock, 0 if it
   * has been since it started. Another one may have been active before.
   */
  public long inStateSince() {
    return namenode.getLastHATransitionTime();
  }

  /** Whether the block map may still be incomplete. */
  public boolean isInSafeMode() {
    return namesystem.isInSafeMode();
  }

  /**
   * Does nothing on the active namenode.
   *
   * @throws StandbyException if this namenode is not the active one
   */
  public void checkActive() throws StandbyException {
    if (!isActive()) {
      throw new StandbyException("HAIL is answered by the active namenode; this one is not");
    }
  }

  // ---- callers ----

  /**
   * Does nothing for a superuser.
   *
   * @throws AccessControlException if the caller of the current RPC is no superuser
   */
  public void checkSuperuser() throws IOException {
    namesystem.getPermissionChecker().checkSuperuserPrivilege();
  }

  /** Whether the caller of the current RPC is a superuser. */
  public boolean isSuperuser() throws AccessControlException {
    return namesystem.getPermissionChecker().isSuperUser();
  }

  /** Short name of the caller of the current RPC. */
  public String caller() throws IOException {
    return NameNode.getRemoteUser().getShortUserName();
  }

  /** Makes and checks the delegation tokens of this namenode. */
  public SecretManager<? extends TokenIdentifier> secretManager() {
    return namesystem.getDelegationTokenSecretManager();
  }

  /** The attribute provider of this namenode, null if it has none. */
  public INodeAttributeProvider attributeProvider() throws AccessControlException {
    return namesystem.getPermissionChecker().getAttributesProvider();
  }

  /** The web server of this namenode. */
  public HttpServer2 webServer() {
    return namenode.getHttpServer();
  }
}
