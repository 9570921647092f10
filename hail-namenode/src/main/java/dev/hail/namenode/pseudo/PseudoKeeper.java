package dev.hail.namenode.pseudo;

import dev.hail.client.pseudo.PseudoLayout;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.client.pseudo.PseudoStep;
import dev.hail.namenode.directory.ReplicaDirectory;
import dev.hail.namenode.offer.IndexingJobs;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.Publication;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/**
 * Pseudo block replicas as the rest of the namenode sees them: one that publishes, knows, removes.
 */
public final class PseudoKeeper implements Closeable {
  private final HailNamespace namespace;
  private final PseudoLayout layout;
  private final PseudoConnection connection;
  private final PseudoRegistry registry;
  private final PseudoPublisher publisher;
  private final PseudoCollector collector;

  /**
   * How long things are left alone.
   *
   * @param collectMillis between two rounds of collection
   * @param stagingMillis a file that is not published
   * @param lostMillis a replica that no live datanode has
   */
  public record Limits(long collectMillis, long stagingMillis, long lostMillis) {}

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
    this.layout = layout;
    this.connection = new PseudoConnection(namespace, layout);
    this.registry = new PseudoRegistry(namespace, directory, layout);
    this.publisher = new PseudoPublisher(namespace, directory, layout, connection, registry, steps);
    this.collector = new PseudoCollector(namespace, connection, registry, limits, millisClock);
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
  public Publication.Outcome publish(Publication asked, String caller) throws IOException {
    return publisher.publish(asked, caller);
  }

  /**
   * Removes replicas; see {@link dev.hail.protocol.HailClientProtocol#unpublish}. Who is reading
   * one goes on with another replica of its block.
   */
  public int unpublish(String path, int sortAttribute) throws IOException {
    return collector.unpublish(path, sortAttribute);
  }

  /** Where what jobs cost is kept. */
  public IndexingJobs.Files calibrations() {
    return new KeptCalibrations(namespace, connection);
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
