// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.cli.CommandLineProblem;
import java.io.IOException;
import java.io.OutputStream;

/** Where a command writes on the user's own machine, such as what {@code -o} names. */
public sealed interface LocalOutput permits StreamOutput, FileOutput {
  /** The name that stands for standard output. */
  String STANDARD_OUTPUT = "-";

  /** What is written. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException, CommandLineProblem;
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
  static LocalOutput at(String name, OutputStream standardOutput) throws IOException {
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
   * @throws CommandLineProblem what {@code content} throws by itself
   */
  void write(Content content) throws IOException, CommandLineProblem;

  /** Whether a file is there that will be replaced. */
  boolean replaces();
}
