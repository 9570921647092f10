// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.step.StepListener;
import dev.hail.testing.RightAnswer;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap.BlockHolders;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap.BlockState;
import org.apache.hadoop.ipc.StandbyException;

/**
 * A namenode of the {@link DirectoryModel}: HDFS' part, which knows of datanodes what they told it,
 * and HAIL's replica directory in it. Both namenodes know the same files.
 */
final class ModelNamenode implements HdfsState {
  static final String POOL = "BP-1";

  /** Silence after which HDFS gives up a datanode. */
  static final long DEAD_NANOS = TimeUnit.SECONDS.toNanos(630);

  /** Silence after which a holder may be dead: two heartbeats, and a second for the call. */
  private static final long WELL_NANOS = TimeUnit.SECONDS.toNanos(7);

  private final DirectoryModel model;
  private final ModelNamespace namespace;
  private final Configuration conf;
  private final int number;

  /** Stamps of the replicas of each block, by datanode, as they were told. */
  private final Map<Long, Map<String, Long>> located = new TreeMap<>();

  /** Time of the last heartbeat of each datanode that is not given up. */
  private final Map<String, Long> lastBeats = new TreeMap<>();

  /** Replicas that are to be deleted; they are located until their datanode has told so. */
  private final Map<Long, Set<String>> excess = new TreeMap<>();

  private boolean active;
  private long term;
  private long stateSince;
  private boolean safeMode;
  private ReplicaDirectoryService service;
  private DatanodeService datanodes;
  private List<Upkeep> upkeeps;

  ModelNamenode(DirectoryModel model, ModelNamespace namespace, Configuration conf, int number) {
    this.model = model;
    this.namespace = namespace;
    this.conf = conf;
    this.number = number;
    namespace.serve(this);
    start();
  }

  /** Starts (again), and knows of no datanode. */
  void start() {
    located.clear();
    lastBeats.clear();
    excess.clear();
    safeMode = true;
    service =
        new ReplicaDirectoryService(
            namespace.namespace(),
            this,
            conf,
            model::nanos,
            model::wallMillis,
            StepListener.none());
    datanodes = new DatanodeService(service, this::check);
    upkeeps = service.upkeeps();
  }

  private void check(String blockPoolId, String datanodeUuid) throws UnknownDatanodeException {
    if (!lastBeats.containsKey(datanodeUuid)) {
      throw new UnknownDatanodeException(datanodeUuid + " is not registered");
    }
  }

  int number() {
    return number;
  }

  DirectoryModel model() {
    return model;
  }

  ReplicaDirectoryService service() {
    return service;
  }

  DatanodeService datanodes() {
    return datanodes;
  }

  long term() {
    return term;
  }

  long stateSince() {
    return stateSince;
  }

  /** Becomes the active namenode, as which datanodes know it by a new term. */
  void activate(long newTerm) {
    active = true;
    term = newTerm;
    stateSince = model.wallMillis();
    excess.clear();
    // HDFS deletes nothing before each holder has reported to the new active namenode.
    model.datanodes().stream()
        .filter(ModelDatanode::isReachable)
        .forEach(datanode -> locateAll(datanode));
  }

  void standBy() {
    active = false;
    stateSince = model.wallMillis();
  }

  // ---- what datanodes tell HDFS ----

  /**
   * A heartbeat; returns false if the datanode reported all it has with it.
   *
   * @param registers whether it is the first one of the datanode's process
   */
  boolean heard(ModelDatanode datanode, boolean registers) {
    boolean known = lastBeats.put(datanode.uuid, model.nanos()) != null && !registers;
    if (!known) {
      locateAll(datanode);
    }
    return known;
  }

  private void locateAll(ModelDatanode datanode) {
    located.values().forEach(ofBlock -> ofBlock.remove(datanode.uuid));
    datanode.disk().keySet().forEach(id -> changed(datanode, id));
  }

