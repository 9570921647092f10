// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import java.util.Objects;

/**
 * What is wrong with a block.
 *
 * @param kind what sort of problem it is
 * @param text what was found, on which datanode
 */
public record BlockProblem(Kind kind, String text) {
  public BlockProblem {
    Objects.requireNonNull(kind, "kind is null");
    Objects.requireNonNull(text, "text is null");
  }

  /** A sort of problem, and what to do about it. */
  public enum Kind {
    DATANODE_SILENT(
        "A replica whose datanode does not answer: queries read another one, and nothing is wrong"
            + " with its files as far as anybody knows. Start the datanode, or see to the network"
            + " between it and here; `hdfs dfsadmin -report' says which are dead. Then run this"
            + " again."),
    REPLICA_DAMAGED(
        "A replica that is damaged or cannot be read: queries pass over it. HDFS replaces it when a"
            + " reader or scanner has reported it and a datanode has room; the log of its datanode"
            + " says more. If it stays and the block has a sound replica, stop the datanode, delete"
            + " the block's data and .meta files there, and start it again."),
    PSEUDO_REPLICA_DAMAGED(
        "A pseudo replica that is damaged or cannot be read: its datanode drops it when a reader has"
            + " met the damage. If it stays, `hail index drop --by ATTRIBUTE' removes the index, and"
            + " `hail index add --by ATTRIBUTE' makes it again."),
    OTHER_CONTENTS(
        "A replica with other rows than the first one of its block: HDFS does not notice that."
            + " Compare the file with its source, and upload it again if you cannot tell which"
            + " replica is right."),
    OTHER_SCHEMA(
        "A block of another schema than its file, as after `hdfs dfs -concat' of two files: upload"
            + " the file again from its source. If all blocks are so, the file's attribute"
            + " user.hail.schema is wrong: `hdfs dfs -setfattr -x user.hail.schema FILE' removes"
            + " it."),
    OTHER_ORDER_IN_DIRECTORY(
        "A replica in another order than the replica directory says: the datanode reports within"
            + " seconds, so run this again. If it stays, restart the datanode; it then reports in"
            + " full."),
    GLUED(
        "A block that shares HDFS blocks with others, as after a copy that a plain client made: it"
            + " is read whole and checked each time, and has no orders. `hail cp FILE COPY' writes"
            + " a copy with blocks and orders of its own."),
    REPLICA_MISSING(
        "Too few replicas: HDFS copies the block if enough datanodes live and have room. `hdfs"
            + " dfsadmin -report' says so. One that was found damaged does not count; `hdfs fsck"
            + " FILE -files -blocks -replicaDetails' marks it CORRUPT. If no other datanode is there"
            + " to take a copy, `hail cp --overwrite FILE FILE' writes the file again."),
    ORDER_MISSING(
        "No sound replica in one order: queries that would use it scan. Order repair brings it back"
            + " when the block has all its replicas and no datanode is silent. Watch"
            + " BlocksMissingAnOrder in the namenode's metrics. If it does not fall, KeptFailure"
            + " and the other metrics of the datanodes that begin with Kept say why sorts fail.");

    private final String advice;

    Kind(String advice) {
      this.advice = advice;
    }

    /** Returns what to do, in some sentences for people. */
    public String advice() {
      return advice;
    }
  }
}
