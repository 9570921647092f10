// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Where a command writes on the user's own machine, such as what {@code -o} names. */
public sealed interface LocalOutput permits StreamOutput, FileOutput {
  /** The name that stands for standard output. */
  String STANDARD_OUTPUT = "-";

  /** What is written. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Finds out what a name means, as a shell does with the target of {@code >}. A device or a pipe
   * is written to. A regular file is replaced when its content is whole. For a link, what it points
   * to counts.
   *
   * @param name {@value #STANDARD_OUTPUT}, or a path of this machine
   * @param standardOutput of the command
   * @throws dev.hail.client.PathException if nothing can be written there, because it is a
   *     directory, for example
   */
  static LocalOutput at(String name, NamedStream standardOutput) throws IOException {
    return name.equals(STANDARD_OUTPUT)
        ? new StreamOutput(standardOutput)
        : new OutputName(name).find(standardOutput);
  }

  /**
   * Writes the content. If the reader of a pipe has closed it, as {@code head} does, this returns
   * early and without an exception.
   *
   * @throws IOException if the content cannot be written; the message names the output. Also what
   *     {@code content} throws by itself.
   */
  void write(Content content) throws IOException;

  /** Writes a text in UTF-8, as {@link #write}. */
  default void writeText(CharSequence text) throws IOException {
    write(out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Opens the output for content that is of use before it is whole, such as the log of a long run.
   * A write throws a {@link ReaderGoneException} if the reader of a pipe has closed it.
   *
   * @return the caller closes it; a file that has got nothing is removed then
   * @throws dev.hail.client.PathException if a file is there, since it would be lost at once
   */
  OutputStream openNew() throws IOException;

  /** Whether a file is there that will be replaced. */
  boolean replaces();
}
