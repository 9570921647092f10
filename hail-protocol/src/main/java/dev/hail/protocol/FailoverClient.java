// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.io.retry.RetryProxy;
import org.apache.hadoop.ipc.RemoteException;

/** A client that fails over to the active namenode. Its exceptions tell users what to do. */
final class FailoverClient implements HailClientProtocol {
  private final URI fileSystem;
  private final NamenodeRotation rotation;
  private final HailClientProtocol retrying;

  FailoverClient(URI fileSystem, NamenodeRotation rotation, RetryPolicy policy) {
    this.fileSystem = fileSystem;
    this.rotation = rotation;
    this.retrying =
        (HailClientProtocol) RetryProxy.create(HailClientProtocol.class, rotation, policy);
  }

  @Override
  public ReplicaDirectoryPage getReplicas(String path, int firstBlock, int blockCount)
      throws IOException {
    if (firstBlock < 0 || blockCount < 1) {
      throw new IllegalArgumentException(
          "blocks [" + firstBlock + ", +" + blockCount + ") of " + path + " make no range");
    }
    return bounded(() -> retrying.getReplicas(path, firstBlock, blockCount));
  }

  @Override
  public IndexGrant grantIndex(IndexRequest request) throws IOException {
    return bounded(() -> retrying.grantIndex(request));
  }

  @Override
  public int dropIndex(String path, int sortAttribute) throws IOException {
    return bounded(() -> retrying.dropIndex(path, sortAttribute));
  }

  @Override
  public void suspectReplica(SuspectReplica suspect) throws IOException {
    bounded(
        () -> {
          retrying.suspectReplica(suspect);
          return null;
        });
  }

  @Override
  public void beginIndexing(Indexing indexing, Indexing.Plan plan) throws IOException {
    bounded(
        () -> {
          retrying.beginIndexing(indexing, plan);
          return null;
        });
  }

  @Override
  public boolean mayIndex(Indexing indexing, long blockId, double selectivity) throws IOException {
    return bounded(() -> retrying.mayIndex(indexing, blockId, selectivity));
  }

  @Override
  public void taskEnded(Indexing indexing, Indexing.TaskCost cost) throws IOException {
    bounded(
        () -> {
          retrying.taskEnded(indexing, cost);
          return null;
        });
  }

  @Override
  public void recordFilter(FilterReport report) throws IOException {
    bounded(
        () -> {
          retrying.recordFilter(report);
          return null;
        });
  }

  @Override
  public FileWorkload getWorkload(String path) throws IOException {
    return bounded(() -> retrying.getWorkload(path));
  }

  @Override
  public IndexUseNote.Answer noteUse(IndexUseNote note) throws IOException {
    return bounded(() -> retrying.noteUse(note));
  }

  @Override
  public PseudoSpace getSpace(String path) throws IOException {
    return bounded(() -> retrying.getSpace(path));
  }

  @Override
  public ClusterStatus getStatus() throws IOException {
    return bounded(retrying::getStatus);
  }

  @Override
  public void close() throws IOException {
    rotation.close();
  }

  @FunctionalInterface
  private interface Question<T> {
    T ask() throws IOException;
  }

  private <T> T bounded(Question<T> question) throws IOException {
    try {
      return question.ask();
    } catch (RemoteException e) {
      throw RpcFailures.local(e);
    } catch (IOException e) {
      throw new IOException(
          "no HAIL service of "
              + fileSystem
              + " answered, asked "
              + rotation.describe()
              + "; dfs.namenode.plugins of the namenode must name"
              + " dev.hail.namenode.HailNameNodePlugin, and hail.namenode.rpc-address its address ("
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
              + ")",
          e);
    }
  }
}
