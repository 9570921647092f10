// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.client.HailXAttributes;
import dev.hail.client.pseudo.PseudoLayout;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.client.pseudo.PseudoStep;
import dev.hail.namenode.directory.ReplicaDirectory;
import dev.hail.namenode.offer.IndexingJobs;
import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.IndexSpace;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.protocol.IndexUseNote;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoSpace;
import dev.hail.protocol.Publication;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.util.Time;

/**
 * Pseudo block replicas as the rest of the namenode sees them: one that publishes, knows, removes.
 */
public final class PseudoKeeper implements Closeable {
  private final HailNamespace namespace;
  private final PseudoLayout layout;
  private final LongSupplier millisClock;
  private final UseAccounts accounts;
  private final SpaceLedger space;
  private final KeptUses uses;
  private final KeptSchemas schemas;
  private final PseudoConnection connection;
  private final PseudoRegistry registry;
  private final PseudoPublisher publisher;
  private final PseudoCollector collector;
  private final PseudoCounters counters = new PseudoCounters();

  /**
   * How long things are left alone.
   *
   * @param collectMillis between two rounds of collection
   * @param stagingMillis a file that is not published
   * @param lostMillis a replica that no live datanode has
   */
  public record Limits(long collectMillis, long stagingMillis, long lostMillis) {}

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
   * @param millisClock wall clock time, as that of files
   * @param steps hears of {@link PseudoStep#CHECK} and what follows
   */
  public PseudoKeeper(
      HailNamespace namespace,
      ReplicaDirectory directory,
      PseudoLayout layout,
      Limits limits,
      SpaceLimits spaceLimits,
      LongSupplier millisClock,
      StepListener<PseudoStep> steps) {
    this.namespace = namespace;
    this.layout = layout;
    this.millisClock = millisClock;
    this.accounts = new UseAccounts(spaceLimits.halfLifeMillis());
    this.space =
        new SpaceLedger(
            spaceLimits.budget(),
            spaceLimits.leaseMillis(),
            accounts,
            this::size,
            millisClock,
            Time::monotonicNow);
    this.connection = new PseudoConnection(namespace, layout);
    this.uses = new KeptUses(namespace, accounts, spaceLimits.edits());
    this.schemas = new KeptSchemas(namespace);
    this.registry = new PseudoRegistry(namespace, directory, layout, space);
    this.collector =
        new PseudoCollector(
            namespace, connection, registry, uses, limits, counters, millisClock, steps);
    this.publisher =
        new PseudoPublisher(
            namespace,
            directory,
            layout,
            connection,
            registry,
            collector,
            uses,
            schemas,
            space,
            counters,
            steps);
  }

  private FileSize size(long fileId) {
    HailNamespace.FileExtent extent = namespace.extentOf(fileId);
    return extent == null ? null : new FileSize(extent.length(), extent.replication());
  }

  /**
   * The pseudo replicas of a block that live datanodes have.
   *
   * @param generationStamp stamp the namespace has for the block
   */
  public List<PseudoReplica> of(long blockId, long generationStamp) {
    return registry.of(blockId, generationStamp);
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

  /** The directory for files to be published, which is there from now on. */
  public String stagingDirectory() throws IOException {
    return publisher.stagingDirectory();
  }

  /**
   * Makes a staged file a replica; see {@link dev.hail.protocol.HailClientProtocol#publish}. The
   * caller of the current RPC is who asks.
   *
   * @param caller short name of that user
   */
  public Publication.Answer publish(Publication asked, String caller) throws IOException {
    return publisher.publish(asked, caller);
  }

  /**
   * Removes replicas; see {@link dev.hail.protocol.HailClientProtocol#unpublish}. Who is reading
   * one goes on with another replica of its block.
   */
  public int unpublish(String path, int sortAttribute) throws IOException {
    return collector.unpublish(path, sortAttribute);
  }

  /** Notes the use of an index; see {@link dev.hail.protocol.HailClientProtocol#noteUse}. */
  public IndexUseNote.Answer noteUse(IndexUseNote note) throws IOException {
    HailNamespace.ReadableFile file =
        namespace.readableFile(note.path(), Set.of(HailXAttributes.SCHEMA));
    byte[] schema = file.attributes().get(HailXAttributes.SCHEMA);
    KeptSchemas.check(note.path(), schema, note.sortAttribute());
    long fileId = file.id();
    FileSize size = size(fileId);
    if (!registry.isLoaded() || size == null) {
      // No index goes now, so that nothing is lost but a count.
      return new IndexUseNote.Answer(0, space.leaseMillis());
    }
    uses.open(fileId);
    IndexId id = new IndexId(fileId, note.sortAttribute());
    long served = Math.min(note.servedBytes(), size.length());
    long saved = Math.min(note.savedBytes(), served);
    long wanted = Math.min(note.wantedBytes(), size.length());
    // Who may only read a file, which may not even be HAIL's, has nothing kept with it.
    boolean counts = schema != null || space.has(id) || namespace.isWritable(note.path());
    if (counts && (served > 0 || wanted > 0)) {
      accounts.add(id, (double) served, (double) saved, (double) wanted, millisClock.getAsLong());
    }
    space.lease(id);
    long room = wanted > 0 ? space.room(id) : 0;
    return new IndexUseNote.Answer(room, space.leaseMillis());
  }

  /** The space of a file; see {@link dev.hail.protocol.HailClientProtocol#getSpace}. */
  public PseudoSpace space(String path) throws IOException {
    long fileId = namespace.readableFileId(path);
    registry.checkLoaded();
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
    return counters.counts(registry.size(), space.used());
  }

  /** Tells jobs how much room there is for what they index. */
  public IndexingJobs.Room room() {
    return new PseudoRoom(namespace, uses, space);
  }

  /** Where what jobs cost is kept. */
  public IndexingJobs.Files calibrations() {
    return new KeptCalibrations(namespace);
  }

  /**
   * Finds the replicas after a start or failover, and collects from time to time; called often, by
   * one thread that is not a handler of calls.
   */
  public void keepUp() throws IOException {
    collector.keepUp();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
