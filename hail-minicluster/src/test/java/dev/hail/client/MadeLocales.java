// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Locales that the system need not have: German in Latin-1, and Turkish. */
public final class MadeLocales {
  private static final Path SOURCES = Path.of("/usr/share/i18n/locales");

  private final Path folder;

  private MadeLocales(Path folder) {
    this.folder = folder;
  }

  /** Makes the locales; skips the test on a system that cannot. */
  public static MadeLocales in(Path folder) throws Exception {
    assumeTrue(
        Files.exists(SOURCES.resolve("tr_TR")) && Files.isExecutable(Path.of("/usr/bin/localedef")),
        "needs localedef and the sources of locales (Debian: package locales)");
    MadeLocales made = new MadeLocales(folder);
    made.make("de_DE", "ISO-8859-1");
    made.make("tr_TR", "UTF-8");
    return made;
  }

  private void make(String language, String charset) throws Exception {
    String name = language + "." + charset;
    output(new ProcessBuilder("localedef", "-i", language, "-f", charset, folder + "/" + name));
    ProcessBuilder charmap = new ProcessBuilder("locale", "charmap");
    charmap.environment().putAll(variables(name));
    assertThat(output(charmap)).as(name).isEqualTo(charset + "\n");
  }

  private static String output(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s", output).isZero();
    return output;
  }

  /** Returns the variables with which a process has a locale, which may be one of the system's. */
  public Map<String, String> variables(String locale) {
    return Map.of("LOCPATH", folder.toString(), "LC_ALL", locale);
  }
}
