// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.PathException;
import dev.hail.client.read.HailFile;
import dev.hail.format.schema.SchemaException;

/** An attribute of a file, named by an option. */
final class AttributeArgument {
  private AttributeArgument() {}

  /**
   * Returns the position of an attribute, from 1.
   *
   * @param option name of the option, for the message
   * @param argument a name or {@code @n}
   * @throws PathException if the file has no such attribute
   */
  static int position(HailFile file, String option, String argument) throws PathException {
    try {
      return file.schema().attribute(argument).position();
    } catch (SchemaException unknown) {
      String path = file.location().source();
      throw new PathException(
          path,
          option + ": " + unknown.getMessage(),
          "Name one of these, or the n-th by @n; `hail schema show " + path + "' tells more.",
          unknown);
    }
  }
}
