// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.protocol.IndexGrant;
import dev.hail.protocol.IndexRequest;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.ipc.RetriableException;

/**
 * Says where new pseudo replicas go, if there is room for them. Each goes to a datanode that holds
 * the block, so that they spread evenly (thesis, section 3.7). The task's own datanode gets it
 * while it has no more of the index than the others on average. Otherwise the datanode with the
 * fewest gets it. Thread-safe.
 */
final class IndexGrants {
  private final HailNamespace namespace;
  private final ReplicaTable sources;
  private final PseudoBooks books;
  private final SpaceLedger space;
  private final KeptUses uses;
  private final KeptSchemas schemas;
  private final PseudoCounters counters;
  private final Predicate<String> takes;
  private final BooleanSupplier isReady;
  private final StepListener<PseudoStep> steps;

  /** Locked by whoever chooses a place, until the choice is among them. */
  private final OpenGrants open;

  /**
   * No grants.
   *
   * @param sources the replicas of blocks themselves
   * @param takes whether a datanode takes pseudo replicas, and was heard of lately
   * @param isReady whether datanodes have reported since the start
   * @param steadyMillis milliseconds of a clock that never steps
   */
  IndexGrants(
      HailNamespace namespace,
      ReplicaTable sources,
      PseudoBooks books,
      SpaceLedger space,
      KeptUses uses,
      KeptSchemas schemas,
      PseudoCounters counters,
      Predicate<String> takes,
      BooleanSupplier isReady,
      LongSupplier steadyMillis,
      StepListener<PseudoStep> steps) {
    this.namespace = namespace;
    this.sources = sources;
    this.books = books;
    this.space = space;
    this.uses = uses;
    this.schemas = schemas;
    this.counters = counters;
    this.takes = takes;
    this.isReady = isReady;
    this.steps = steps;
    this.open = new OpenGrants(OpenGrants.MOST, space.leaseMillis(), steadyMillis);
  }

  /** See {@link dev.hail.protocol.HailClientProtocol#grantIndex}. */
  IndexGrant grant(IndexRequest asked) throws IOException {
    HailCheckedFiles.WritableBlock block =
        namespace.files().writableBlock(asked.path(), asked.blockId());
    check(asked, block);
    if (!isReady.getAsBoolean()) {
      throw new RetriableException("this namenode does not know yet which indexes there are");
    }
    steps.before(PseudoStep.ADMIT);
    if (isThere(asked)) {
      return IndexGrant.alreadyThere();
    }
    IndexId index = new IndexId(block.fileId(), asked.sortAttribute());
    PseudoReplicaId key = new PseudoReplicaId(asked.blockId(), asked.sortAttribute());
    boolean isSecond = open.datanodeOf(key.blockId()) != null;
    DatanodeDescriptor target = target(asked, index);
    IndexGrant answer = null;
    try {
      answer = answer(asked, block, target);
      return answer;
    } finally {
      // What was granted before stays: its space is set aside until it is stored or lapses.
      if (!isSecond && (answer == null || answer.target() == null)) {
        space.withdrawAdmission(new SpaceLedger.Replica(index, asked.blockId()));
        forgetOpen(key.blockId());
      }
    }
  }

  /** Sets space aside for a replica at the place that was chosen for it. */
  private IndexGrant answer(
      IndexRequest asked, HailCheckedFiles.WritableBlock block, DatanodeDescriptor target)
      throws IOException {
    IndexId index = new IndexId(block.fileId(), asked.sortAttribute());
    uses.open(block.fileId());
    SpaceLedger.Admission admission =
        books.admit(new SpaceLedger.Replica(index, asked.blockId()), block.length());
    if (admission.full() != null) {
      counters.refusedForRoom();
      return IndexGrant.noRoom(admission.full());
    }
    if (!admission.admitted()) {
      throw new FileNotFoundException(asked.path() + " is gone");
    }
    PseudoReplicaId key = new PseudoReplicaId(asked.blockId(), asked.sortAttribute());
    List<IndexGrant.Evicted> evicted = evicted(admission.evicted());
    String token = token(key, asked.generationStamp(), block.length(), AccessMode.WRITE);
    steps.after(PseudoStep.ADMIT);
    return IndexGrant.granted(
        new IndexGrant.Target(
            namespace.blockPoolId(),
            target.getDatanodeUuid(),
            target.getIpAddr(),
            target.getHostName(),
            target.getXferPort(),
            token),
        evicted);
  }

  /** Permission for just one replica; whoever asks was found to have it. */
  String token(PseudoReplicaId key, long generationStamp, long length, AccessMode mode)
      throws IOException {
    return namespace
        .blocks()
        .blockToken(
            new ExtendedBlock(namespace.blockPoolId(), key.blockId(), length, generationStamp),
            mode);
  }

