package dev.hail.datanode.convert;

import java.io.Closeable;
import java.io.IOException;

/** The bytes of a whole block as they came, held until closed. */
public interface RawBlock extends Closeable {

  /** An array that begins with the block; longer arrays are allowed. Loads the block if need be. */
  byte[] bytes() throws IOException;

  /** Length of the block in bytes. */
  int length();

  @Override
  void close();
}
