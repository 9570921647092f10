// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/hail} in locales of other charsets and languages. */
@ExtendWith(SharedCluster.class)
class LocaleTest {
  @TempDir static Path folder;

  private static MadeLocales locales;
  private static InstalledHail hail;

  @BeforeAll
  static void install(HailShell shell) throws Exception {
    locales = MadeLocales.in(Files.createDirectory(folder.resolve("locales")));
    hail = InstalledHail.install(Files.createDirectory(folder.resolve("hail")), shell.cluster());
    Files.writeString(
        folder.resolve("hail/größe.csv"),
        "1234,Müller,–\n2,Miller,2001-01-01\n3,IİıI,1999-12-31\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "de_DE.ISO-8859-1", "tr_TR.UTF-8"})
  void commands_inEveryLocale_sayAndStoreTheSame(String locale) throws Exception {
    Map<String, String> variables = locales.variables(locale);
    HailShell.Result put =
        hail.run(
            variables,
            "put",
            "--overwrite",
            "--null=–",
            "--schema=ID INT, größe STRING, day DATE",
            "--index=größe",
            "größe.csv",
            "/größe-" + locale);
    assertThat(put.problems()).isEmpty();
    assertThat(put.out())
        .startsWith("/größe-" + locale + ": 3 rows in 1 block, indexed by größe\n")
        .contains("3 replicas\n");

    HailShell.Result cat =
        hail.run(
            variables,
            "cat",
            "--stats",
            "--header",
            "--filter",
            "größe = 'Müller' OR größe = 'IİıI'",
            "/größe-" + locale);
    assertThat(cat.problems()).isEmpty();
    assertThat(cat.out()).isEqualTo("ID,größe,day\n3,IİıI,1999-12-31\n1234,Müller,–\n");
    assertThat(cat.err()).contains("index equality", "1,9");
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "schema show /größe",
        "schema infer größe.csv",
        "stat --json /größe",
        "fsck /größe",
        "cat --format json /größe",
        "cat --format arrow /größe",
        "cat /größe-",
        "put --schema keine.sql größe.csv /x",
        "bogüs",
      })
  void output_inEveryLocale_isThatOfUtf8(String line) throws Exception {
    Map<String, String> utf8 = locales.variables("C.UTF-8");
    String schema = "--schema=ID INT, größe STRING, day DATE";
    HailShell.Result put =
        hail.run(utf8, "put", "--overwrite", "--null=–", schema, "größe.csv", "/größe");
    assertThat(put.problems()).isEmpty();
    HailShell.Result expected = hail.run(utf8, line.split(" "));
    for (String locale : new String[] {"C", "POSIX", "de_DE.ISO-8859-1", "tr_TR.UTF-8"}) {
      assertThat(hail.run(locales.variables(locale), line.split(" ")))
          .as(locale)
          .isEqualTo(expected);
    }
  }
}
