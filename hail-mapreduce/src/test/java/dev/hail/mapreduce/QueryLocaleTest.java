// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.InstalledHail;
import dev.hail.client.MadeLocales;
import dev.hail.minicluster.HailMiniCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hail query}, started by {@code bin/hail} in locales of other charsets and languages. */
@Tag("nightly")
final class QueryLocaleTest {
  @TempDir static Path folder;

  private static MadeLocales locales;
  private static JobFixture fixture;
  private static InstalledHail hail;

  @BeforeAll
  static void start() throws Exception {
    locales = MadeLocales.in(Files.createDirectory(folder.resolve("locales")));
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(1));
    hail = InstalledHail.install(Files.createDirectory(folder.resolve("hail")), fixture.cluster());
    String text = "1234,Müller,–\n2,Miller,2001-01-01\n3,IİıI,1999-12-31\n";
    for (String name : new String[] {"/größe", "/straße"}) {
      HailShell.Result put =
          new HailShell(fixture.cluster())
              .runWithInput(
                  text,
                  "put",
                  "--replication=1",
                  "--null=–",
                  "--schema=ID INT, größe STRING, day DATE",
                  "--index=größe",
                  "-",
                  name);
      assertThat(put.problems()).isEmpty();
    }
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "de_DE.ISO-8859-1", "tr_TR.UTF-8"})
  void query_inEveryLocale_selectsAndJoinsTheSameRows(String locale) throws Exception {
    String output = "/größen-" + locale;
    HailShell.Result query =
        hail.run(
            locales.variables(locale),
            "query",
            "--filter",
            "größe = 'Müller' OR größe = 'IİıI'",
            "--join",
            "u=/straße on größe = größe where größe = 'Müller'",
            "--project",
            "ID,größe,u.größe",
            "--output",
            output,
            "/größe");
    assertThat(query.problems()).isEmpty();
    assertThat(query.err()).contains("Rows: 2; blocks: 1 by index (equality)");
    assertThat(fixture.lines(new org.apache.hadoop.fs.Path(output), "part-"))
        .containsExactly("1234,Müller,Müller");
  }
}
