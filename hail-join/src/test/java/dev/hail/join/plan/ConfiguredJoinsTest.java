// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.ConfText;
import dev.hail.conf.HailConfiguration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins of annotations and keys together. */
final class ConfiguredJoinsTest {
  private static final JoinDeclaration DATE =
      new JoinDeclaration("d", MatchKind.LEFT, "${base}/date", "a = b", "c = 1", true, "class X");
  private static final JoinDeclaration PART =
      new JoinDeclaration("p", MatchKind.SEMI, "/part", "e = f", "", false, "class X");

  private Configuration conf;

  @BeforeEach
  void configure() {
    HailConfiguration.addResources();
    conf = new Configuration();
    conf.set("base", "/ssb");
  }

  private List<JoinSpec> joins(JoinDeclaration... declared) throws JoinRefusedException {
    return ConfiguredJoins.of(conf, List.of(declared));
  }

  private JoinSpec join(JoinDeclaration... declared) throws JoinRefusedException {
    List<JoinSpec> joins = joins(declared);
    assertThat(joins).hasSize(1);
    return joins.get(0);
  }

  private List<String> names(JoinDeclaration... declared) throws JoinRefusedException {
    return joins(declared).stream().map(JoinSpec::name).toList();
  }

  @Test
  void nothing_isNoJoin() throws Exception {
    assertThat(joins()).isEmpty();
  }

  @Test
  void keys_areReplacedInPathsAlone() throws Exception {
    conf.set("hail.join.d", "${base}/$\\{base} on a = b where c = '${base}'");
    assertThat(join().path()).isEqualTo("/ssb/$\\{base}");
    assertThat(join().filter()).isEqualTo("c = '${base}'");

    conf.set("hail.join.d.on", "a = \"${base}\"");
    conf.set("hail.join.d.filter", ConfText.encoded("c = 'a\r${base}'"));
    assertThat(join().keys()).containsExactly(new KeyPair("a", "\"${base}\""));
    assertThat(join().filter()).isEqualTo("c = 'a\r${base}'");
  }

  @Test
  void declaration_holdsWithKeysInItsPathReplaced() throws Exception {
    assertThat(join(DATE))
        .isEqualTo(
            new JoinSpec(
                "d",
                MatchKind.LEFT,
                "/ssb/date",
                List.of(new KeyPair("a", "b")),
                "c = 1",
                true,
                "class X"));
  }

  @Test
  void elements_ofKeys_replaceThoseOfDeclaration() throws Exception {
    conf.set("hail.join.d.path", "${base}/other");
    conf.set("hail.join.d.on", "x = d.y");
    conf.set("hail.join.d.filter", "");
    conf.set("hail.join.d.kind", "Not In");
    conf.set("hail.join.d.null-equal", "false");

    assertThat(join(DATE))
        .isEqualTo(
            new JoinSpec(
                "d",
                MatchKind.NOT_IN,
                "/ssb/other",
                List.of(new KeyPair("x", "y")),
                "",
                false,
                "class X"));
  }

  @Test
  void line_replacesTheWholeDeclaration_andElementsReplaceItsParts() throws Exception {
    conf.set("hail.join.d", "${base}/line on x = y");
    conf.set("hail.join.d.filter", "z = 2");

    assertThat(join(DATE))
        .isEqualTo(
            new JoinSpec(
                "d",
                MatchKind.INNER,
                "/ssb/line",
                List.of(new KeyPair("x", "y")),
                "z = 2",
                false,
                "configuration key hail.join.d"));
  }

  @Test
  void elements_withoutDeclaration_makeAJoin() throws Exception {
    conf.set("hail.join.n.path", "/n");
    conf.set("hail.join.n.on", "a = b");

    assertThat(join())
        .isEqualTo(
            new JoinSpec(
                "n",
                MatchKind.INNER,
                "/n",
                List.of(new KeyPair("a", "b")),
                "",
                false,
                "configuration keys hail.join.n.*"));
  }

  @Test
  void option_isNamedAsThePlace() throws Exception {
    conf.set("hail.join.n", "/n on a = b", "--join");

    assertThat(join().place()).isEqualTo("option --join");
  }

  @Test
  void declarations_comeFirst_thenKeysByName() throws Exception {
    conf.set("hail.join.z", "/z on a = b");
    conf.set("hail.join.b", "/b on a = b");

    assertThat(names(PART, DATE)).containsExactly("p", "d", "b", "z");
  }

  @Test
  void names_chooseJoinsAndTheirOrder() throws Exception {
    conf.set("hail.join.z", "/z on a = b");

    conf.set("hail.join.names", " z , p ");
    assertThat(names(PART, DATE)).containsExactly("z", "p");

    conf.set("hail.join.names", "");
    assertThat(names(PART, DATE)).isEmpty();

    conf.set("hail.join.names", "z,x");
    assertThatThrownBy(() -> names(PART))
        .isInstanceOf(JoinRefusedException.class)
        .hasMessageContaining("hail.join.names names the join `x'")
        .hasMessageContaining("there are [p, z]");
  }

  @Test
  void names_thatDifferInCaseOnly_areRefused() {
    conf.set("hail.join.D", "/z on a = b");

    assertThatThrownBy(() -> joins(DATE)).hasMessageContaining("must differ in more than case");
  }

  @Test
  void name_declaredTwice_isRefused() {
    assertThatThrownBy(() -> joins(DATE, DATE))
        .hasMessageContaining("Two joins of class X are named `d'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hail.join.1st|/d on a = b|must be a letter or _",
        "hail.join.a-b|/d on a = b|must be a letter or _",
        "hail.join.mode|repartition|There is no configuration key hail.join.mode",
        "hail.join.memory.most|1g|hail.join.memory.max",
        "hail.join.d.pth|/d|the elements of a join are path, on, filter, kind, null-equal",
        "hail.join.d.path.x|/d|the elements of a join are",
        "hail.join.d.kind|full|hail.join.d.kind is `full'; it can be inner, left, semi, anti or",
        "hail.join.d.null-equal|yes|hail.join.d.null-equal is `yes'; it can be true or false",
        "hail.join.d.on|a b|Join `d' of configuration key hail.join.d.on, column 3",
        "hail.join.d.on| |Join `d' has no `on'",
        "hail.join.d.path| |Join `d' has no `path'",
        "hail.join.n.path|/n|Join `n' has no `on': set configuration key hail.join.n.on, or",
        "hail.join.n|/n in a = b|Join `n' of configuration key hail.join.n, column 4",
      })
  void badKey_isRefusedByName(String key, String value, String message) {
    conf.set(key, value == null ? " " : value);

    assertThatThrownBy(() -> joins(DATE))
        .isInstanceOf(JoinRefusedException.class)
        .hasMessageContaining(message);
  }

  @Test
  void declaredName_thatCannotBe_isRefusedWithItsPlace() {
    for (String name : List.of("", "a b", "memory", "names")) {
      JoinDeclaration declared =
          new JoinDeclaration(name, MatchKind.INNER, "/d", "a = b", "", false, "class Y");
      assertThatThrownBy(() -> joins(declared))
          .isInstanceOf(JoinRefusedException.class)
          .hasMessageContaining("class Y")
          .hasMessageContaining("`" + name + "'");
    }
  }
}
