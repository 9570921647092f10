// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.pseudo.PseudoCounts;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What must hold in a {@link DirectoryModel} when all is mended and told. */
final class ModelPromises {
  private final DirectoryModel model;

  ModelPromises(DirectoryModel model) {
    this.model = model;
  }

  /** Checks that both directories know what is stored: they need no time for it. */
  void expectDirectoriesRight() {
    for (ModelBlock block : model.blocks()) {
      Set<String> stored = stored(block);
      for (ModelNamenode namenode : model.namenodes()) {
        Set<String> known =
            namenode.service().directory().all(block.id).stream()
                .map(one -> one.datanodeUuid() + " " + one.replica())
                .collect(Collectors.toCollection(TreeSet::new));
        RightAnswer.expect(
            () ->
                assertThat(known)
                    .as("replicas of a block that namenode %d knows", namenode.number())
                    .isEqualTo(stored));
      }
    }
  }

  /** Checks that the bytes of each pseudo replica that a namenode knows are counted once. */
  void expectSumsRight() {
    for (ModelNamenode namenode : model.namenodes()) {
      PseudoCounts counts = namenode.service().pseudo().counts();
      RightAnswer.expect(
          () ->
              assertThat(counts.bytes())
                  .as(
                      "bytes that namenode %d counts for %d pseudo replicas",
                      namenode.number(), counts.replicas())
                  .isEqualTo(counts.replicas() * ModelBlock.BYTES));
    }
  }

  private Set<String> stored(ModelBlock block) {
    Set<String> stored = new TreeSet<>();
    for (ModelDatanode datanode : model.datanodes()) {
      if (datanode.replica(block) != null) {
        stored.add(datanode.uuid + " " + datanode.replica(block));
      }
    }
    return stored;
  }

  /** The first promise that does not hold (yet); empty if all hold. */
  String firstBroken() {
    for (ModelBlock block : model.blocks()) {
      String wrong = ofBlock(block);
      if (!wrong.isEmpty()) {
        return "block " + block.id + ": " + wrong;
      }
    }
    long bytes =
        model.datanodes().stream().mapToLong(one -> one.pseudo().size()).sum() * ModelBlock.BYTES;
    for (ModelNamenode namenode : model.namenodes()) {
      long counted = namenode.service().pseudo().counts().bytes();
      if (counted != bytes) {
        return String.format(
            Locale.ROOT,
            "namenode %d counts %d bytes of pseudo replicas, there are %d",
            namenode.number(),
            counted,
            bytes);
      }
    }
    return "";
  }

  private String ofBlock(ModelBlock block) {
    Set<String> stored = stored(block);
    if (block.deleted) {
      return stored.isEmpty() ? ofPseudo(block) : "deleted, and there are " + stored;
    }
    int replicas = Math.min(block.replication, model.datanodes().size());
    if (stored.size() != replicas) {
      return "should have " + replicas + " replicas, and has " + stored;
    }
    long wanted =
        model.datanodes().stream()
            .map(one -> one.replica(block))
            .filter(one -> one != null && block.wants(one.sortAttribute()))
            .map(ReplicaInfo::sortAttribute)
            .distinct()
            .count();
    return wanted == Math.min(replicas, block.indexAttributes.length)
        ? ofPseudo(block)
        : "misses an order: " + stored;
  }

  private String ofPseudo(ModelBlock block) {
    List<String> stored = new ArrayList<>();
    Set<Integer> orders = new TreeSet<>();
    for (ModelDatanode datanode : model.datanodes()) {
      for (ReplicaInfo one : datanode.pseudo().values()) {
        if (PseudoReplicaId.of(one.blockId()).sourceBlockId() == block.id) {
          stored.add(datanode.uuid + " " + one.sortAttribute());
          orders.add(one.sortAttribute());
        }
      }
    }
    if (orders.size() < stored.size()) {
      return "has pseudo replicas twice: " + stored;
    }
    Collections.sort(stored);
    for (ModelNamenode namenode : model.namenodes()) {
      List<String> known = new ArrayList<>();
      for (PseudoReplica one : pseudo(namenode, block)) {
        LocatedReplica located = one.located();
        known.add(located.datanodeUuid() + " " + located.replica().sortAttribute());
      }
      Collections.sort(known);
      if (!known.equals(stored)) {
        return "pseudo replicas "
            + stored
            + ", known to namenode "
            + namenode.number()
            + " "
            + known;
      }
    }
    return "";
  }

  private static List<PseudoReplica> pseudo(ModelNamenode namenode, ModelBlock block) {
    try {
      return namenode.service().pseudo().of(block.id, block.id, block.stamp);
    } catch (IOException e) {
      throw new IllegalStateException("the model makes all tokens", e);
    }
  }
}
