// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.io.retry.Idempotent;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;

/** What clients ask the namenode about replicas and their indexes. Safe for use by many threads. */
@KerberosInfo(serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
@TokenInfo(DelegationTokenSelector.class)
public interface HailClientProtocol extends Closeable {

  /**
   * The known replicas of a range of a file's blocks: getHostsWithIndex of the thesis (section
   * 3.4.3), a page at a time.
   *
   * @param path absolute path of the file, without scheme and authority
   * @param firstBlock index of the first block, from 0
   * @param blockCount blocks wanted, at least 1; the namenode bounds the page
   * @return the page; empty if {@code firstBlock} is past the end of the file
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  ReplicaDirectoryPage getReplicas(String path, int firstBlock, int blockCount) throws IOException;

  /**
   * Asks for a place for a pseudo block replica. The place is kept for the time of a lease; who
   * asks again meanwhile is sent to the same datanode.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not write the file
   *     whose block it is
   * @throws IOException if the block is no longer the file's, no datanode that holds it takes
   *     pseudo replicas, or no namenode answers within the configured bounds
   */
  @Idempotent
  IndexGrant grantIndex(IndexRequest request) throws IOException;

  /**
   * Removes the pseudo block replicas of a file that have one order. Readers are not told of them
   * from now on; datanodes delete them with their next heartbeats.
   *
   * @param path absolute path, without scheme and authority
   * @param sortAttribute position of the attribute, from 1
   * @return how many there were
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not write it
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  int dropIndex(String path, int sortAttribute) throws IOException;

  /**
   * Tells of a pseudo replica whose bytes do not match their checksums. Its datanode looks at it,
   * and drops it if that is so.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  void suspectReplica(SuspectReplica suspect) throws IOException;

  /**
   * Tells of a job that is about to index a file. Without it no block of the file is granted to the
   * job.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not write it
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  void beginIndexing(Indexing indexing, Indexing.Plan plan) throws IOException;

  /**
   * Asks whether a block may be indexed. Over all its tasks a job is granted as many blocks as its
   * plan allows, never more; who asks again for one gets the same answer if that was yes.
   *
   * @param selectivity share of the block's rows that qualify, 0 to 1
   * @return false also for a job the namenode does not know, as after a restart
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  boolean mayIndex(Indexing indexing, long blockId, double selectivity) throws IOException;

  /**
   * Tells of a map task that ended well, so that later tasks and jobs know what to expect.
   *
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  void taskEnded(Indexing indexing, Indexing.TaskCost cost) throws IOException;

  /**
   * Tells of a filter that a file is read with. The namenode remembers it with the file, whoever
   * reads it.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read it
   * @throws IOException if the file has no such attributes or no schema, or no namenode answers
   *     within the configured bounds
   */
  @Idempotent
  void recordFilter(FilterReport report) throws IOException;

  /**
   * What was recorded of the filters that a file was read with.
   *
   * @param path absolute path, without scheme and authority
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read it
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  FileWorkload getWorkload(String path) throws IOException;

  /**
   * Tells of the use of an index by which a file has pseudo replicas, or of the want of one. For
   * the time of a lease the index is not removed to make room for another one.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read it
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  IndexUseNote.Answer noteUse(IndexUseNote note) throws IOException;

  /**
   * The space that the pseudo replicas of a file take, and what they are worth.
   *
   * @param path absolute path, without scheme and authority
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read it
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  PseudoSpace getSpace(String path) throws IOException;

  /**
   * State of the replica directory of the active namenode.
   *
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  ClusterStatus getStatus() throws IOException;
}