  private void check(IndexRequest asked, HailCheckedFiles.WritableBlock block) throws IOException {
    if (block == null || !block.complete() || block.generationStamp() != asked.generationStamp()) {
      throw new IOException(
          "block "
              + asked.blockId()
              + "_"
              + asked.generationStamp()
              + " is not a block of "
              + asked.path()
              + " any more; its new order is of no use");
    }
    if (!PseudoReplicaId.isPossible(asked.blockId(), asked.sortAttribute())) {
      throw new IOException(
          "block " + asked.blockId() + " cannot have an index by @" + asked.sortAttribute());
    }
    schemas.check(asked.path(), block.fileId(), asked.sortAttribute());
  }

  private boolean isThere(IndexRequest asked) {
    return !books
        .of(
            asked.blockId(),
            asked.generationStamp(),
            asked.sortAttribute(),
            namespace.datanodes()::isLive)
        .isEmpty();
  }

  private DatanodeDescriptor target(IndexRequest asked, IndexId index) throws IOException {
    long id = new PseudoReplicaId(asked.blockId(), asked.sortAttribute()).blockId();
    Set<String> corrupt = namespace.blocks().corruptReplicas(asked.blockId());
    // One that has yet to drop an earlier one would refuse.
    Predicate<String> free =
        uuid ->
            !corrupt.contains(uuid)
                && !asked.refusedBy().contains(uuid)
                && namespace.datanodes().isInService(uuid)
                && takes.test(uuid)
                && !books.drops().has(uuid, id);
    List<DatanodeDescriptor> holders = new ArrayList<>();
    for (LocatedReplica source : sources.replicas(asked.blockId(), asked.generationStamp(), free)) {
      DatanodeDescriptor holder =
          namespace.datanodes().manager().getDatanode(source.datanodeUuid());
      if (holder != null) {
        holders.add(holder);
      }
    }
    if (holders.isEmpty()) {
      throw new IOException(
          "no datanode takes an index of block "
              + asked.blockId()
              + " of "
              + asked.path()
              + ": it must hold the block, be in service, run HAIL, have "
              + "hail.datanode.index.share above 0, and not have to drop one first"
              + (asked.refusedBy().isEmpty()
                  ? ""
                  : "; " + asked.refusedBy().size() + " did not take it, their logs say why"));
    }
    synchronized (open) {
      // A datanode that has refused is not among the holders. It refuses for want of room or of the
      // block, not for another attempt: it lets the second wait for the first.
      DatanodeDescriptor chosen = again(open.datanodeOf(id), holders);
      if (chosen == null) {
        chosen = choose(holders, index, asked.host());
      }
      open.put(id, index, chosen.getDatanodeUuid(), namespace.caller());
      return chosen;
    }
  }

  /** A second attempt goes where the first one went, which makes it wait for that one. */
  private static DatanodeDescriptor again(String before, List<DatanodeDescriptor> holders) {
    return holders.stream()
        .filter(holder -> holder.getDatanodeUuid().equals(before))
        .findFirst()
        .orElse(null);
  }

  private DatanodeDescriptor choose(List<DatanodeDescriptor> holders, IndexId index, String host) {
    Map<String, Integer> counts = new HashMap<>();
    for (DatanodeDescriptor holder : holders) {
      String uuid = holder.getDatanodeUuid();
      counts.put(uuid, space.replicasOn(index, uuid) + open.on(index, uuid));
    }
    int sum = counts.values().stream().mapToInt(Integer::intValue).sum();
    return holders.stream()
        .filter(holder -> isOn(holder, host))
        .filter(holder -> counts.get(holder.getDatanodeUuid()) * holders.size() <= sum)
        .findFirst()
        .orElseGet(
            () ->
                holders.stream()
                    .min(Comparator.comparingInt(holder -> counts.get(holder.getDatanodeUuid())))
                    .orElseThrow());
  }

  private static boolean isOn(DatanodeDescriptor holder, String host) {
    return host.equals(holder.getHostName()) || host.equals(holder.getIpAddr());
  }

  private List<IndexGrant.Evicted> evicted(List<Held> evicted) throws IOException {
    Map<IndexId, List<Held>> byIndex = new LinkedHashMap<>();
    for (Held held : evicted) {
      counters.evicted();
      byIndex.computeIfAbsent(held.id(), id -> new ArrayList<>()).add(held);
    }
    List<IndexGrant.Evicted> told = new ArrayList<>();
    for (Map.Entry<IndexId, List<Held>> index : byIndex.entrySet()) {
      told.add(evicted(index.getKey(), index.getValue()));
    }
    return told;
  }

  /** Whoever asked learns names only of files that the caller may read. */
  private IndexGrant.Evicted evicted(IndexId id, List<Held> held) throws IOException {
    String path = namespace.files().readablePathOf(id.fileId());
    return new IndexGrant.Evicted(
        path == null ? "" : path,
        path == null ? "" : schemas.attributeName(id.fileId(), id.attribute()),
        held.size(),
        held.stream().mapToLong(Held::bytes).sum());
  }

  /** Forgets an open grant: a datanode reported the replica, or it got no room. */
  void forgetOpen(long id) {
    open.end(id);
  }
}
