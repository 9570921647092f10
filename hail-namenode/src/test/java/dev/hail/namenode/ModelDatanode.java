// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.protocol.Heartbeat;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A datanode of the {@link DirectoryModel}: its disk, the replicas that it makes and sorts, and
 * what it has to tell the namenodes. Its disk outlives it.
 */
final class ModelDatanode {
  /** A replica that is written or copied to this datanode, and has no order yet or is sorted. */
  private static final class Making {
    private final ModelBlock block;
    private final boolean written;
    private final int orderAsItCame;
    private long stamp;
    private int order = -1;

    private Making(ModelBlock block, boolean written, int orderAsItCame) {
      this.block = block;
      this.written = written;
      this.orderAsItCame = orderAsItCame;
      this.stamp = block.stamp;
    }
  }

  /** A stored replica that a namenode wants sorted. */
  private static final class Resort {
    private final ModelBlock block;
    private final long stamp;
    private final int deletions;
    private int order = -1;

    private Resort(ModelBlock block, long stamp) {
      this.block = block;
      this.stamp = stamp;
      this.deletions = block.deletions;
    }
  }

  final String uuid;

  /** Whether its process runs. */
  boolean up = true;

  /** Whether the network separates it from all others. */
  boolean cut;

  /** Whether it is in service, and not decommissioned. */
  boolean inService = true;

  private final DirectoryModel model;
  private final Map<Long, ReplicaInfo> disk = new TreeMap<>();
  private final Map<Long, ReplicaInfo> pseudo = new TreeMap<>();
  private final Deque<Making> makings = new ArrayDeque<>();
  private final Deque<Resort> resorts = new ArrayDeque<>();
  private final Deque<ReplicaInfo> granted = new ArrayDeque<>();
  private final List<ModelReporter> reporters = new ArrayList<>();
  private final List<Deque<Long>> changedForHdfs = new ArrayList<>();

  /** Namenodes of HDFS at which this process has registered. */
  private final Set<ModelNamenode> registered = new HashSet<>();

  private int firstAsked;
  private long termObeyed;
  private ModelNamenode obeyed;

  ModelDatanode(DirectoryModel model, String uuid) {
    this.model = model;
    this.uuid = uuid;
    for (ModelNamenode namenode : model.namenodes()) {
      reporters.add(new ModelReporter(this, namenode));
      changedForHdfs.add(new ArrayDeque<>());
    }
  }

  boolean isReachable() {
    return up && !cut;
  }

  ReplicaInfo replica(ModelBlock block) {
    return disk.get(block.id);
  }

  Map<Long, ReplicaInfo> disk() {
    return disk;
  }

  Map<Long, ReplicaInfo> pseudo() {
    return pseudo;
  }

  /** All replicas, as a full report names them. */
  List<ReplicaInfo> replicas() {
    List<ReplicaInfo> all = new ArrayList<>(disk.values());
    all.addAll(pseudo.values());
    return all;
  }

  ModelReporter reporter(ModelNamenode namenode) {
    return reporters.get(namenode.number());
  }

  /** Whether nothing is left to do or to tell. */
  boolean isIdle() {
    return makings.isEmpty()
        && resorts.isEmpty()
        && granted.isEmpty()
        && reporters.stream().allMatch(ModelReporter::isIdle)
        && changedForHdfs.stream().allMatch(Deque::isEmpty);
  }

  // ---- life ----

  void die() {
    up = false;
    makings.clear();
    resorts.clear();
    granted.clear();
    reporters.forEach(ModelReporter::clear);
    changedForHdfs.forEach(Deque::clear);
    registered.clear();
    obeyed = null;
    termObeyed = 0;
  }

  void comeBack() {
    up = true;
    // Those of blocks that went while nobody looked.
    pseudo.values().removeIf(one -> !hasSource(one));
    replicas().forEach(one -> tell(one.blockId(), one));
  }

  private boolean hasSource(ReplicaInfo one) {
    ReplicaInfo source = disk.get(PseudoReplicaId.of(one.blockId()).sourceBlockId());
    return source != null && source.generationStamp() == one.generationStamp();
  }

  // ---- HDFS ----

  /** A heartbeat of HDFS reaches a namenode, and what has changed with it. */
  void beatHdfs(ModelNamenode namenode) {
    if (!isReachable()) {
      return;
    }
    Deque<Long> changed = changedForHdfs.get(namenode.number());
    if (namenode.heard(this, registered.add(namenode))) {
      changed.forEach(id -> namenode.changed(this, id));
    }
    changed.clear();
    if (namenode.isActive() && namenode.term() > termObeyed) {
      termObeyed = namenode.term();
      obeyed = namenode;
    }
  }

  boolean obeys(ModelNamenode namenode) {
    return isReachable() && namenode == obeyed;
  }

  boolean makes(ModelBlock block) {
    return makings.stream().anyMatch(making -> making.block == block);
  }

  boolean isWriting(ModelBlock block) {
    return makings.stream().anyMatch(making -> making.block == block && making.written);
  }

  void make(ModelBlock block, boolean written, int orderAsItCame) {
    makings.add(new Making(block, written, orderAsItCame));
  }

