package dev.hail.nativejoin;

import org.apache.arrow.vector.VectorSchemaRoot;

/** Collects the build side of a join. Safe for use by several threads. */
public interface JoinBuild extends AutoCloseable {
  /**
   * Adds rows. They are copied; the batch stays the caller's, who may write to it again.
   *
   * @throws InvalidBatchException if the batch is of another schema than announced or contradicts
   *     itself; the join is as before
   * @throws JoinBudgetException if the budget does not allow the rows; the join is as before
   * @throws IllegalStateException after {@link #finish} or {@link #close}
   */
  void add(VectorSchemaRoot batch);

  /**
   * The join of all rows added. The caller closes it; this object is of no use afterwards.
   *
   * @throws JoinBudgetException if the budget does not allow the table; all that is left is to
   *     close this object
   * @throws IllegalStateException after {@link #finish} or {@link #close}
   */
  BuiltJoin finish();

  /** Gives up the rows unless {@link #finish} has passed them on. May be called repeatedly. */
  @Override
  void close();
}
