// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.read.Candidate;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.IndexSpread;
import dev.hail.client.read.ReplicaOrders;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.PseudoSpace;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The replicas of a file and their orders, as {@code hail index show} tells scripts.
 *
 * @param orders how many blocks have a replica or pseudo replica sorted by each attribute
 * @param indexes pseudo replicas by attribute, what they take and what they are worth; null if the
 *     replica directory does not answer
 * @param space what pseudo replicas take of their budgets; null if the replica directory does not
 *     answer
 * @param blocks null if only the summary is asked for
 */
record IndexedFile(
    String file, List<Order> orders, List<Index> indexes, Space space, List<Block> blocks) {

  /** Blocks of a file that can be read sorted by an attribute, of all its blocks. */
  record Order(String sortedBy, int blocks, int ofBlocks) {}

  /**
   * Pseudo replicas sorted by one attribute.
   *
   * @param spread most of them on one datanode, by the mean
   * @param benefit bytes saved lately by a byte of them
   */
  record Index(
      String sortedBy, int replicas, long bytes, double spread, double benefit, boolean inUse) {}

  /**
   * Bytes of pseudo replicas and the most that they may take, of the file and of all files.
   *
   * @param fileBudget null without limit
   * @param clusterBudget null without limit
   */
  record Space(long fileUsed, Long fileBudget, long clusterUsed, Long clusterBudget) {}

  /** A block, by its number in the file and its name in HDFS. */
  record Block(
      int block, String name, long bytes, List<Replica> replicas, List<Pseudo> pseudoReplicas) {}

  /**
   * A replica.
   *
   * @param datanode host and port for data
   * @param sortedBy null if its rows are in upload order, or if it is not readable
   * @param fromFront whether it was asked itself; else the replica directory knew it
   */
  record Replica(String datanode, String sortedBy, boolean readable, boolean fromFront) {}

  /** A pseudo replica on the datanode with this address, or this UUID if HDFS named no address. */
  record Pseudo(String datanode, String sortedBy) {}

  /**
   * Puts together what is known of a file.
   *
   * @param addresses of datanodes, by UUID
   * @param withBlocks whether each block is told
   * @param space of its pseudo replicas, or null if it is not known
   */
  static IndexedFile of(
      HailFile file,
      List<ReplicaOrders> blocks,
      Map<String, String> addresses,
      boolean withBlocks,
      PseudoSpace space) {
    Schema schema = file.schema();
    return new IndexedFile(
        file.location().source(),
        orders(file, blocks),
        space == null ? null : space.indexes().stream().map(each -> index(file, each)).toList(),
        space == null ? null : space(space),
        withBlocks ? blocks.stream().map(each -> block(schema, each, addresses)).toList() : null);
  }

  /**
   * The name of an attribute, or its position if the schema lacks it. The namenode knows no schemas
   * and stores any position that a client reports.
   */
  static String attribute(Schema schema, int position) {
    return position <= schema.size() ? schema.attribute(position).name() : "@" + position;
  }

  private static List<Order> orders(HailFile file, List<ReplicaOrders> blocks) {
    TreeSet<Integer> attributes = new TreeSet<>();
    for (int attribute : file.indexAttributes()) {
      attributes.add(attribute);
    }
    blocks.stream()
        .flatMap(IndexedFile::sortAttributes)
        .filter(a -> a > 0)
        .forEach(attributes::add);
    return attributes.stream()
        .map(
            attribute ->
                new Order(
                    attribute(file.schema(), attribute),
                    (int) blocks.stream().filter(block -> block.covers(attribute)).count(),
                    blocks.size()))
        .toList();
  }

  private static Stream<Integer> sortAttributes(ReplicaOrders block) {
    return Stream.concat(
        block.replicas().stream().map(ReplicaOrders.Replica::sortAttribute),
        block.block().pseudo().stream().map(pseudo -> pseudo.sortAttribute()));
  }

  static Space space(PseudoSpace space) {
    return new Space(
        space.fileUsed(),
        limit(space.fileBudget()),
        space.clusterUsed(),
        limit(space.clusterBudget()));
  }

  private static Long limit(long budget) {
    return budget == Long.MAX_VALUE ? null : budget;
  }

  private static Index index(HailFile file, PseudoSpace.Index index) {
    return new Index(
        attribute(file.schema(), index.sortAttribute()),
        index.replicas(),
        index.bytes(),
        IndexSpread.of(file.blocks(), index.sortAttribute()),
        index.benefit(),
        index.inUse());
  }

  private static Block block(Schema schema, ReplicaOrders orders, Map<String, String> addresses) {
    return new Block(
        orders.block().index(),
        orders.block().located().getBlock().getLocalBlock().getBlockName(),
        orders.block().length(),
        orders.replicas().stream().map(each -> replica(schema, each)).toList(),
        orders.block().pseudo().stream()
            .map(
                each ->
                    new Pseudo(
                        addresses.getOrDefault(each.datanodeUuid(), each.datanodeUuid()),
                        attribute(schema, each.sortAttribute())))
            .toList());
  }

  private static Replica replica(Schema schema, ReplicaOrders.Replica replica) {
    int sortAttribute = replica.sortAttribute();
    return new Replica(
        replica.node().getXferAddr(),
        sortAttribute > 0 ? attribute(schema, sortAttribute) : null,
        sortAttribute != Candidate.UNKNOWN,
        replica.fromFront());
  }
}
