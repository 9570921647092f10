// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HAIL files with extended attributes that HAIL has not written. */
@ExtendWith(SharedCluster.class)
class DamagedAttributeTest {
  private final HailShell shell;

  DamagedAttributeTest(HailShell shell) {
    this.shell = shell;
  }

  @Test
  void damagedAttribute_ofOneFile_isNamedAndOthersAreRead() throws Exception {
    Map<String, String> damages =
        Map.of(
            HailXAttributes.SCHEMA, "k INTT",
            HailXAttributes.INDEX, "k,nope",
            HailXAttributes.FORMAT, "delimiter=");
    String file = "/worn/b's [1]";
    for (String each : List.of("/worn/a", file, "/worn/c")) {
      assertThat(put(each, "--parents", "--index", "k").code()).isZero();
    }
    for (Map.Entry<String, String> damage : damages.entrySet()) {
      String attribute = damage.getKey();
      damage(file, attribute, damage.getValue().getBytes(UTF_8));
      String named = file + "': its attribute " + attribute + " is damaged (";
      String mend = "`hdfs dfs -setfattr -x " + attribute + " '/worn/b'\\''s \\[1\\]''";

      HailShell.Result fsck = shell.run("fsck", "/worn");
      assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
      assertThat(fsck.out())
          .contains(named, mend, "/worn/a: 1 block,", file + ": not checked")
          .contains("/worn/c: 1 block,", "NOT HEALTHY: 3 files, 1 problem");
      for (String command : new String[] {"stat", "schema show", "index show --summary"}) {
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        words.addAll(List.of("/worn/a", file, "/worn/gone", "/worn/c"));
        HailShell.Result several = shell.run(words.toArray(String[]::new));
        assertThat(several.code()).as("%s: %s", command, several).isEqualTo(1);
        assertThat(several.out()).contains("/worn/a", "/worn/c");
        assertThat(several.err()).contains(named, mend, "/worn/gone': No such file");
      }
      HailShell.Result cat = shell.run("cat", "/worn/a", file);
      assertThat(cat.code()).as("%s", cat).isEqualTo(1);
      assertThat(cat.err()).contains(named, mend);

      String[] words = {"-setfattr", "-x", attribute, "/worn/b's \\[1\\]"};
      HailShell.Result removed = HdfsShell.run(shell.fileSystem().getConf(), words);
      assertThat(removed.code()).as("%s", removed).isZero();
      assertThat(shell.run("cat", file).out()).isEqualTo("1,a\n");
      assertThat(shell.run("stat", file).out()).containsPattern("indexes +k");
    }
  }

  @Test
  void rubbishInAttribute_isNamedByFsckInOneLine() throws Exception {
    assertThat(put("/rubbish/a", "--parents", "--index", "k").code()).isZero();
    byte[] binary = new byte[16_000];
    new Random(1).nextBytes(binary);
    List<byte[]> values =
        new ArrayList<>(List.of(binary, new byte[] {0}, "x\n\u001b[2J".getBytes(UTF_8)));
    values.add("{\"k\":[1,\"INT\"]}".getBytes(UTF_8));
    values.add("k I".repeat(5_000).getBytes(UTF_8));
    for (String attribute :
        new String[] {
          HailXAttributes.SCHEMA,
          HailXAttributes.INDEX,
          HailXAttributes.FORMAT,
          HailXAttributes.VERSION,
          HailXAttributes.WORKLOAD,
          HailXAttributes.USE,
          HailXAttributes.calibration(1)
        }) {
      for (byte[] value : values) {
        damage("/rubbish/a", attribute, value);
        HailShell.Result fsck = shell.run("fsck", "/rubbish");
        assertThat(fsck.code())
            .as("%s %s %s", attribute, new String(value, UTF_8), fsck)
            .isEqualTo(1);
        String[] named =
            fsck.out()
                .lines()
                .filter(line -> line.contains(attribute + " is damaged"))
                .toArray(String[]::new);
        assertThat(named).as("%s %s", attribute, fsck).hasSize(1);
        assertThat(named[0]).contains("/rubbish/a", "hdfs dfs -setfattr -x").hasSizeLessThan(500);
        assertThat(named[0]).doesNotContainPattern("\\p{Cntrl}");
      }
      shell.fileSystem().removeXAttr(new Path("/rubbish/a"), attribute);
    }
    for (String[] wrong :
        new String[][] {
          {HailXAttributes.VERSION, "99"},
          {HailXAttributes.VERSION, "0"},
          {HailXAttributes.INDEX, "k,k"},
          {HailXAttributes.calibration(0), "1"},
          {HailXAttributes.calibration(1) + "x", "1"}
        }) {
      damage("/rubbish/a", wrong[0], wrong[1].getBytes(UTF_8));
      HailShell.Result fsck = shell.run("fsck", "/rubbish");
      assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
      assertThat(fsck.out()).contains(wrong[0] + " is damaged");
      shell.fileSystem().removeXAttr(new Path("/rubbish/a"), wrong[0]);
    }
    assertThat(shell.run("fsck", "/rubbish").out()).contains("\nHEALTHY");
    damage("/rubbish/a", HailXAttributes.SCHEMA, "other INT".getBytes(UTF_8));
    HailShell.Result other = shell.run("fsck", "/rubbish");
    assertThat(other.out())
        .contains("another schema than the file", "setfattr -x user.hail.schema");
  }

  private void damage(String file, String attribute, byte[] value) throws IOException {
    shell.fileSystem().setXAttr(new Path(file), attribute, value);
  }

  @Test
  void damagedAttribute_thatReadersDoNotNeed_isAProblemOfFsck() throws Exception {
    assertThat(put("/further/a", "--parents").code()).isZero();
    for (String name :
        new String[] {
          HailXAttributes.VERSION, HailXAttributes.WORKLOAD, HailXAttributes.calibration(2)
        }) {
      shell.fileSystem().setXAttr(new Path("/further/a"), name, new byte[] {(byte) 0xff});
    }
    HailShell.Result fsck = shell.run("fsck", "/further");
    assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
    assertThat(fsck.out())
        .contains("its attribute user.hail.version is damaged")
        .contains("its attribute user.hail.workload is damaged")
        .contains("its attribute user.hail.adaptive.2 is damaged")
        .contains("/further/a: 1 block,");
    assertThat(shell.run("index", "show", "/further/a").out())
        .contains("jobs by name: its attribute user.hail.adaptive.2 is damaged");
    assertThat(shell.run("cat", "/further/a").out()).isEqualTo("1,a\n");
  }

  /** Makes a file of one row. */
  private HailShell.Result put(String file, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("put", "--schema", "k INT, name STRING"));
    words.addAll(List.of(options));
    words.addAll(List.of("-", file));
    return shell.runWithInput("1,a\n", words.toArray(String[]::new));
  }
}