  /** The writer goes on without another datanode, under a newer stamp. */
  void restamp(ModelBlock block) {
    makings.stream()
        .filter(making -> making.block == block && making.written)
        .forEach(making -> making.stamp = block.stamp);
    ReplicaInfo stored = disk.get(block.id);
    if (stored != null) {
      store(block.replica(block.stamp, stored.sortAttribute()));
    }
  }

  /** Forgets a replica that is being made: the writer or the source is gone. */
  void abandon(ModelBlock block) {
    makings.removeIf(making -> making.block == block);
  }

  private void store(ReplicaInfo replica) {
    disk.put(replica.blockId(), replica);
    changedForHdfs.forEach(changed -> changed.add(replica.blockId()));
    tell(replica.blockId(), replica);
    dropPseudoWithoutSource();
  }

  void delete(ModelBlock block) {
    disk.remove(block.id);
    block.deletions++;
    changedForHdfs.forEach(changed -> changed.add(block.id));
    tell(block.id, null);
    dropPseudoWithoutSource();
  }

  private void dropPseudoWithoutSource() {
    List<ReplicaInfo> lost = pseudo.values().stream().filter(one -> !hasSource(one)).toList();
    lost.forEach(one -> dropPseudo(one.blockId()));
  }

  private void tell(long id, ReplicaInfo replica) {
    reporters.forEach(reporter -> reporter.add(id, replica));
  }

  // ---- work ----

  /**
   * The replica that has been made longest gets its order, or is stored if it has one.
   *
   * @param sortFails whether it is then stored as it came
   */
  void workOnMaking(boolean sortFails) {
    Making making = up ? makings.peek() : null;
    if (making == null) {
      return;
    }
    if (making.order < 0) {
      making.order = assigned(making.block, making.stamp, making.orderAsItCame);
      return;
    }
    makings.remove();
    store(making.block.replica(making.stamp, sortFails ? making.orderAsItCame : making.order));
  }

  /** The first replica to be sorted anew gets its order, or is sorted by it. */
  void workOnResort() {
    Resort resort = up ? resorts.peek() : null;
    if (resort == null) {
      return;
    }
    ReplicaInfo stored = disk.get(resort.block.id);
    if (stored == null || stored.generationStamp() != resort.stamp) {
      resorts.remove();
      return;
    }
    if (resort.order < 0) {
      resort.order = assigned(resort.block, resort.stamp, stored.sortAttribute());
      return;
    }
    resorts.remove();
    if (resort.block.wants(stored.sortAttribute())
        && resort.order != stored.sortAttribute()
        && resort.deletions == resort.block.deletions) {
      long others =
          model.datanodes().stream()
              .filter(other -> other != this && other.holds(resort.block, stored.sortAttribute()))
              .count();
      RightAnswer.expect(
          () ->
              assertThat(others)
                  .as(
                      "other replicas of block %d in order %d, of which %s gives one up",
                      resort.block.id, stored.sortAttribute(), uuid)
                  .isPositive());
    }
    model.note("%s sorts block %d by %d", uuid, resort.block.id, resort.order);
    disk.put(resort.block.id, resort.block.replica(resort.stamp, resort.order));
    tell(resort.block.id, disk.get(resort.block.id));
  }

  private boolean holds(ModelBlock block, int order) {
    ReplicaInfo stored = disk.get(block.id);
    return stored != null && stored.sortAttribute() == order;
  }

  /** Asks the namenodes in turn for an order, the one that answered last time first. */
  private int assigned(ModelBlock block, long stamp, int otherwise) {
    List<ModelNamenode> namenodes = model.namenodes();
    for (int i = 0; i < namenodes.size() && isReachable(); i++) {
      int asked = (firstAsked + i) % namenodes.size();
      try {
        int order =
            namenodes
                .get(asked)
                .datanodes()
                .assign(ModelNamenode.POOL, uuid, block.id, stamp, block.indexAttributes)
                .sortAttribute();
        firstAsked = asked;
        return order;
      } catch (IOException e) {
        model.note("%s gets no order: %s", uuid, e.getMessage());
      }
    }
    return otherwise;
  }

  // ---- what HAIL's namenodes want ----

  void obey(ModelNamenode namenode, Heartbeat answer) {
    if (namenode != obeyed) {
      return;
    }
    for (long blockId : answer.resortBlockIds()) {
      ReplicaInfo stored = disk.get(blockId);
      if (stored != null) {
        namenode.expectHoldersWell(model.block(blockId));
        model.note("%s is to sort block %d anew", uuid, blockId);
        resorts.add(new Resort(model.block(blockId), stored.generationStamp()));
      }
    }
    for (long id : answer.droppedPseudoIds()) {
      dropPseudo(id);
    }
  }

  private void dropPseudo(long id) {
    pseudo.remove(id);
    tell(id, null);
  }

  /** A pseudo replica is on its way. */
  void grant(ReplicaInfo replica) {
    granted.add(replica);
  }

  /** Stores the first pseudo replica that is on its way, or its writer dies. */
  void workOnPseudo(boolean writerDies) {
    ReplicaInfo next = up ? granted.poll() : null;
    if (next != null && !writerDies && hasSource(next) && !pseudo.containsKey(next.blockId())) {
      pseudo.put(next.blockId(), next);
      tell(next.blockId(), next);
    }
  }
}
