// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.IndexGrant;
import dev.hail.protocol.IndexRequest;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;

/**
 * Two namenodes with HAIL's own replica directories, and datanodes and HDFS as models. One thread
 * delivers messages, lets time pass and daemons fail, in an order that a seed decides. After the
 * last step all is mended and delivered, and then nothing may be lost.
 *
 * <p>A step depends on the seed, its number and the state alone. So steps can be left out of a
 * schedule that fails, to find those that matter.
 */
final class DirectoryModel {
  static final List<String> DATANODES = List.of("dn1", "dn2", "dn3", "dn4");

  private static final int NAMENODES = 2;
  private static final int BLOCKS_MAX = 4;
  private static final long FIRST_BLOCK = 1 << 30;
  private static final long FIRST_STAMP = 1_000;
  private static final long WALL_MILLIS = 1_700_000_000_000L;
  private static final long BUDGET = 2 * ModelBlock.BYTES;

  /** No more datanodes die or are cut off while only so many can be reached. */
  private static final int REACHABLE_MIN = 2;

  private static final int QUIET_ROUNDS_MAX = 60;
  private static final int SORTS_PER_FAILURE = 6;

  /** Rounds without work after which time is let pass, for what waits for it. */
  private static final int IDLE_ROUNDS = 3;

  /** Rounds of upkeep in which each duty has its turn. */
  private static final int UPKEEP_ROUNDS = 10;

  /** Longer than leases, assignments and the first waits of repair last. */
  private static final long LONG_SECONDS = 1_300;

  /** An attribute that is the index attribute of no block. */
  private static final int PSEUDO_ORDER = 4;

  private static final long[] CLOCK_SECONDS = {1, 3, 3, 7, 40, LONG_SECONDS};
  private static final int[][] INDEX_ATTRIBUTES = {{1, 2, 3}, {1, 2, 3}, {3, 1}, {2}};

  private static final Configuration CONF = configuration();

  private final long seed;
  private final List<ModelNamenode> namenodes = new ArrayList<>();
  private final List<ModelDatanode> datanodes = new ArrayList<>();
  private final Map<Long, ModelBlock> blocks = new TreeMap<>();
  private final ModelPromises promises = new ModelPromises(this);
  private final List<String> trace;
  private long nanos = TimeUnit.HOURS.toNanos(1);
  private long stamp = FIRST_STAMP;
  private long term;
  private int rounds;

  /** Whether space for a pseudo replica was promised. */
  private boolean granted;

  /**
   * A cluster without files, whose first namenode is active.
   *
   * @param namespaces one for each namenode, in use by no other model
   * @param trace takes what happens; null if nobody wants to know
   */
  DirectoryModel(long seed, List<ModelNamespace> namespaces, List<String> trace) {
    this.seed = seed;
    this.trace = trace;
    for (int i = 0; i < NAMENODES; i++) {
      namenodes.add(new ModelNamenode(this, namespaces.get(i), CONF, i));
    }
    DATANODES.forEach(uuid -> datanodes.add(new ModelDatanode(this, uuid)));
    namenodes.get(0).activate(++term);
    round();
  }

