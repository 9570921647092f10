// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.PrintStream;

/**
 * Prints values as JSON for scripts, each on a line of its own. The fields of a record become names
 * in snake case; a field that is null is left out. A command that prints no JSON does not load this
 * class, as Jackson takes a while to start.
 */
public final class JsonLines {
  private static final ObjectWriter WRITER =
      new ObjectMapper()
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .setSerializationInclusion(JsonInclude.Include.NON_NULL)
          .writer();

  private JsonLines() {}

  /** Prints one value, such as a record of numbers, text, lists and other records. */
  public static void print(Object value, PrintStream out) {
    try {
      out.println(WRITER.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("No JSON can be made of " + value, e);
    }
  }
}
