// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds a table by its name. */
final class GeneratedTableConverter implements ITypeConverter<GeneratedTable> {
  @Override
  public GeneratedTable convert(String name) {
    return GeneratedTable.named(name)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no table `"
                        + name
                        + "'; the tables are "
                        + GeneratedTable.all().stream()
                            .map(GeneratedTable::name)
                            .collect(Collectors.joining(", "))));
  }
}