  private static Configuration configuration() {
    Configuration conf = new Configuration(false);
    conf.set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "3s");
    conf.setInt(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, 1_000);
    conf.setInt(HailConfigKeys.NAMENODE_FULL_REPORTS_MAX, 2);
    conf.set(HailConfigKeys.ADAPTIVE_BUDGET_FILE, "-1");
    conf.set(HailConfigKeys.ADAPTIVE_BUDGET_CLUSTER, Long.toString(BUDGET));
    return conf;
  }

  // ---- what the parts ask ----

  long nanos() {
    return nanos;
  }

  long wallMillis() {
    return WALL_MILLIS + TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  long newestStamp() {
    return stamp;
  }

  List<ModelNamenode> namenodes() {
    return namenodes;
  }

  List<ModelDatanode> datanodes() {
    return datanodes;
  }

  ModelDatanode datanode(String uuid) {
    return datanodes.get(DATANODES.indexOf(uuid));
  }

  Collection<ModelBlock> blocks() {
    return blocks.values();
  }

  ModelBlock block(long id) {
    return blocks.get(id);
  }

  void note(String format, Object... values) {
    if (trace != null) {
      trace.add(String.format(Locale.ROOT, format, values));
    }
  }

  // ---- steps ----

  /** Takes a step. */
  void step(int number) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
    ModelDatanode datanode = datanodes.get(random.nextInt(datanodes.size()));
    ModelNamenode namenode = namenodes.get(random.nextInt(NAMENODES));
    if (trace != null) {
      trace.add("-- step " + number);
    }
    switch (random.nextInt(100)) {
      case 0, 1, 2, 3, 4 -> write(random);
      case 5 -> deleteFile(random);
      case 6, 7 -> setReplication(random);
      case 8, 9, 10, 11, 12, 13, 14, 15 -> datanode.workOnMaking(sortFails(random));
      case 16, 17, 18, 19, 20 -> datanode.workOnResort();
      case 21, 22, 23, 24, 25, 26, 27 -> tell(datanode, namenode, fate(random));
      case 28, 29, 30, 31, 32, 33, 34 -> beat(datanode, namenode, fate(random));
      case 35, 36, 37, 38 -> datanode.beatHdfs(namenode);
      case 39, 40, 41, 42 -> namenode.superviseHdfs(random);
      case 43, 44 -> namenode.upkeep();
      case 45 -> namenode.upkeepOfPseudo();
      case 46, 47, 48, 49, 50 -> advance(random);
      case 51, 52, 53 -> die(datanode);
      case 54, 55, 56, 57, 58, 59 -> comeBack(random);
      case 60, 61 -> cut(datanode);
      case 62 -> decommission(datanode);
      case 63, 64, 65 -> failOver(random.nextBoolean());
      case 66 -> restart(namenode);
      case 67, 68, 69, 70, 71, 72 -> grant(random);
      case 73, 74, 75 -> dropIndex(random);
      case 76, 77, 78, 79 -> datanode.workOnPseudo(random.nextInt(4) == 0);
      default -> round();
    }
    finishBlocks();
  }

  private static ModelReporter.Fate fate(RandomGenerator random) {
    return switch (random.nextInt(10)) {
      case 0 -> ModelReporter.Fate.REQUEST_LOST;
      case 1 -> ModelReporter.Fate.ANSWER_LOST;
      default -> ModelReporter.Fate.ANSWERED;
    };
  }

  private void tell(ModelDatanode datanode, ModelNamenode namenode, ModelReporter.Fate fate) {
    note("%s reports to namenode %d: %s", datanode.uuid, namenode.number(), fate);
    datanode.reporter(namenode).tell(fate);
  }

  private void beat(ModelDatanode datanode, ModelNamenode namenode, ModelReporter.Fate fate) {
    note("%s has a heartbeat for namenode %d: %s", datanode.uuid, namenode.number(), fate);
    datanode.reporter(namenode).beat(fate);
  }

  private static boolean sortFails(RandomGenerator random) {
    return random.nextInt(SORTS_PER_FAILURE) == 0;
  }

  private ModelNamenode active() {
    return namenodes.stream()
        .filter(ModelNamenode::isActive)
        .max((a, b) -> Long.compare(a.term(), b.term()))
        .orElseThrow();
  }

  private List<ModelBlock> files() {
    return blocks.values().stream().filter(block -> !block.deleted).toList();
  }

  private void write(RandomGenerator random) {
    List<ModelDatanode> places = new ArrayList<>(reachable());
    places.removeIf(one -> !active().isInService(one.uuid));
    if (files().size() >= BLOCKS_MAX || places.isEmpty() || active().isInSafeMode()) {
      return;
    }
    int[] attributes = INDEX_ATTRIBUTES[random.nextInt(INDEX_ATTRIBUTES.length)];
    int replication = 2 + random.nextInt(2);
    while (places.size() > replication) {
      places.remove(random.nextInt(places.size()));
    }
    ModelBlock block =
        new ModelBlock(FIRST_BLOCK + blocks.size(), ++stamp, replication, attributes);
    blocks.put(block.id, block);
    for (ModelDatanode place : places) {
      block.pipeline.add(place.uuid);
      place.make(block, true, 0);
    }
    note("block %d is written to %s, %d replicas", block.id, block.pipeline, replication);
  }

  /** Completes blocks whose replicas have all been written. */
  private void finishBlocks() {
    for (ModelBlock block : files()) {
      if (!block.complete && datanodes.stream().noneMatch(one -> one.isWriting(block))) {
        block.complete = true;
        block.pipeline.clear();
      }
    }
  }

  private void deleteFile(RandomGenerator random) {
    List<ModelBlock> files = files();
    if (!files.isEmpty()) {
      delete(files.get(random.nextInt(files.size())));
    }
  }

  private void delete(ModelBlock block) {
    note("block %d is deleted", block.id);
    block.deleted = true;
    datanodes.stream().filter(one -> one.isWriting(block)).forEach(one -> one.abandon(block));
  }

  private void setReplication(RandomGenerator random) {
    List<ModelBlock> files = files();
    if (!files.isEmpty()) {
      ModelBlock block = files.get(random.nextInt(files.size()));
      block.replication = 2 + random.nextInt(2);
      note("block %d is to have %d replicas", block.id, block.replication);
    }
  }

  private void advance(RandomGenerator random) {
    advance(CLOCK_SECONDS[random.nextInt(CLOCK_SECONDS.length)]);
    for (ModelDatanode datanode : datanodes) {
      for (ModelNamenode namenode : namenodes) {
        if (random.nextInt(8) > 0) {
          datanode.beatHdfs(namenode);
        }
      }
    }
  }

  private void advance(long seconds) {
    note("%d s pass", seconds);
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  private List<ModelDatanode> reachable() {
    return datanodes.stream().filter(ModelDatanode::isReachable).toList();
  }

  private void die(ModelDatanode datanode) {
    if (datanode.up && reachable().size() > REACHABLE_MIN) {
      note("%s dies", datanode.uuid);
      leavePipelines(datanode);
      datanode.die();
    }
  }

  private void comeBack(RandomGenerator random) {
    List<ModelDatanode> away = datanodes.stream().filter(one -> !one.isReachable()).toList();
    if (!away.isEmpty()) {
      comeBack(away.get(random.nextInt(away.size())));
    }
  }

  private void comeBack(ModelDatanode datanode) {
    if (!datanode.isReachable()) {
      note("%s comes back", datanode.uuid);
      datanode.cut = false;
      if (!datanode.up) {
        datanode.comeBack();
      }
    }
  }

  private void cut(ModelDatanode datanode) {
    if (datanode.isReachable() && reachable().size() > REACHABLE_MIN) {
      note("%s is cut off", datanode.uuid);
      datanode.cut = true;
      leavePipelines(datanode);
    }
  }

  /** Writers go on without a datanode, if there is another. */
  private void leavePipelines(ModelDatanode gone) {
    for (ModelBlock block : files()) {
      if (block.complete || !block.pipeline.remove(gone.uuid)) {
        continue;
      }
      gone.abandon(block);
      block.stamp = ++stamp;
      for (String uuid : block.pipeline) {
        datanode(uuid).restamp(block);
        // The namenode gives out the stamp, and waits for replicas that have it.
        namenodes.forEach(namenode -> namenode.changed(datanode(uuid), block.id));
      }
      if (block.pipeline.isEmpty()) {
        delete(block);
      }
    }
  }

  private void decommission(ModelDatanode datanode) {
    boolean others =
        datanodes.stream().filter(one -> one != datanode).allMatch(one -> one.inService);
    if (!datanode.inService || others) {
      datanode.inService = !datanode.inService;
      note("%s is %s service", datanode.uuid, datanode.inService ? "in" : "out of");
    }
  }

  /** The other namenode becomes active; the old one knows it, or believes that it is active. */
  private void failOver(boolean inOrder) {
    ModelNamenode old = active();
    ModelNamenode other = namenodes.get(NAMENODES - 1 - old.number());
    if (other.isInSafeMode()) {
      return;
    }
    note(
        "namenode %d becomes active; %d %s",
        other.number(), old.number(), inOrder ? "is told" : "is not");
    if (inOrder) {
      old.standBy();
    }
    advance(1);
    other.activate(++term);
  }

  private void restart(ModelNamenode namenode) {
    note("namenode %d restarts", namenode.number());
    advance(1);
    if (namenode.isActive() && namenode != active()) {
      namenode.standBy();
    }
    namenode.start();
  }

  private void grant(RandomGenerator random) {
    List<ModelBlock> files = files();
    if (!files.isEmpty()) {
      ModelBlock block = files.get(random.nextInt(files.size()));
      String host = DATANODES.get(random.nextInt(DATANODES.size()));
      grant(block, PSEUDO_ORDER, host, random.nextInt(3) > 0);
    }
  }

  /** A user drops an index. */
  private void dropIndex(RandomGenerator random) {
    List<ModelBlock> files = files();
    if (files.isEmpty()) {
      return;
    }
    ModelBlock block = files.get(random.nextInt(files.size()));
    try {
      int dropped = active().service().pseudo().drop(block.path(), PSEUDO_ORDER);
      note("%d pseudo replicas of block %d are dropped", dropped, block.id);
    } catch (IOException e) {
      throw new IllegalStateException("the model has the file", e);
    }
  }

  private IndexGrant grant(ModelBlock block, int order, String host, boolean isStored) {
    IndexRequest request =
        new IndexRequest(block.path(), block.id, block.stamp, order, host, List.of());
    try {
      IndexGrant grant = active().service().pseudo().grant(request);
      if (grant.target() != null) {
        note("%s is granted order %d of block %d", grant.target().datanodeUuid(), order, block.id);
        granted = true;
        if (isStored) {
          datanode(grant.target().datanodeUuid()).grant(block.pseudoReplica(order));
        }
      }
      return grant;
    } catch (IOException e) {
      note("order %d of block %d is not granted: %s", order, block.id, e.getMessage());
      return null;
    }
  }

  /** Everybody has a turn. */
  private void round() {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + nanos);
    note("everybody has a turn");
    advance(3);
    datanodes.forEach(datanode -> namenodes.forEach(datanode::beatHdfs));
    for (ModelDatanode datanode : datanodes) {
      for (ModelNamenode namenode : namenodes) {
        datanode.reporter(namenode).tell(ModelReporter.Fate.ANSWERED);
        datanode.reporter(namenode).beat(ModelReporter.Fate.ANSWERED);
      }
    }
    namenodes.forEach(namenode -> namenode.superviseHdfs(random));
    namenodes.forEach(ModelNamenode::upkeep);
    if (++rounds % 2 == 0) {
      // Its calls of mocks take most of the time of a model.
      namenodes.forEach(ModelNamenode::upkeepOfPseudo);
    }
    for (ModelDatanode datanode : datanodes) {
      for (int stage = 0; stage < 2; stage++) {
        datanode.workOnMaking(sortFails(random));
        datanode.workOnResort();
      }
      datanode.workOnPseudo(false);
    }
    finishBlocks();
  }

  // ---- the end ----

  /** Mends all, lets everybody do and tell what is left, and checks that nothing is lost. */
  void end() {
    note("-- the end");
    ModelNamenode active = active();
    namenodes.stream()
        .filter(one -> one != active && one.isActive())
        .forEach(ModelNamenode::standBy);
    for (ModelDatanode datanode : datanodes) {
      datanode.inService = true;
      comeBack(datanode);
    }
    settle();
    if (granted) {
      checkRoom();
    }
    for (ModelNamenode namenode : namenodes) {
      restart(namenode);
    }
    settle();
    for (ModelNamenode namenode : namenodes) {
      RightAnswer.expect(
          () ->
              assertThat(namenode.service().repair().wishes())
                  .as("replicas that a restarted namenode has sorted although no order is missing")
                  .isZero());
    }
  }

  private void settle() {
    String wrong = "";
    int idleRounds = 0;
    for (int round = 0; round < QUIET_ROUNDS_MAX; round++) {
      round();
      if (!isIdle()) {
        continue;
      }
      promises.expectDirectoriesRight();
      promises.expectSumsRight();
      wrong = promises.firstBroken();
      if (wrong.isEmpty()) {
        return;
      }
      // A wish of the namenode takes a round to be made, and another one to be told.
      if (++idleRounds % IDLE_ROUNDS == 0) {
        waitLong();
      }
    }
    String last = wrong;
    RightAnswer.expect(() -> assertThat(isIdle()).as("nothing is left to do").isTrue());
    RightAnswer.expect(
        () -> assertThat(last).as("what is wrong when all is mended and told").isEmpty());
  }

  /** Lets leases and waits end, and duties that are seldom have their turn. */
  private void waitLong() {
    advance(LONG_SECONDS);
    datanodes.forEach(datanode -> namenodes.forEach(datanode::beatHdfs));
    round();
    for (int i = 0; i < UPKEEP_ROUNDS; i++) {
      namenodes.forEach(ModelNamenode::upkeep);
    }
    namenodes.forEach(ModelNamenode::upkeepOfPseudo);
  }

  private boolean isIdle() {
    return datanodes.stream().allMatch(ModelDatanode::isIdle)
        && namenodes.stream().noneMatch(ModelNamenode::isInSafeMode);
  }

  /** Space that was promised and not used is there again. */
  private void checkRoom() {
    advance(LONG_SECONDS);
    datanodes.forEach(datanode -> datanode.beatHdfs(active()));
    datanodes.forEach(datanode -> datanode.reporter(active()).beat(ModelReporter.Fate.ANSWERED));
    long used = active().service().pseudo().counts().bytes();
    List<ModelBlock> files = files();
    if (files.isEmpty() || used + ModelBlock.BYTES > BUDGET) {
      return;
    }
    IndexGrant grant = grant(files.get(0), PSEUDO_ORDER + 1, DATANODES.get(0), false);
    RightAnswer.expect(
        () ->
            assertThat(grant != null && grant.target() != null)
                .as("%d bytes are in use, and %s is the answer to a job", used, grant)
                .isTrue());
  }
}