  /** A replica of a datanode came, went or got another stamp. */
  void changed(ModelDatanode datanode, long blockId) {
    if (!isLive(datanode.uuid)) {
      return;
    }
    ModelBlock block = model.block(blockId);
    Map<String, Long> ofBlock = located.computeIfAbsent(blockId, id -> new TreeMap<>());
    if (datanode.replica(block) == null) {
      ofBlock.remove(datanode.uuid);
      excess.computeIfPresent(
          blockId,
          (id, uuids) -> {
            uuids.remove(datanode.uuid);
            return uuids;
          });
    } else {
      ofBlock.put(datanode.uuid, datanode.replica(block).generationStamp());
    }
  }

  // ---- what HDFS does ----

  /** Gives up silent datanodes and, if active, has replicas copied and deleted. */
  void superviseHdfs(RandomGenerator random) {
    List<String> silent =
        lastBeats.keySet().stream().filter(uuid -> silence(uuid) > DEAD_NANOS).toList();
    for (String uuid : silent) {
      model.note("namenode %d gives up %s", number, uuid);
      lastBeats.remove(uuid);
      located.values().forEach(ofBlock -> ofBlock.remove(uuid));
      excess.values().forEach(ofBlock -> ofBlock.remove(uuid));
    }
    safeMode &=
        !model.datanodes().stream()
            .allMatch(one -> !one.isReachable() || lastBeats.containsKey(one.uuid));
    if (active && !safeMode) {
      model.blocks().forEach(block -> supervise(block, random));
    }
  }

  private long silence(String uuid) {
    return model.nanos() - lastBeats.get(uuid);
  }

  private void supervise(ModelBlock block, RandomGenerator random) {
    Set<String> live = live(block);
    for (String uuid : Set.copyOf(holders(block).keySet())) {
      boolean stale = holders(block).get(uuid) != block.stamp && !live.isEmpty();
      if (block.deleted || stale || excessOf(block).contains(uuid)) {
        delete(block, uuid);
      }
    }
    if (block.deleted || !block.complete) {
      return;
    }
    if (live.size() < block.replication) {
      copy(block, random);
    } else if (live.size() > block.replication) {
      String surplus = List.copyOf(live).get(random.nextInt(live.size()));
      excess.computeIfAbsent(block.id, id -> new HashSet<>()).add(surplus);
      delete(block, surplus);
    }
  }

  private void delete(ModelBlock block, String uuid) {
    ModelDatanode datanode = model.datanode(uuid);
    if (datanode.obeys(this) && datanode.replica(block) != null && !datanode.makes(block)) {
      model.note("namenode %d has %s delete block %d", number, uuid, block.id);
      datanode.delete(block);
    }
  }

  private void copy(ModelBlock block, RandomGenerator random) {
    if (model.datanodes().stream().anyMatch(one -> one.makes(block))) {
      return;
    }
    List<ModelDatanode> sources =
        model.datanodes().stream()
            .filter(one -> one.obeys(this) && holders(block).containsKey(one.uuid))
            .filter(one -> one.replica(block) != null)
            .filter(one -> one.replica(block).generationStamp() == block.stamp)
            .toList();
    List<ModelDatanode> targets =
        model.datanodes().stream()
            .filter(one -> one.isReachable() && isInService(one.uuid))
            .filter(one -> !holders(block).containsKey(one.uuid) && one.replica(block) == null)
            .toList();
    if (!sources.isEmpty() && !targets.isEmpty()) {
      ModelDatanode source = sources.get(random.nextInt(sources.size()));
      ModelDatanode target = targets.get(random.nextInt(targets.size()));
      model.note("block %d is copied from %s to %s", block.id, source.uuid, target.uuid);
      target.make(block, false, source.replica(block).sortAttribute());
    }
  }

  private Map<String, Long> holders(ModelBlock block) {
    return located.getOrDefault(block.id, Map.of());
  }

  private Set<String> excessOf(ModelBlock block) {
    return excess.getOrDefault(block.id, Set.of());
  }

