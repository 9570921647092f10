// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.generate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the schema files that lie beside generators. */
public final class SchemaResource {
  private SchemaResource() {}

  /** Returns the text of a schema file in the package of a class. */
  public static String read(Class<?> home, String name) {
    try (InputStream in = home.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            name + " is missing beside " + home.getName() + ": build the examples again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the schema " + name, e);
    }
  }
}
