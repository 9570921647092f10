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

/** Calls of clients to the namenode about replicas and their indexes. Thread-safe. */
@KerberosInfo(serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
@TokenInfo(DelegationTokenSelector.class)
public interface HailClientProtocol extends Closeable {

  /**
   * Returns the known replicas of a range of a file's blocks, one page at a time. This is
   * getHostsWithIndex of the thesis (section 3.4.3).
   *
   * @param path absolute path of the file, without scheme and authority
   * @param firstBlock index of the first block, from 0
   * @param blockCount number of blocks wanted, at least 1; the namenode limits the page
   * @return the page; empty if {@code firstBlock} is past the end of the file
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  ReplicaDirectoryPage getReplicas(String path, int firstBlock, int blockCount) throws IOException;

  /**
   * Asks for a datanode to store a pseudo replica. The namenode keeps the place for the time of a
   * lease. A repeated call within the lease gets the same datanode.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not write the file
   *     of the block
   * @throws IOException if the block no longer belongs to the file, no datanode with the block
   *     takes pseudo replicas, or no namenode answers within the configured bounds
   */
  @Idempotent
  IndexGrant grantIndex(IndexRequest request) throws IOException;

  /**
   * Removes a file's pseudo replicas in one order. Readers stop seeing them at once; datanodes
   * delete them with their next heartbeats.
   *
   * @param path absolute path of the file, without scheme and authority
   * @param sortAttribute position of the attribute, from 1
   * @return number of pseudo replicas removed
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not write the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  int dropIndex(String path, int sortAttribute) throws IOException;

  /**
   * Reports a pseudo replica whose bytes do not match their checksums. Its datanode checks it and
   * drops it if it is damaged.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  void suspectReplica(SuspectReplica suspect) throws IOException;

  /**
   * Announces a job that is about to index a file. Without this call the namenode grants the job no
   * block of the file.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not write the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  void beginIndexing(Indexing indexing, Indexing.Plan plan) throws IOException;

  /**
   * Asks for a grant to index a block. All tasks of a job together never get more grants than the
   * job's plan allows. A repeated call for a granted block is granted again.
   *
   * @param selectivity share of the block's rows that qualify, 0 to 1
   * @return false if refused, or if the namenode does not know the job, for example after a restart
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  boolean mayIndex(Indexing indexing, long blockId, double selectivity) throws IOException;

  /**
   * Reports the cost of a map task that succeeded. The namenode plans later tasks and jobs with it.
   *
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  void taskEnded(Indexing indexing, Indexing.TaskCost cost) throws IOException;

  /**
   * Reports a filter that a file is read with. The namenode records it with the file.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read the file
   * @throws IOException if the file has no schema or lacks one of the filter's attributes, or no
   *     namenode answers within the configured bounds
   */
  @Idempotent
  void recordFilter(FilterReport report) throws IOException;

  /**
   * Returns the recorded filters that a file was read with.
   *
   * @param path absolute path of the file, without scheme and authority
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  FileWorkload getWorkload(String path) throws IOException;

  /**
   * Reports that an index of pseudo replicas is used or wanted. For the time of a lease the
   * namenode does not evict the index.
   *
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  IndexUseNote.Answer noteUse(IndexUseNote note) throws IOException;

  /**
   * Returns the space that a file's pseudo replicas take, and their benefit.
   *
   * @param path absolute path of the file, without scheme and authority
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not read the file
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  PseudoSpace getSpace(String path) throws IOException;

  /**
   * Returns the status of the active namenode's replica directory.
   *
   * @throws IOException if no namenode answers within the configured bounds
   */
  @Idempotent
  ClusterStatus getStatus() throws IOException;
}
