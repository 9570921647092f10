package dev.hail.nativejoin;

import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.LoggerFactory;

/**
 * Makes joins. Implementations give the same rows for the same input, in an order that is not told,
 * and differ in speed and memory. They are safe for use by several threads.
 */
public interface Joins {
  /** The native joins where their library can be loaded, else those in Java; the log says why. */
  static Joins best() {
    try {
      return NativeJoins.load();
    } catch (NativeLibraryMissingException e) {
      LoggerFactory.getLogger(Joins.class).info("Joins run in Java. {}", e.getMessage());
      return new JavaJoins();
    }
  }

  /** Which implementation this is, for messages. */
  String name();

  /**
   * Begins a join.
   *
   * @param allocator makes the batches that probes give; it must outlive the join
   * @throws JoinBudgetException if the budget does not allow even an empty join
   */
  JoinBuild build(JoinSpecification specification, BufferAllocator allocator);

  /**
   * Opens a join that {@link BuiltJoin#save} has written, by the same implementation.
   *
   * @param verify compare all bytes with their checksum; without, only what comes from a file that
   *     nobody else can write should be opened
   * @param allocator makes the batches that probes give; it must outlive the join
   * @throws JoinImageException if the file is no image, damaged or of a newer version
   * @throws JoinFileException if it cannot be read
   */
  BuiltJoin map(Path image, boolean verify, BufferAllocator allocator);
}
