// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.hail.bench.demo.DemoCommand;
import dev.hail.cli.HailCli;
import dev.hail.client.read.HailFile;
import dev.hail.examples.ExampleTable;
import dev.hail.format.schema.Schema;
import dev.hail.join.plan.JoinPlan;
import dev.hail.mapreduce.HailQuery;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.namenode.HailNameNodePlugin;
import dev.hail.nativejoin.FlatJoins;
import dev.hail.protocol.HailProxies;
import java.net.URL;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/** The modules, in the order of the build, each with those before it that it may use. */
enum HailModule {
  FORMAT(Schema.class),
  PROTOCOL(HailProxies.class, FORMAT),
  DATANODE(HailDatasetFactory.class, FORMAT, PROTOCOL),
  NAMENODE(HailNameNodePlugin.class, FORMAT, PROTOCOL),
  CLIENT(HailFile.class, FORMAT, PROTOCOL),
  CLI(HailCli.class, FORMAT, PROTOCOL, CLIENT),
  MINICLUSTER(HailMiniCluster.class, FORMAT, PROTOCOL, DATANODE, NAMENODE, CLIENT, CLI),
  NATIVE(FlatJoins.class),
  JOIN(JoinPlan.class, FORMAT, PROTOCOL, CLIENT, NATIVE),
  MAPREDUCE(HailQuery.class, FORMAT, PROTOCOL, CLIENT, CLI, NATIVE, JOIN),
  EXAMPLES(ExampleTable.class, FORMAT, PROTOCOL, CLIENT, CLI, JOIN, MAPREDUCE),
  BENCH(
      DemoCommand.class,
      FORMAT,
      PROTOCOL,
      DATANODE,
      NAMENODE,
      CLIENT,
      CLI,
      MINICLUSTER,
      NATIVE,
      JOIN,
      MAPREDUCE,
      EXAMPLES);

  private final Class<?> member;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of
  private final Set<HailModule> uses;

  /**
   * A module.
   *
   * @param member one of its classes, which tells where the others are
   */
  HailModule(Class<?> member, HailModule... uses) {
    this.member = member;
    this.uses = Set.of(uses);
  }

  /** The directory or the jar with its classes. */
  URL location() {
    return member.getProtectionDomain().getCodeSource().getLocation();
  }

  /** Its name in poms. */
  String artifact() {
    return "hail-" + name().toLowerCase(Locale.ROOT);
  }

  /** Its folder in the checkout. */
  String folder() {
    return this == EXAMPLES ? "examples" : artifact();
  }

  boolean mayUse(HailModule other) {
    return other == this || uses.contains(other);
  }

  boolean contains(JavaClass javaClass) {
    String path = location().getPath();
    return javaClass.getSource().stream()
        .anyMatch(source -> source.getUri().toString().contains(path));
  }

  /** The module of a class; empty if the class is not HAIL's. */
  static Optional<HailModule> of(JavaClass javaClass) {
    return Arrays.stream(values()).filter(module -> module.contains(javaClass)).findFirst();
  }
}
