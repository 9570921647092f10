package dev.hail.namenode.pseudo;

import dev.hail.client.HailXAttributes;
import dev.hail.client.pseudo.PseudoLayout;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.client.pseudo.PseudoStep;
import dev.hail.format.block.BlockFront;
import dev.hail.namenode.directory.ReplicaDirectory;
import dev.hail.namenode.offer.Calibration;
import dev.hail.namenode.offer.IndexingJobs;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.Publication;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes pseudo block replicas, knows them, and removes those that nobody needs. The files'
 * names and places say all there is to know, so that a restart or failover finds it again; which
 * datanode has one is in the replica directory, as for any replica.
 */
public final class PseudoKeeper implements Closeable, IndexingJobs.Files {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoKeeper.class);

  /** Far more than the index of any block takes. */
  private static final int LONGEST_FRONT = 64 << 20;

  private final HailNamespace namespace;
  private final ReplicaDirectory directory;
  private final PseudoLayout layout;
  private final Limits limits;
  private final LongSupplier millisClock;
  private final StepListener<PseudoStep> steps;
  private final PseudoReplicas known = new PseudoReplicas();
  private PseudoFiles files;

  /** Directory of the replicas of a file's blocks, by the id of its inode. */
  private final Map<Long, Path> directoryOfFile = new ConcurrentHashMap<>();

  /** Since when, in milliseconds, no live datanode has a replica, by its path. */
  private final Map<String, Long> lostSince = new HashMap<>();

  private volatile boolean loaded;

  /**
   * How long things are left alone.
   *
   * @param collectMillis between two rounds of collection
   * @param stagingMillis a file that is not published
   * @param lostMillis a replica that no live datanode has
   */
  public record Limits(long collectMillis, long stagingMillis, long lostMillis) {}

  private long nextCollection;

  /**
   * A keeper that knows nothing yet.
   *
   * @param millisClock wall clock time, as that of files
   * @param steps hears of {@link PseudoStep#CHECK} and what follows
   */
  public PseudoKeeper(
      HailNamespace namespace,
      ReplicaDirectory directory,
      PseudoLayout layout,
      Limits limits,
      LongSupplier millisClock,
      StepListener<PseudoStep> steps) {
    this.namespace = namespace;
    this.directory = directory;
    this.layout = layout;
    this.limits = limits;
    this.millisClock = millisClock;
    this.steps = steps;
  }

  // ---- lookup ----

  /**
   * The pseudo replicas of a block that live datanodes have.
   *
   * @param generationStamp stamp the namespace has for the block
   */
  public List<PseudoReplica> of(long blockId, long generationStamp) {
    List<PseudoReplica> found = new ArrayList<>();
    for (PseudoReplicas.Entry entry : known.of(blockId, generationStamp)) {
      LocatedReplica located = located(entry);
      if (located != null) {
        DatanodeDescriptor datanode = namespace.datanodes().getDatanode(located.datanodeUuid());
        if (datanode != null) {
          found.add(new PseudoReplica(entry.path(), datanode.getHostName(), located));
        }
      }
    }
    return found;
  }

  private LocatedReplica located(PseudoReplicas.Entry entry) {
    List<LocatedReplica> holders =
        directory.replicas(entry.ownBlockId(), entry.ownGenerationStamp(), namespace::isLive);
    for (LocatedReplica holder : holders) {
      if (holder.replica().sortAttribute() == entry.sortAttribute()) {
        return holder;
      }
    }
    return null;
  }

  /**
   * The order that the block of a pseudo replica, staged or published, is to have.
   *
   * @param blockId block of the replica's own file
   * @return position of the attribute, from 1; 0 if it is no such block
   */
  public int orderOf(long blockId) {
    String path = namespace.fileOf(blockId);
    PseudoName name = path == null ? null : layout.nameOf(path);
    return name == null ? 0 : name.sortAttribute();
  }

  // ---- publication ----

  /** The directory for files to be published, which is there from now on. */
  public String stagingDirectory() throws IOException {
    files().prepare();
    return layout.staging().toString();
  }

  /**
   * Makes a staged file a replica; see {@link dev.hail.protocol.HailClientProtocol#publish}. The
   * caller of the current RPC is who asks.
   *
   * @param caller short name of that user
   */
  public Publication.Outcome publish(Publication asked, String caller) throws IOException {
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
    Path staged = new Path(asked.stagedPath());
    if (!layout.isStaged(staged)) {
      throw new IOException(
          staged + " is not in " + layout.staging() + ", where files to publish have to be");
    }
    checkLoaded();
    return publish(files(), asked, source, staged, caller);
  }

  private synchronized PseudoFiles files() throws IOException {
    if (files == null) {
      files =
          namespace.asSuperuser(
              () -> PseudoFiles.connect(namespace.uri(), namespace.configuration(), layout));
    }
    return files;
  }

  @Override
  public synchronized void close() throws IOException {
    if (files != null) {
      files.close();
      files = null;
    }
  }

  private Publication.Outcome publish(
      PseudoFiles files,
      Publication asked,
      HailNamespace.WritableBlock source,
      Path staged,
      String caller)
      throws IOException {
    boolean there =
        of(asked.blockId(), asked.generationStamp()).stream()
            .anyMatch(replica -> replica.sortAttribute() == asked.sortAttribute());
    PseudoFiles.OneBlock offered;
    try {
      offered = files.oneBlock(staged);
    } catch (FileNotFoundException gone) {
      if (there) {
        // The answer to an earlier call got lost.
        return Publication.Outcome.ALREADY_THERE;
      }
      throw gone;
    }
    if (!offered.status().getOwner().equals(caller)) {
      throw new AccessControlException(
          staged + " is " + offered.status().getOwner() + "'s, not " + caller + "'s to publish");
    }
    if (there) {
      files.delete(staged);
      return Publication.Outcome.ALREADY_THERE;
    }
    ExtendedBlock block = offered.block().getBlock();
    List<LocatedReplica> reported =
        directory.replicas(block.getBlockId(), block.getGenerationStamp(), namespace::isLive);
    if (reported.isEmpty()) {
      return Publication.Outcome.NOT_REPORTED;
    }
    steps.before(PseudoStep.CHECK);
    check(files, asked, source, staged, offered, reported.get(0));
    steps.after(PseudoStep.CHECK);
    Path sourcePath = new Path(asked.path());
    HdfsFileStatus sourceStatus = files.status(sourcePath);
    if (sourceStatus.getFileId() != source.fileId()) {
      throw new IOException(sourcePath + " was replaced while a block of it was published");
    }
    steps.before(PseudoStep.GRANT);
    files.copyAccess((FileStatus) sourceStatus, sourcePath, offered.status(), staged);
    steps.after(PseudoStep.GRANT);
    steps.before(PseudoStep.RENAME);
    Path target = move(files, asked, source.fileId(), staged);
    if (target == null) {
      files.delete(staged);
      return Publication.Outcome.ALREADY_THERE;
    }
    steps.after(PseudoStep.RENAME);
    steps.before(PseudoStep.REGISTER);
    known.add(
        asked.blockId(),
        new PseudoReplicas.Entry(
            asked.generationStamp(),
            asked.sortAttribute(),
            target.toString(),
            block.getBlockId(),
            block.getGenerationStamp()));
    steps.after(PseudoStep.REGISTER);
    LOG.info(
        "{}: block {} has a pseudo replica sorted by attribute {} now, made by {}",
        asked.path(),
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
      Path staged,
      PseudoFiles.OneBlock offered,
      LocatedReplica reported)
      throws IOException {
    if (reported.replica().sortAttribute() != asked.sortAttribute()) {
      throw new IOException(
          staged
              + " was stored in the order of attribute "
              + reported.replica().sortAttribute()
              + ", not of "
              + asked.sortAttribute());
    }
    checkFronts(asked, reported);
    long length = offered.block().getBlockSize();
    BlockFront stagedFront = files.front(staged, 0, length);
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
          staged + " does not hold the rows of block " + asked.blockId() + " of " + asked.path());
    }
  }

  /** Gives the path it has now; null if another one was first. */
  private Path move(PseudoFiles files, Publication asked, long fileId, Path staged)
      throws IOException {
    Path parent = directoryOfFile.get(fileId);
    if (parent == null) {
      synchronized (directoryOfFile) {
        parent = directoryOfFile.get(fileId);
        if (parent == null) {
          Long guard = namespace.guardOf(fileId);
          if (guard == null) {
            throw new FileNotFoundException(asked.path() + " is gone");
          }
          parent = files.newDirectory(guard);
          directoryOfFile.put(fileId, parent);
        }
      }
    }
    PseudoName name =
        new PseudoName(asked.blockId(), asked.generationStamp(), asked.sortAttribute());
    Path target = new Path(parent, name.fileName());
    // One that no datanode has any more may go; `of' did not find it.
    boolean lost =
        known.of(asked.blockId(), asked.generationStamp()).stream()
            .anyMatch(e -> e.path().equals(target.toString()) && located(e) == null);
    try {
      files.move(staged, target, lost);
    } catch (FileNotFoundException collected) {
      files.makeAgain(parent);
      files.move(staged, target, lost);
    } catch (FileAlreadyExistsException another) {
      return null;
    }
    return target;
  }

  /**
   * Removes replicas; see {@link dev.hail.protocol.HailClientProtocol#unpublish}. Who is reading
   * one goes on with another replica of its block.
   */
  public int unpublish(String path, int sortAttribute) throws IOException {
    long[] blocks = namespace.writableBlocks(path);
    checkLoaded();
    int removed = 0;
    for (long blockId : blocks) {
      for (PseudoReplicas.Entry entry : known.of(blockId)) {
        if (entry.sortAttribute() == sortAttribute) {
          remove(files(), blockId, entry.path());
          removed++;
        }
      }
    }
    LOG.info("{}: {} pseudo replicas by attribute {} removed", path, removed, sortAttribute);
    return removed;
  }

  private void remove(PseudoFiles files, long blockId, String path) throws IOException {
    files.delete(new Path(path));
    known.remove(blockId, path);
    synchronized (lostSince) {
      lostSince.remove(path);
    }
  }

  // ---- what jobs cost ----

  @Override
  public IndexingJobs.IndexedFile writable(String path) throws IOException {
    HailNamespace.WritableFile file = namespace.writableFile(path);
    return new IndexingJobs.IndexedFile(file.id(), file.blocks());
  }

  @Override
  public String caller() throws IOException {
    return namespace.caller();
  }

  @Override
  public Calibration calibration(String path, int attribute) throws IOException {
    byte[] kept = files().attribute(new Path(path), HailXAttributes.calibration(attribute));
    return kept == null ? null : Calibration.parse(new String(kept, StandardCharsets.UTF_8));
  }

  @Override
  public void keep(String path, long fileId, int attribute, Calibration calibration)
      throws IOException {
    files()
        .setAttribute(
            new Path(path),
            fileId,
            HailXAttributes.calibration(attribute),
            calibration.format().getBytes(StandardCharsets.UTF_8));
  }

  private void checkLoaded() throws RetriableException {
    if (!loaded) {
      throw new RetriableException("this namenode is still looking for its pseudo replicas");
    }
  }

  // ---- upkeep ----

  /**
   * Finds the replicas after a start or failover, and collects from time to time; called often, by
   * one thread that is not a handler of calls.
   */
  public void keepUp() throws IOException {
    if (!namespace.isActive() || namespace.isInSafeMode()) {
      if (loaded) {
        loaded = false;
        known.clear();
        directoryOfFile.clear();
        synchronized (lostSince) {
          lostSince.clear();
        }
      }
      return;
    }
    long now = millisClock.getAsLong();
    if (loaded && now < nextCollection) {
      return;
    }
    PseudoFiles connected = files();
    if (!loaded) {
      load(connected);
      loaded = true;
    }
    // Also after a failure: it would not pass by being met again at once.
    nextCollection = now + limits.collectMillis();
    collect(connected, now);
  }

  private void load(PseudoFiles files) throws IOException {
    known.clear();
    for (Path parent : files.directories()) {
      for (PseudoFiles.Found found : files.replicas(parent)) {
        if (found.block() != null) {
          remember(parent, found);
        }
      }
    }
    LOG.info("{} pseudo block replicas found in {}", known.size(), layout.replicas());
  }

  private void remember(Path parent, PseudoFiles.Found found) {
    PseudoName name = found.name();
    ExtendedBlock block = found.block().getBlock();
    known.add(
        name.blockId(),
        new PseudoReplicas.Entry(
            name.generationStamp(),
            name.sortAttribute(),
            found.path(),
            block.getBlockId(),
            block.getGenerationStamp()));
    Long fileId = namespace.fileIdOf(name.blockId());
    if (fileId != null) {
      directoryOfFile.putIfAbsent(fileId, new Path(parent.toUri().getPath()));
    }
  }

  private void collect(PseudoFiles files, long now) throws IOException {
    for (Path parent : files.directories()) {
      attempt(parent, () -> collect(files, new Path(parent.toUri().getPath()), now));
    }
    directoryOfFile.keySet().removeIf(fileId -> !namespace.hasFile(fileId));
    for (FileStatus staged : files.staged()) {
      if (now - staged.getModificationTime() > limits.stagingMillis()) {
        Path path = new Path(staged.getPath().toUri().getPath());
        LOG.info("{} was never published; removed", path);
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
      LOG.warn("Upkeep of {} failed; the next round tries again", path, e);
    }
  }

  private void collect(PseudoFiles files, Path parent, long now) throws IOException {
    boolean empty = true;
    Long fileId = null;
    for (PseudoFiles.Found found : files.replicas(parent)) {
      if (!keepOrDelete(files, found, now)) {
        empty = false;
        fileId = namespace.fileIdOf(found.name().blockId());
      }
    }
    if (empty) {
      if (!directoryOfFile.containsValue(parent)) {
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
    Path renewed = files.renew(parent, guard);
    directoryOfFile.put(fileId, renewed);
    for (PseudoFiles.Found found : files.replicas(renewed)) {
      if (found.block() != null) {
        remember(renewed, found);
      }
    }
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
    } else if (isLost(found, now)) {
      reason = "no datanode has it any more";
    }
    if (reason != null) {
      LOG.info("{}: {}; removed", found.path(), reason);
      remove(files, name.blockId(), found.path());
      return true;
    }
    String sourcePath = namespace.fileOf(name.blockId());
    Long fileId = namespace.fileIdOf(name.blockId());
    if (sourcePath == null || fileId == null) {
      return false;
    }
    try {
      Path path = new Path(sourcePath);
      HdfsFileStatus status = files.status(path);
      // Else the source lives on in a snapshot, and another file has its path.
      if (status.getFileId() == fileId) {
        files.copyAccess((FileStatus) status, path, found.status(), new Path(found.path()));
      }
    } catch (FileNotFoundException moved) {
      // Renamed or deleted this moment, or alive in a snapshot only; the next round sees.
      LOG.debug("{} is not at {} now", found.path(), sourcePath, moved);
    }
    return false;
  }

  private boolean isLost(PseudoFiles.Found found, long now) {
    synchronized (lostSince) {
      if (found.block().getLocations().length > 0) {
        lostSince.remove(found.path());
        return false;
      }
      return now - lostSince.computeIfAbsent(found.path(), path -> now) > limits.lostMillis();
    }
  }
}
