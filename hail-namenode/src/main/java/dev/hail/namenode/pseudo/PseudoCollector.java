// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.client.pseudo.PseudoName;
import dev.hail.client.pseudo.PseudoStep;
import dev.hail.format.value.Excerpt;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.step.StepListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes pseudo block replicas, those that somebody drops and those that nobody needs, and gives
 * changes of the sources' owners and permissions on to the rest.
 */
final class PseudoCollector {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoCollector.class);

  private final HailNamespace namespace;
  private final PseudoConnection connection;
  private final PseudoRegistry registry;
  private final KeptUses uses;
  private final PseudoKeeper.Limits limits;
  private final PseudoCounters counters;
  private final LongSupplier millisClock;
  private final StepListener<PseudoStep> steps;

  /** Since when, in milliseconds, no live datanode has a replica, by the inode of its file. */
  private final Map<Long, Long> lostSince = new HashMap<>();

  private long nextCollection;

  PseudoCollector(
      HailNamespace namespace,
      PseudoConnection connection,
      PseudoRegistry registry,
      KeptUses uses,
      PseudoKeeper.Limits limits,
      PseudoCounters counters,
      LongSupplier millisClock,
      StepListener<PseudoStep> steps) {
    this.namespace = namespace;
    this.connection = connection;
    this.registry = registry;
    this.uses = uses;
    this.limits = limits;
    this.counters = counters;
    this.millisClock = millisClock;
    this.steps = steps;
  }

  /**
   * Removes replicas; see {@link dev.hail.protocol.HailClientProtocol#unpublish}. Who is reading
   * one goes on with another replica of its block.
   */
  int unpublish(String path, int sortAttribute) throws IOException {
    long[] blocks = namespace.writableBlocks(path);
    registry.checkLoaded();
    int removed = 0;
    for (long blockId : blocks) {
      for (PseudoReplicas.Entry entry : registry.all(blockId)) {
        if (entry.sortAttribute() == sortAttribute) {
          connection.files().delete(new Path(entry.path()));
          registry.remove(blockId, entry.path());
          removed++;
        }
      }
    }
    LOG.info(
        "{}: {} pseudo replicas by attribute {} removed",
        Excerpt.line(path),
        removed,
        sortAttribute);
    return removed;
  }

  /**
   * Removes a replica to make room for another.
   *
   * @return its bytes; 0 if it was gone
   */
  long evict(PseudoFiles files, SpaceLedger.Replica evicted) throws IOException {
    long bytes = 0;
    for (PseudoReplicas.Entry entry : registry.all(evicted.blockId())) {
      if (entry.sortAttribute() == evicted.id().attribute()) {
        files.delete(new Path(entry.path()));
        registry.remove(evicted.blockId(), entry.path());
        counters.evicted();
        bytes += entry.bytes();
        LOG.info("{} made room for a replica that is worth more", entry.path());
      }
    }
    return bytes;
  }

  /**
   * Finds the replicas after a start or failover, and collects from time to time; called often, by
   * one thread that is not a handler of calls.
   */
  void keepUp() throws IOException {
    if (!namespace.isActive() || namespace.isInSafeMode()) {
      if (registry.wasLoaded()) {
        forget();
      }
      return;
    }
    long now = millisClock.getAsLong();
    if (registry.isLoaded() && now < nextCollection) {
      return;
    }
    PseudoFiles connected = connection.files();
    if (!registry.isLoaded()) {
      // What was known before another namenode was active for a moment, or of a load that failed.
      forget();
      registry.load(connected);
      for (long fileId : registry.files()) {
        uses.open(fileId);
      }
      registry.loaded();
    }
    // Also after a failure: it would not pass by being met again at once.
    nextCollection = now + limits.collectMillis();
    uses.keep();
    collect(connected, now);
  }

  private void forget() {
    registry.clear();
    uses.clear();
    lostSince.clear();
  }

  private void collect(PseudoFiles files, long now) throws IOException {
    Set<Long> lost = new HashSet<>();
    registry.beginRound();
    for (Path parent : files.directories()) {
      attempt(parent, () -> collect(files, new Path(parent.toUri().getPath()), now, lost));
    }
    lostSince.keySet().retainAll(lost);
    registry.forgetRemoved();
    registry.forgetGoneFiles();
    uses.forgetGoneFiles();
    for (FileStatus staged : files.unpublished()) {
      // Users can set the time of a file, into the future, too.
      if (Math.abs(now - staged.getModificationTime()) > limits.stagingMillis()) {
        Path path = new Path(staged.getPath().toUri().getPath());
        LOG.info("{} was never published; removed", Excerpt.line(path.toString()));
        attempt(path, () -> files.deleteAll(path));
      }
    }
  }

  /** Something that can fail without keeping others from being done. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private static void attempt(Path path, Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Upkeep of {} failed; the next round tries again", Excerpt.line(path.toString()), e);
    }
  }

  /** Adds the inodes of those that no live datanode has. */
  private void collect(PseudoFiles files, Path parent, long now, Set<Long> lost)
      throws IOException {
    boolean empty = true;
    Long fileId = null;
    for (PseudoFiles.Found found : files.replicas(parent)) {
      if (found.block() != null && found.block().getLocations().length == 0) {
        lost.add(found.fileId());
        lostSince.putIfAbsent(found.fileId(), now);
      }
      if (!keepOrDelete(files, found, now)) {
        empty = false;
        fileId = namespace.fileIdOf(found.name().blockId());
      }
    }
    if (empty) {
      if (!registry.isInUse(parent)) {
        files.delete(parent);
      }
      return;
    }
    Long guard = fileId == null ? null : namespace.guardOf(fileId);
    if (guard != null && !PseudoFiles.isFor(parent, guard)) {
      renew(files, parent, fileId, guard);
    }
  }

  /** Who could find the source and cannot any more shall not find its replicas either. */
  private void renew(PseudoFiles files, Path parent, long fileId, long guard) throws IOException {
    registry.renewed(files, fileId, files.renew(parent, guard));
    LOG.info("The way to inode {} has changed, and so did the name of {}", fileId, parent);
  }

  /** Returns whether the file is gone. */
  private boolean keepOrDelete(PseudoFiles files, PseudoFiles.Found found, long now)
      throws IOException {
    PseudoName name = found.name();
    HailNamespace.BlockState source = namespace.blockState(name.blockId());
    String reason = null;
    if (found.block() == null) {
      reason = "it is no single block";
    } else if (source == null) {
      reason = "its block is gone";
    } else if (source.generationStamp() != name.generationStamp()) {
      reason = "its block has changed";
    } else if (found.block().isCorrupt()) {
      reason = "it is damaged";
    } else if (now - lostSince.getOrDefault(found.fileId(), now) > limits.lostMillis()) {
      reason = "no datanode has it any more";
    }
    if (reason != null) {
      LOG.info("{}: {}; removed", found.path(), reason);
      steps.before(PseudoStep.COLLECT);
      // One that was just published may be at that path by now.
      files.delete(found);
      registry.remove(found);
      steps.after(PseudoStep.COLLECT);
      counters.collected();
      return true;
    }
    if (!registry.knows(name, found.path(), found.block().getBlock())) {
      // A publication was cut off after its rename, or its rename was taken for failed.
      registry.addFound(found);
    }
    String sourcePath = namespace.fileOf(name.blockId());
    Long fileId = namespace.fileIdOf(name.blockId());
    if (sourcePath == null || fileId == null) {
      return false;
    }
    registry.recount(name.blockId(), found.path(), fileId);
    try {
      Path path = new Path(sourcePath);
      HdfsFileStatus status = files.status(path);
      // Else the source lives on in a snapshot, and another file has its path.
      if (status.getFileId() == fileId) {
        files.copyAccess((FileStatus) status, path, found.status(), new Path(found.path()));
      }
      // Its owner may have asked for more copies, which the budget does not count.
      files.keepOneReplica(found);
    } catch (FileNotFoundException moved) {
      // Renamed or deleted this moment, or alive in a snapshot only; the next round sees.
      LOG.debug("{} is not at {} now", found.path(), sourcePath, moved);
    }
    return false;
  }
}
