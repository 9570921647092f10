// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The charset by which the Java virtual machine decodes arguments. It follows the locale, and
 * cannot change after the start.
 *
 * @param name as the virtual machine gives it, for example {@code ANSI_X3.4-1968}
 * @param locale the locale that the environment names, for example {@code C}
 */
record PlatformCharset(String name, String locale) {
  /** Variables that name the locale of letters; the first one with a value counts. */
  private static final List<String> VARIABLES = List.of("LC_ALL", "LC_CTYPE", "LANG");

  static PlatformCharset ofThisProcess() {
    return new PlatformCharset(
        System.getProperty("sun.jnu.encoding"), namedLocale(System.getenv()));
  }

  private static String namedLocale(Map<String, String> environment) {
    return VARIABLES.stream()
        .map(variable -> environment.getOrDefault(variable, ""))
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse("C");
  }

  /** Returns the message for the first argument that may differ from what was typed, if any. */
  Optional<String> problem(String... arguments) {
    if (StandardCharsets.UTF_8.name().equalsIgnoreCase(name)) {
      return Optional.empty();
    }
    return Stream.of(arguments)
        .filter(argument -> !StandardCharsets.US_ASCII.newEncoder().canEncode(argument))
        .findFirst()
        .map(
            argument ->
                "argument `"
                    + argument
                    + "' came as "
                    + name
                    + ", because the locale "
                    + locale
                    + " is not UTF-8: set LC_ALL=C.UTF-8, or another locale of UTF-8 that `locale"
                    + " -a' lists");
  }
}