  private Set<String> live(ModelBlock block) {
    return holders(block).entrySet().stream()
        .filter(holder -> holder.getValue() == block.stamp)
        .map(Map.Entry::getKey)
        .filter(uuid -> isInService(uuid) && !excessOf(block).contains(uuid))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> corrupt(ModelBlock block) {
    return holders(block).entrySet().stream()
        .filter(holder -> holder.getValue() != block.stamp)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  // ---- what HAIL does ----

  /** Checks that each holder of a block that is repaired was heard from within two heartbeats. */
  void expectHoldersWell(ModelBlock block) {
    for (String uuid : holders(block).keySet()) {
      RightAnswer.expect(
          () ->
              assertThat(silence(uuid))
                  .as("silence of %s, which holds block %d that is to be repaired", uuid, block.id)
                  .isLessThanOrEqualTo(WELL_NANOS));
    }
  }

  /** A round of the upkeep of orders. */
  void upkeep() {
    upkeep(0);
  }

  /** A round of the upkeep of pseudo replicas. */
  void upkeepOfPseudo() {
    upkeep(1);
  }

  private void upkeep(int which) {
    upkeeps.get(which).round();
    long failures = upkeeps.stream().mapToLong(Upkeep::failures).sum();
    if (failures > 0) {
      throw new IllegalStateException("a duty of the upkeep failed; see the log");
    }
  }

  // ---- what HAIL asks HDFS ----

  @Override
  public boolean isActive() {
    return active;
  }

  @Override
  public void checkActive() throws StandbyException {
    if (!active) {
      throw new StandbyException("namenode " + number + " is not active");
    }
  }

  @Override
  public boolean isInSafeMode() {
    return safeMode;
  }

  @Override
  public BlockState blockState(long blockId) {
    ModelBlock block = existing(blockId);
    if (block == null) {
      return null;
    }
    Set<String> live = live(block);
    Set<String> corrupt = corrupt(block);
    boolean pipelineIsKnown = !block.complete && block.pipeline.size() >= block.replication;
    return new BlockState(
        block.stamp,
        block.complete,
        live.size() == block.replication && holders(block).size() == live.size(),
        live.size(),
        corrupt,
        pipelineIsKnown ? Set.copyOf(block.pipeline) : Set.of());
  }

  /** A block that has not been deleted; null if there is none. */
  ModelBlock existing(long blockId) {
    ModelBlock block = model.block(blockId);
    return block == null || block.deleted ? null : block;
  }

  @Override
  public BlockHolders holdersOf(long blockId) {
    ModelBlock block = existing(blockId);
    if (block == null) {
      return null;
    }
    Set<String> sound = new HashSet<>(holders(block).keySet());
    sound.removeAll(corrupt(block));
    return new BlockHolders(ModelBlock.BYTES, block.complete, sound);
  }

  /** Uuids of the datanodes whose replica of a block is corrupt. */
  Set<String> corruptReplicas(long blockId) {
    ModelBlock block = existing(blockId);
    return block == null ? Set.of() : corrupt(block);
  }

  @Override
  public String ownerOf(long blockId) {
    return existing(blockId) == null ? null : "alice";
  }

  @Override
  public long newestGenerationStamp() {
    return model.newestStamp();
  }

  @Override
  public List<String> liveDatanodes() {
    return List.copyOf(lastBeats.keySet());
  }

  @Override
  public boolean isLive(String datanodeUuid) {
    return lastBeats.containsKey(datanodeUuid);
  }

  @Override
  public boolean isInService(String datanodeUuid) {
    return isLive(datanodeUuid) && model.datanode(datanodeUuid).inService;
  }

  @Override
  public boolean hasHeartbeat(String datanodeUuid, long withinMillis) {
    return isLive(datanodeUuid)
        && silence(datanodeUuid) <= TimeUnit.MILLISECONDS.toNanos(withinMillis);
  }

  @Override
  public boolean hasSilentDatanode(long forMillis) {
    Collection<String> uuids = lastBeats.keySet();
    return uuids.stream().anyMatch(uuid -> !hasHeartbeat(uuid, forMillis));
  }
}
