// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import picocli.CommandLine.Option;

/** The option of commands that also speak to scripts. */
final class JsonOption {
  @Option(names = "--json", description = "Print JSON, an object on a line for each file.")
  boolean json;
}
