package dev.hail.format.block;

import java.io.IOException;

/** Checks a whole replica: front, content hash, sort order, index, Arrow metadata. */
public final class BlockVerifier {
  private BlockVerifier() {}

  /**
   * Reads and checks a replica.
   *
   * @throws CorruptBlockException that says what is wrong and where
   */
  public static void verify(BlockSource source) throws IOException {
    Pending.body();
  }
}
