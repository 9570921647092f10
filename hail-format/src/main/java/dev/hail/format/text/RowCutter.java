package dev.hail.format.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** Cuts a stream of delimited text into chunks of whole rows. Not thread-safe. */
public final class RowCutter implements Closeable {
  private final InputStream in;

  /**
   * A cutter over a stream that it will close.
   *
   * @param targetBytes wanted bytes per chunk, at least 1
   */
  public RowCutter(InputStream in, TextFormat format, long targetBytes) {
    this.in = in;
  }

  /**
   * The next rows.
   *
   * @return null at the end
   */
  public TextChunk next() throws IOException {
    if (in.available() >= 0) {
      throw new IOException("not built yet");
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
