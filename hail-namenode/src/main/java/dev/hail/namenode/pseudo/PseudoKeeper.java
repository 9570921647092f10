// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.offer.IndexingJobs;
import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.IndexSpace;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.protocol.IndexGrant;
import dev.hail.protocol.IndexRequest;
import dev.hail.protocol.IndexUseNote;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.PseudoSpace;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.protocol.SuspectReplica;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import dev.hail.xattr.HailXAttributes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pseudo replicas as the rest of the namenode sees them: reported, looked up, granted, dropped. */
public final class PseudoKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoKeeper.class);

  private static final int DROPS_PER_HEARTBEAT = 1_000;
  private static final int SUSPECTS_PER_HEARTBEAT = 10;

  /** Time after which a suspicion lapses that nobody was told. */
  private static final long SUSPICION_MILLIS = 60_000;

  private final HailNamespace namespace;
  private final LongSupplier millisClock;
  private final LongSupplier steadyMillis;
  private final UseAccounts accounts;
  private final SpaceLedger space;
  private final KeptUses uses;
  private final PseudoBooks books;
  private final IndexGrants grants;
  private final DatanodeCommands suspects;
  private final PseudoCounters counters = new PseudoCounters();
  private final Set<String> takers = ConcurrentHashMap.newKeySet();

  private final long recountMillis;
  private volatile boolean recountWanted = true;
  private long nextRecount;
  private long activeSince = -1;

  /**
   * How much space there is, and what counts for whom it goes to.
   *
   * @param leaseMillis an index is in use after somebody told of it
   * @param halfLifeMillis after which a use counts half
   * @param edits how often a use may be kept with its file
   */
  public record SpaceLimits(
      SpaceBudget budget, long leaseMillis, long halfLifeMillis, EditBudget edits) {}

  /**
   * A keeper that knows nothing yet.
   *
   * @param sources the replicas of blocks themselves
   * @param pseudo for pseudo replicas alone; empty
   * @param isHeard whether a datanode was heard of lately
   * @param isReady whether datanodes have reported since the start
   * @param recountMillis after which sums are counted anew
   * @param millisClock wall clock time, in which uses are kept
   * @param steadyMillis milliseconds of a clock that never steps
   * @param steps hears of {@link PseudoStep#ADMIT}
   */
  public PseudoKeeper(
      HailNamespace namespace,
      ReplicaTable sources,
      ReplicaTable pseudo,
      Predicate<String> isHeard,
      BooleanSupplier isReady,
      SpaceLimits limits,
      long recountMillis,
      LongSupplier millisClock,
      LongSupplier steadyMillis,
      StepListener<PseudoStep> steps) {
    this.namespace = namespace;
    this.millisClock = millisClock;
    this.steadyMillis = steadyMillis;
    this.suspects = new DatanodeCommands(steadyMillis, SUSPICION_MILLIS);
    this.recountMillis = recountMillis;
    this.accounts = new UseAccounts(limits.halfLifeMillis());
    this.space =
        new SpaceLedger(
            limits.budget(),
            limits.leaseMillis(),
            accounts,
            this::size,
            this::lastReplicas,
            millisClock,
            steadyMillis);
    this.uses = new KeptUses(namespace, accounts, space, limits.edits(), millisClock);
    this.books = new PseudoBooks(NamenodeState.of(namespace), pseudo, space, steadyMillis);
    this.grants =
        new IndexGrants(
            namespace,
            sources,
            books,
            space,
            uses,
            new KeptSchemas(namespace),
            counters,
            uuid -> takers.contains(uuid) && isHeard.test(uuid),
            isReady,
            steadyMillis,
            steps);
  }

  private FileSize size(long fileId) {
    HailInodes.FileExtent extent = namespace.inodes().extentOf(fileId);
    return extent == null ? null : new FileSize(extent.length(), extent.stored());
  }

  private List<Held> lastReplicas(IndexId id, long highestBlock, long bytes) {
    return books.lastReplicas(id, highestBlock, bytes);
  }

  // ---- what datanodes say ----

  /** A full report begins: replicas of the datanode that it does not name will be forgotten. */
  public void beginFullReport(String datanodeUuid) {
    books.beginFullReport(datanodeUuid);
  }

  /** Whether a datanode is to report in full: it has what these books gave up. */
  public boolean isReportWanted(String datanodeUuid) {
    return books.isReportWanted(datanodeUuid);
  }

  /** A full report ends. */
  public void endFullReport(String datanodeUuid) {
    books.directory().endFullReport(datanodeUuid);
    recountWanted = true;
  }

  /**
   * A datanode has a replica.
   *
   * @param fresh whether it has just come, and is not one of a full report
   * @return whether it was taken
   * @throws RefusedException if the report makes no sense
   */
  public boolean added(String datanodeUuid, ReplicaInfo replica, boolean fresh)
      throws RefusedException {
    boolean added = books.add(datanodeUuid, replica);
    grants.forgetOpen(replica.blockId());
    if (added && fresh) {
      counters.stored();
    }
    return added;
  }

  /** A datanode no longer has a replica. */
  public void removed(String datanodeUuid, long id) {
    if (books.remove(datanodeUuid, id)) {
      counters.collected();
    }
  }

  /** Forgets what a datanode had that HDFS, too, has given up on. */
  public void forget(String datanodeUuid) {
    takers.remove(datanodeUuid);
    // Those that went for good are forgotten again and again, which changes no sum.
    if (books.directory().forget(datanodeUuid)) {
      recountWanted = true;
    }
  }

  /** Notes whether a datanode takes replicas. */
  public void heard(String datanodeUuid, boolean takesPseudo) {
    if (takesPseudo) {
      takers.add(datanodeUuid);
    } else {
      takers.remove(datanodeUuid);
    }
  }

  /** Ids of the replicas that a datanode should drop. */
  public long[] drops(String datanodeUuid) {
    return books.drops().of(datanodeUuid, DROPS_PER_HEARTBEAT);
  }

  /** Ids of the replicas that a datanode should look at; each is told once. */
  public long[] suspects(String datanodeUuid) {
    long[] ids = suspects.of(datanodeUuid, SUSPECTS_PER_HEARTBEAT);
    for (long id : ids) {
      suspects.done(datanodeUuid, id);
    }
    return ids;
  }

  // ---- what clients ask ----

  /**
   * The pseudo replicas of a block that live datanodes have, with permission to read them: the
   * caller of the current RPC may read the file.
   *
   * @param generationStamp stamp the namespace has for the block
   */
  public List<PseudoReplica> of(long fileId, long blockId, long generationStamp)
      throws IOException {
    List<PseudoReplica> found = new ArrayList<>();
    for (int attribute : space.attributesOf(fileId)) {
      for (LocatedReplica one :
          books.of(blockId, generationStamp, attribute, namespace.datanodes()::isLive)) {
        String token =
            grants.token(
                new PseudoReplicaId(blockId, attribute),
                generationStamp,
                one.replica().blockLength(),
                AccessMode.READ);
        found.add(new PseudoReplica(one, token));
      }
    }
    return found;
  }

  /** Grants a place; see {@link dev.hail.protocol.HailClientProtocol#grantIndex}. */
  public IndexGrant grant(IndexRequest request) throws IOException {
    return grants.grant(request);
  }

  /** Drops an index; see {@link dev.hail.protocol.HailClientProtocol#dropIndex}. */
  public int drop(String path, int sortAttribute) throws IOException {
    long fileId = namespace.files().writableFile(path).id();
    List<Held> held = books.holdings(new IndexId(fileId, sortAttribute));
    held.forEach(books::drop);
    LOG.info("Inode {}: {} pseudo replicas by @{} dropped", fileId, held.size(), sortAttribute);
    return held.size();
  }

  /** Notes a suspicion; see {@link dev.hail.protocol.HailClientProtocol#suspectReplica}. */
  public void suspect(SuspectReplica suspect) throws IOException {
    long fileId = namespace.files().readableFileId(suspect.path());
    Long owner = namespace.blocks().fileIdOf(suspect.blockId());
    if (owner == null
        || owner != fileId
        || !PseudoReplicaId.isPossible(suspect.blockId(), suspect.sortAttribute())) {
      return;
    }
    long id = new PseudoReplicaId(suspect.blockId(), suspect.sortAttribute()).blockId();
    if (books.directory().all(id).stream()
        .anyMatch(one -> one.datanodeUuid().equals(suspect.datanodeUuid()))) {
      suspects.add(suspect.datanodeUuid(), id);
    }
  }

  /** Notes the use of an index; see {@link dev.hail.protocol.HailClientProtocol#noteUse}. */
  public IndexUseNote.Answer noteUse(IndexUseNote note) throws IOException {
    HailCheckedFiles.ReadableFile file =
        namespace.files().readableFile(note.path(), Set.of(HailXAttributes.SCHEMA));
    byte[] schema = file.attributes().get(HailXAttributes.SCHEMA);
    KeptSchemas.check(note.path(), schema, note.sortAttribute());
    long fileId = file.id();
    FileSize size = size(fileId);
    if (size == null) {
      return new IndexUseNote.Answer(0, space.leaseMillis());
    }
    uses.open(fileId);
    IndexId id = new IndexId(fileId, note.sortAttribute());
    long served = Math.min(note.servedBytes(), size.length());
    long saved = Math.min(note.savedBytes(), served);
    long wanted = Math.min(note.wantedBytes(), size.length());
    // Who may only read a file, which may not even be HAIL's, has nothing kept with it.
    boolean counts = schema != null || space.has(id) || namespace.files().isWritable(note.path());
    if (counts && (served > 0 || wanted > 0)) {
      accounts.add(
          namespace.caller(),
          id,
          (double) served,
          (double) saved,
          (double) wanted,
          millisClock.getAsLong());
    }
    space.lease(id);
    long room = wanted > 0 ? space.room(id) : 0;
    return new IndexUseNote.Answer(room, space.leaseMillis());
  }

  /** The space of a file; see {@link dev.hail.protocol.HailClientProtocol#getSpace}. */
  public PseudoSpace space(String path) throws IOException {
    long fileId = namespace.files().readableFileId(path);
    FileSize size = size(fileId);
    if (size == null) {
      throw new FileNotFoundException(path + " is gone");
    }
    uses.open(fileId);
    List<PseudoSpace.Index> indexes = new ArrayList<>();
    for (IndexSpace index : space.indexesOf(fileId)) {
      indexes.add(
          new PseudoSpace.Index(
              index.attribute(), index.replicas(), index.bytes(), index.benefit(), index.inUse()));
    }
    return new PseudoSpace(
        space.usedBy(fileId),
        space.budget().ofFile(size),
        space.used(),
        space.budget().ofCluster(),
        indexes);
  }

  /** What there is and what has become of it. */
  public PseudoCounts counts() {
    return counters.counts(books.size().replicas(), space.used());
  }

  /** Tells jobs how much room there is for what they index. */
  public IndexingJobs.Room room() {
    return new PseudoRoom(namespace, uses, books, space);
  }

  /** Where what jobs cost is kept. */
  public IndexingJobs.Files calibrations() {
    return new KeptCalibrations(namespace);
  }

  // ---- upkeep ----

  /** Keeps uses with their files and the sums right; called every second or so, by one thread. */
  public void keepUp() {
    boolean active = namespace.isActive() && !namespace.isInSafeMode();
    if (active && activeSince != namespace.inStateSince()) {
      activeSince = namespace.inStateSince();
      uses.begin();
      recountWanted = true;
    }
    long now = steadyMillis.getAsLong();
    if (recountWanted || now >= nextRecount) {
      recountWanted = false;
      books.recount();
      suspects.endLapsed();
      nextRecount = steadyMillis.getAsLong() + recountMillis;
      space.lookAtFiles();
      uses.forgetGoneFiles();
    }
    if (active) {
      uses.readUnread();
      uses.keep();
    }
  }
}
