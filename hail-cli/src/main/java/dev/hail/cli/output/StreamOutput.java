// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An output that takes bytes as they come: standard output, a device, a pipe, a descriptor. */
final class StreamOutput implements LocalOutput {
  static final int BUFFER_BYTES = 1 << 16;

  private static final Logger LOG = LoggerFactory.getLogger(StreamOutput.class);

  /** Opens the output. */
  @FunctionalInterface
  private interface Opener {
    NamedStream open() throws IOException;
  }

  private final Opener opener;

  /**
   * @param standardOutput stays open, for others write to it, too
   */
  StreamOutput(NamedStream standardOutput) {
    this.opener = () -> standardOutput;
  }

  /**
   * @param append whether to write behind what is there, as the descriptor of a file does
   */
  StreamOutput(OutputName name, Path path, boolean append) {
    OpenOption option = append ? StandardOpenOption.APPEND : StandardOpenOption.WRITE;
    this.opener =
        () -> {
          try {
            return NamedStream.of(name.quoted(), Files.newOutputStream(path, option));
          } catch (FileSystemException failure) {
            throw name.refused(failure);
          }
        };
  }

  @Override
  public void write(Content content) throws IOException {
    try (NamedStream opened = opener.open();
        OutputStream out = new BufferedOutputStream(opened, BUFFER_BYTES)) {
      content.writeTo(out);
      out.flush();
    } catch (ReaderGoneException enough) {
      LOG.debug("Nobody reads on", enough);
    }
  }

  @Override
  public OutputStream openNew() throws IOException {
    return opener.open();
  }

  @Override
  public boolean replaces() {
    return false;
  }
}
