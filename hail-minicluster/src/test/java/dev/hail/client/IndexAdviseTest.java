// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.FilterReport;
import dev.hail.protocol.FilterShape;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.xattr.FilterUse;
import dev.hail.xattr.HailXAttributes;
import dev.hail.xattr.Workload;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code hail index advise} and {@code hail put --index auto}, as users type them. */
final class IndexAdviseTest {
  private static final String SCHEMA = "visitor STRING, visits INT, day DATE";

  private static HailMiniCluster cluster;
  private static HailShell shell;
  private static String text;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        HailMiniCluster.builder()
            .dataNodes(3)
            .configuration(SharedCluster.settings())
            .quickHeartbeats()
            .build();
    cluster.awaitHail();
    shell = new HailShell(cluster);
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 4_000; i++) {
      rows.append("visitor").append(i % 50).append(',').append(i % 100).append(",2001-01-01\n");
    }
    text = rows.toString();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static HailShell.Result put(String target, String... options) throws Exception {
    String[] arguments = new String[options.length + 5];
    arguments[0] = "put";
    arguments[1] = "--schema";
    arguments[2] = SCHEMA;
    System.arraycopy(options, 0, arguments, 3, options.length);
    arguments[options.length + 3] = "-";
    arguments[options.length + 4] = target;
    cluster.fileSystem().mkdirs(new Path(target).getParent());
    return shell.runWithInput(text, arguments);
  }

  /** Prints rows with a filter as somebody who may read files and nothing else. */
  private static void catAsReader(String filter, String path) throws Exception {
    UserGroupInformation reader =
        UserGroupInformation.createUserForTesting("reader", new String[] {"others"});
    HailShell.Result cat =
        reader.doAs(
            (PrivilegedExceptionAction<HailShell.Result>)
                () ->
                    HailShell.run(
                        new Configuration(cluster.configuration()),
                        "",
                        "cat",
                        "--filter",
                        filter,
                        path));
    assertThat(cat.code()).as("%s", cat).isZero();
  }

  private static HailShell.Result done(HailShell.Result result) {
    assertThat(result.code()).as("%s", result).isZero();
    return result;
  }

  @Test
  void filtersOfReaders_afterRestart_areStillAdvisedAndChosen() throws Exception {
    // Nothing was recorded yet, so nothing is advised or chosen.
    done(put("/data/visits", "--index", "visitor"));
    HailShell.Result none = shell.run("index", "advise", "/data/visits");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err())
        .contains("no job and no query with a filter was recorded")
        .contains("\n  Run some, or choose");
    HailShell.Result refused = put("/data/second", "--index", "auto");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("nothing to learn from").contains("--index A,B,C");
    assertThat(cluster.fileSystem().exists(new Path("/data/second"))).isFalse();

    // Who looks at a file without a filter says nothing about indexes.
    done(shell.run("cat", "--limit", "1", "/data/visits"));
    for (int i = 0; i < 3; i++) {
      catAsReader("visits = " + i, "/data/visits");
    }
    catAsReader("visitor = 'visitor1'", "/data/visits");
    String before = done(shell.run("index", "advise", "/data/visits")).out();
    assertThat(before)
        .contains("/data/visits: 4 jobs recorded, counting as 4.0")
        .containsPattern("visits +75 % .* 0 %  proposed")
        .containsPattern("visitor +25 % .* 100 %  proposed")
        .contains("hail index add --by visits /data/visits\n")
        .doesNotContain("--by visitor")
        .contains("hail put --index visits,visitor ");
    JsonNode advised =
        new ObjectMapper()
            .readTree(done(shell.run("index", "advise", "--json", "/data/visits")).out());
    assertThat(advised.get("file").asText()).isEqualTo("/data/visits");
    assertThat(advised.get("attributes").get(0).get("proposed").asBoolean()).isTrue();
    assertThat(advised.get("bytes_proposed").asLong())
        .isLessThan(advised.get("bytes_now").asLong());
    assertThat(done(shell.run("index", "advise", "--replicas", "1", "/data/visits")).out())
        .contains("hail put --index visits ");

    // An upload chooses what was advised, from the directory or from a file that is named.
    done(put("/data/second", "--index", "auto"));
    assertThat(shell.run("ls", "/data/second").out()).contains("HAIL[visits,visitor]");
    done(put("/other/third", "--index", "auto", "--like", "/data/visits", "--replication", "1"));
    assertThat(shell.run("ls", "/other/third").out()).contains("HAIL[visits]");

    // The record outlives the namenode.
    Path path = new Path("/data/visits");
    Waiting.until(
        "the record is kept with the file",
        () -> {
          byte[] kept = cluster.fileSystem().getXAttrs(path).get(HailXAttributes.WORKLOAD);
          return kept != null && Workload.parse(new String(kept, UTF_8)).jobs() == 4;
        });
    cluster.restartNameNodes();
    cluster.awaitHail();
    assertThat(done(shell.run("index", "advise", "/data/visits")).out())
        .contains("hail index add --by visits /data/visits\n");

    // Another version of the file is read as the one before it.
    done(put("/data/visits", "-f", "--index", "auto"));
    assertThat(shell.run("ls", "/data/visits").out()).contains("HAIL[visits,visitor]");
    assertThat(done(shell.run("index", "advise", "/data/visits")).out())
        .contains("4 jobs recorded")
        .contains("The file has all indexes that are proposed.");
  }

  /** The rows that qualify are those of the last blocks. */
  @Test
  void cat_endingAtItsLimit_recordsNoShareOfRows() throws Exception {
    String sorted =
        IntStream.range(0, 4_000)
            .mapToObj(i -> "visitor," + i / 1_000 + ",2001-01-01\n")
            .collect(Collectors.joining());
    done(
        shell.runWithInput(
            sorted, "put", "--schema", SCHEMA, "--block-size", "16k", "-", "/limited"));
    String[] cat = {"cat", "--filter", "visits = 3", "/limited", "--limit", "1"};
    done(shell.run(cat));
    assertThat(uses("/limited").get(0).shares()).isEmpty();

    cat[5] = "1001";
    done(shell.run(cat));
    assertThat(uses("/limited").get(0).shares()).containsOnlyKeys(0);
  }

  private static List<FilterUse> uses(String path) throws IOException {
    try (HailClientProtocol namenode =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      return Workload.parse(namenode.getWorkload(path).workload()).uses();
    }
  }

  @Test
  void advice_forAnotherSchema_doesNotLearnFromFile() throws Exception {
    done(put("/learn/visits", "--index", "visitor"));
    done(shell.run("cat", "--filter", "visits = 3", "/learn/visits"));
    String other = "visitor STRING, visits BIGINT, day DATE";
    HailShell.Result named =
        shell.runWithInput(
            text,
            "put",
            "--schema",
            other,
            "--index",
            "auto",
            "--like",
            "/learn/visits",
            "-",
            "/learn/other");
    assertThat(named.code()).isEqualTo(1);
    assertThat(named.err()).contains("/learn/visits': has another schema: ");
    HailShell.Result directory =
        shell.runWithInput(text, "put", "--schema", other, "--index", "auto", "-", "/learn/other");
    assertThat(directory.code()).isEqualTo(1);
    assertThat(directory.err()).contains("nothing to learn from");
    HailShell.Result alone = put("/learn/more", "--index", "visits", "--like", "/learn/visits");
    assertThat(alone.code()).isEqualTo(2);
    assertThat(alone.err()).contains("--like goes with --index auto");
    done(put("/learn/more", "--index", "auto"));
    assertThat(shell.run("ls", "/learn/more").out()).contains("HAIL[visits]");
  }

  @Test
  void advisedAttribute_missingInFile_isRefused() throws Exception {
    done(put("/forged/visits", "--index", "visitor"));
    try (HailClientProtocol namenode =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      FilterReport forged =
          new FilterReport("/forged/visits", FilterShape.parse("4="), true, List.of());
      assertThatThrownBy(() -> namenode.recordFilter(forged))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has 3 attributes");
      assertThat(namenode.getWorkload("/forged/visits").workload()).isEmpty();
    }
  }

  @Test
  void advice_afterIndexIsAdded_hasNothingToDo() throws Exception {
    done(put("/added/visits", "--index", "visitor"));
    done(shell.run("cat", "--filter", "visits = 3", "/added/visits"));
    assertThat(done(shell.run("index", "advise", "/added/visits")).out())
        .contains("hail index add --by visits /added/visits\n");
    done(shell.run("index", "add", "--by", "visits", "/added/visits"));
    assertThat(done(shell.run("index", "advise", "/added/visits")).out())
        .containsPattern("visits +100 % .* 100 %  proposed")
        .contains("The file has all indexes that are proposed.");
  }
}
