// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.cli.output.LocalOutput;
import dev.hail.cli.output.NamedStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import org.apache.hadoop.conf.Configuration;

/**
 * What a subcommand works with instead of the process' globals.
 *
 * @param configuration configuration with the generic options {@code -D}, {@code -conf} and {@code
 *     -fs} applied
 * @param in standard input
 * @param out results as text; nothing but results is written here
 * @param bytes results as bytes, unbuffered; unlike {@code out} it throws when the reader is gone
 * @param err progress, warnings and errors
 * @param command words that name the command on error lines, for example {@code hail put}
 * @param terminal whether {@code err} is a terminal that a person watches
 * @param verbose whether stack traces are wanted
 */
public record CommandContext(
    Configuration configuration,
    InputStream in,
    PrintStream out,
    NamedStream bytes,
    PrintStream err,
    String command,
    boolean terminal,
    boolean verbose) {

  /**
   * Returns what the name that an option gives stands for.
   *
   * @param name null if the option is not given
   * @return null if the option is not given
   * @throws dev.hail.client.PathException if nothing can be written there
   */
  public LocalOutput output(String name) throws IOException {
    return name == null ? null : LocalOutput.at(name, bytes);
  }

  /** Prints one line for a failure that does not end the command. */
  public void report(Throwable failure) {
    Failures.print(failure, this);
  }
}
