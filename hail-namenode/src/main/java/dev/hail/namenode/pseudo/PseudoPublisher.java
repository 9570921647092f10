// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.client.pseudo.PseudoLayout;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.client.pseudo.PseudoStep;
import dev.hail.format.block.BlockFront;
import dev.hail.format.value.Excerpt;
import dev.hail.namenode.directory.ReplicaDirectory;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.Publication;
import dev.hail.step.StepListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes staged files pseudo block replicas, if they are what they claim to be and the budget has
 * room for them.
 */
final class PseudoPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoPublisher.class);

  /** Far more than the index of any block takes. */
  private static final int LONGEST_FRONT = 64 << 20;

  private final HailNamespace namespace;
  private final ReplicaDirectory directory;
  private final PseudoLayout layout;
  private final PseudoConnection connection;
  private final PseudoRegistry registry;
  private final PseudoCollector collector;
  private final KeptUses uses;
  private final KeptSchemas schemas;
  private final SpaceLedger space;
  private final PseudoCounters counters;
  private final StepListener<PseudoStep> steps;
  private final Claims claims = new Claims();

  PseudoPublisher(
      HailNamespace namespace,
      ReplicaDirectory directory,
      PseudoLayout layout,
      PseudoConnection connection,
      PseudoRegistry registry,
      PseudoCollector collector,
      KeptUses uses,
      KeptSchemas schemas,
      SpaceLedger space,
      PseudoCounters counters,
      StepListener<PseudoStep> steps) {
    this.namespace = namespace;
    this.directory = directory;
    this.layout = layout;
    this.connection = connection;
    this.registry = registry;
    this.collector = collector;
    this.uses = uses;
    this.schemas = schemas;
    this.space = space;
    this.counters = counters;
    this.steps = steps;
  }

  /** The directory for files to be published, which is there from now on. */
  String stagingDirectory() throws IOException {
    connection.files().prepare();
    return layout.staging().toString();
  }

  /**
   * Makes a staged file a replica; see {@link dev.hail.protocol.HailClientProtocol#publish}. The
   * caller of the current RPC is who asks.
   *
   * @param caller short name of that user
   */
  Publication.Answer publish(Publication asked, String caller) throws IOException {
    HailNamespace.WritableBlock source = namespace.writableBlock(asked.path(), asked.blockId());
    if (source == null || source.generationStamp() != asked.generationStamp()) {
      throw new IOException(
          "block "
              + asked.blockId()
              + "_"
              + asked.generationStamp()
              + " is not a block of "
              + asked.path()
              + " any more; its new order is of no use");
    }
    checkSource(asked, source);
    Path staged = new Path(asked.stagedPath());
    if (!layout.isStaged(staged)) {
      throw new IOException(
          staged + " is not in " + layout.staging() + ", where files to publish have to be");
    }
    if (asked.sortAttribute() < 1) {
      throw new IOException(staged + " is to have no order; only indexed replicas are published");
    }
    registry.checkLoaded();
    Path claimed = layout.claimed(staged, caller);
    if (!claims.begin(claimed)) {
      return Publication.Answer.of(Publication.Outcome.NOT_REPORTED);
    }
    try {
      return publish(connection.files(), asked, source, claimed, caller);
    } catch (RemoteException e) {
      // Who is told so asks the namenode that took over meanwhile.
      throw e.unwrapRemoteException(StandbyException.class);
    } finally {
      claims.end(claimed);
    }
  }

  /** Else each replica would have a budget of its own, and its replicas too, without end. */
  private void checkSource(Publication asked, HailNamespace.WritableBlock source)
      throws IOException {
    String path = namespace.pathOf(source.fileId());
    if (path == null) {
      throw new FileNotFoundException(asked.path() + " is gone");
    }
    if (layout.contains(path)) {
      throw new IOException(
          path
              + " is in "
              + layout.root()
              + ", where pseudo replicas lie; index the file that it was made of");
    }
  }

  /**
   * What is looked at in the staging directory may have been exchanged for something else the next
   * moment. So it is only moved from there, to where none but the superuser can, and all that
   * matters is found out then.
   */
  private Publication.Answer publish(
      PseudoFiles files,
      Publication asked,
      HailNamespace.WritableBlock source,
      Path claimed,
      String caller)
      throws IOException {
    // It is there already if an earlier call was cut off.
    if (!files.exists(claimed)) {
      Path staged = new Path(asked.stagedPath());
      Publication.Outcome early = look(files, asked, staged, caller);
      if (early != null) {
        return Publication.Answer.of(early);
      }
      steps.before(PseudoStep.CLAIM);
      files.move(staged, claimed, false);
    }
    PseudoFiles.OneBlock offered;
    try {
      steps.after(PseudoStep.CLAIM);
      offered = files.oneBlock(claimed);
      // A call that was cut off may have given it to the owner of the source.
      if (!isOwner(offered, caller)
          && !isOwner(offered, sourceStatus(files, asked, source).getOwner())) {
        throw notYours(offered, claimed, caller);
      }
      if (isThere(asked)) {
        files.delete(claimed);
        return Publication.Answer.of(Publication.Outcome.ALREADY_THERE);
      }
      List<LocatedReplica> reported = reported(offered);
      if (reported.isEmpty()) {
        return Publication.Answer.of(Publication.Outcome.NOT_REPORTED);
      }
      steps.before(PseudoStep.CHECK);
      check(files, asked, source, claimed, offered, reported.get(0));
    } catch (IOException | RuntimeException | Error e) {
      // It is not known to be the caller's to lose.
      cleanUp(e, () -> files.move(claimed, new Path(asked.stagedPath()), false));
      throw e;
    }
    try {
      steps.after(PseudoStep.CHECK);
      return publishChecked(files, asked, source, claimed, offered, caller);
    } catch (IOException | RuntimeException | Error e) {
      // It may have the owner and permissions of the source by now.
      cleanUp(e, () -> files.delete(claimed));
      throw e;
    }
  }

  /** Whether there is something to publish by now; null if so. */
  private Publication.Outcome look(PseudoFiles files, Publication asked, Path staged, String caller)
      throws IOException {
    PseudoFiles.OneBlock offered;
    try {
      offered = files.oneBlock(staged);
    } catch (FileNotFoundException gone) {
      if (registry.knows(name(asked))) {
        // The answer to an earlier call got lost, maybe with the namenode that gave it.
        return Publication.Outcome.ALREADY_THERE;
      }
      throw gone;
    }
    if (!isOwner(offered, caller)) {
      throw notYours(offered, staged, caller);
    }
    if (isThere(asked)) {
      files.delete(staged);
      return Publication.Outcome.ALREADY_THERE;
    }
    return reported(offered).isEmpty() ? Publication.Outcome.NOT_REPORTED : null;
  }

  private static boolean isOwner(PseudoFiles.OneBlock file, String user) {
    return file.status().getOwner().equals(user);
  }

  private static AccessControlException notYours(
      PseudoFiles.OneBlock file, Path path, String caller) {
    return new AccessControlException(
        path + " is " + file.status().getOwner() + "'s, not " + caller + "'s to publish");
  }

  private boolean isThere(Publication asked) {
    return registry.of(asked.blockId(), asked.generationStamp()).stream()
        .anyMatch(replica -> replica.sortAttribute() == asked.sortAttribute());
  }

  private List<LocatedReplica> reported(PseudoFiles.OneBlock offered) {
    ExtendedBlock block = offered.block().getBlock();
    return directory.replicas(block.getBlockId(), block.getGenerationStamp(), namespace::isLive);
  }

  private static PseudoName name(Publication asked) {
    return new PseudoName(asked.blockId(), asked.generationStamp(), asked.sortAttribute());
  }

  /** Something to be done about a claimed file that is not published after all. */
  @FunctionalInterface
  private interface CleanUp {
    void run() throws IOException;
  }

  private static void cleanUp(Throwable failure, CleanUp step) {
    try {
      step.run();
    } catch (IOException e) {
      // The collector removes it in time, and a namenode that takes over goes on with it.
      failure.addSuppressed(e);
    }
  }

  /** Publishes a copy of the block that nobody else can touch. */
  private Publication.Answer publishChecked(
      PseudoFiles files,
      Publication asked,
      HailNamespace.WritableBlock source,
      Path claimed,
      PseudoFiles.OneBlock offered,
      String caller)
      throws IOException {
    HdfsFileStatus sourceStatus = sourceStatus(files, asked, source);
    ExtendedBlock block = offered.block().getBlock();
    uses.open(source.fileId());
    SpaceLedger.Replica counted =
        new SpaceLedger.Replica(
            new IndexId(source.fileId(), asked.sortAttribute()), asked.blockId());
    SpaceLedger.Admission admission = space.admit(counted, block.getNumBytes());
    if (admission.full() != null) {
      files.delete(claimed);
      counters.refusedForRoom();
      return new Publication.Answer(Publication.Outcome.NO_ROOM, admission.full(), List.of());
    }
    if (!admission.admitted()) {
      throw new FileNotFoundException(asked.path() + " is gone");
    }
    try {
      List<Publication.Evicted> evicted = makeRoom(files, admission.evicted());
      steps.before(PseudoStep.GRANT);
      files.copyAccess(
          (FileStatus) sourceStatus, new Path(asked.path()), offered.status(), claimed);
      steps.after(PseudoStep.GRANT);
      Publication.Outcome outcome = place(files, asked, source.fileId(), claimed, block, caller);
      return new Publication.Answer(outcome, null, evicted);
    } finally {
      space.settle(counted);
    }
  }

  private static HdfsFileStatus sourceStatus(
      PseudoFiles files, Publication asked, HailNamespace.WritableBlock source) throws IOException {
    HdfsFileStatus status = files.status(new Path(asked.path()));
    if (status.getFileId() != source.fileId()) {
      throw new IOException(asked.path() + " was replaced while a block of it was published");
    }
    return status;
  }

  /** Those that could not be removed are counted again. */
  private List<Publication.Evicted> makeRoom(PseudoFiles files, List<SpaceLedger.Replica> evicted)
      throws IOException {
    Map<IndexId, List<Long>> bytes = new LinkedHashMap<>();
    int removed = 0;
    try {
      for (SpaceLedger.Replica replica : evicted) {
        bytes
            .computeIfAbsent(replica.id(), id -> new ArrayList<>())
            .add(collector.evict(files, replica));
        removed++;
      }
    } finally {
      for (SpaceLedger.Replica replica : evicted.subList(removed, evicted.size())) {
        registry.countAgain(replica);
      }
    }
    List<Publication.Evicted> told = new ArrayList<>();
    for (Map.Entry<IndexId, List<Long>> index : bytes.entrySet()) {
      told.add(evicted(index.getKey(), index.getValue()));
    }
    return told;
  }

  /** Who asked learns names only of what he may read. */
  private Publication.Evicted evicted(IndexId id, List<Long> bytes) throws IOException {
    String path = namespace.readablePathOf(id.fileId());
    return new Publication.Evicted(
        path == null ? "" : path,
        path == null ? "" : schemas.attributeName(id.fileId(), id.attribute()),
        bytes.size(),
        bytes.stream().mapToLong(Long::longValue).sum());
  }

  private Publication.Outcome place(
      PseudoFiles files,
      Publication asked,
      long fileId,
      Path claimed,
      ExtendedBlock block,
      String caller)
      throws IOException {
    steps.before(PseudoStep.RENAME);
    PseudoName name = name(asked);
    Path target = move(files, asked.path(), fileId, name, claimed);
    if (target == null) {
      files.delete(claimed);
      return Publication.Outcome.ALREADY_THERE;
    }
    steps.after(PseudoStep.RENAME);
    steps.before(PseudoStep.REGISTER);
    registry.add(name, target.toString(), block);
    steps.after(PseudoStep.REGISTER);
    counters.published();
    LOG.info(
        "{}: block {} has a pseudo replica sorted by attribute {} now, made by {}",
        Excerpt.line(asked.path()),
        asked.blockId(),
        asked.sortAttribute(),
        caller);
    return Publication.Outcome.PUBLISHED;
  }

  /** Fronts are read into the namenode's heap, so they must not be as large as they like. */
  private void checkFronts(Publication asked, LocatedReplica reported) throws IOException {
    List<LocatedReplica> sources =
        directory.replicas(asked.blockId(), asked.generationStamp(), namespace::isLive);
    int front = reported.replica().frontLength();
    boolean sensible =
        front <= LONGEST_FRONT
            && sources.stream().anyMatch(source -> source.replica().frontLength() == front);
    if (!sensible) {
      throw new IOException(
          "the front of "
              + asked.stagedPath()
              + " has "
              + front
              + " bytes; allowed are "
              + LONGEST_FRONT
              + ", and as many as that of the block, of which datanodes told "
              + sources);
    }
  }

  /** Only the rows of the block, and only in the order that is promised. */
  private void check(
      PseudoFiles files,
      Publication asked,
      HailNamespace.WritableBlock source,
      Path claimed,
      PseudoFiles.OneBlock offered,
      LocatedReplica reported)
      throws IOException {
    if (reported.replica().sortAttribute() != asked.sortAttribute()) {
      throw new IOException(
          asked.stagedPath()
              + " was stored in the order of attribute "
              + reported.replica().sortAttribute()
              + ", not of "
              + asked.sortAttribute());
    }
    checkFronts(asked, reported);
    long length = offered.block().getBlockSize();
    BlockFront stagedFront = files.front(claimed, 0, length);
    BlockFront sourceFront = files.front(new Path(asked.path()), source.offset(), source.length());
    boolean same =
        stagedFront.contentHash() == sourceFront.contentHash()
            && stagedFront.blockLength() == sourceFront.blockLength()
            && stagedFront.rowCount() == sourceFront.rowCount()
            && stagedFront.badRecordCount() == sourceFront.badRecordCount()
            && stagedFront.schema().equals(sourceFront.schema())
            && stagedFront.sortAttribute() == asked.sortAttribute();
    if (!same) {
      throw new IOException(
          asked.stagedPath()
              + " does not hold the rows of block "
              + asked.blockId()
              + " of "
              + asked.path());
    }
  }

  /** Gives the path it has now; null if another one was first. */
  private Path move(
      PseudoFiles files, String sourcePath, long fileId, PseudoName name, Path claimed)
      throws IOException {
    Path parent = registry.directoryOf(files, fileId);
    if (parent == null) {
      throw new FileNotFoundException(sourcePath + " is gone");
    }
    Path target = new Path(parent, name.fileName());
    boolean lost = registry.isKnownButLost(name, target.toString());
    try {
      files.move(claimed, target, lost);
    } catch (FileNotFoundException collected) {
      files.makeAgain(parent);
      files.move(claimed, target, lost);
    } catch (FileAlreadyExistsException another) {
      return null;
    }
    return target;
  }
}
