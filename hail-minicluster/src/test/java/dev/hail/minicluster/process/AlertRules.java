// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The metrics that {@code conf/alerts.yml} names. */
final class AlertRules {
  /** A metric, or the beginning of metrics that have the name of a namenode in theirs. */
  private static final Pattern METRIC = Pattern.compile("\\bhail_[a-z_]+[a-z]");

  private AlertRules() {}

  /**
   * Waits until the daemons show each metric, which Hadoop publishes every ten seconds.
   *
   * @param cluster with {@code hadoop.prometheus.endpoint.enabled}
   */
  static void awaitMetrics(ProcessCluster cluster) throws Exception {
    Path rules = Path.of(System.getProperty("hail.home"), "conf", "alerts.yml");
    Set<String> named =
        METRIC
            .matcher(Files.readString(rules))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).hasSizeGreaterThan(5);
    Waiting.until("/prom has " + named, () -> missing(named, cluster).isEmpty());
  }

  private static Set<String> missing(Set<String> named, ProcessCluster cluster) throws IOException {
    String shown = cluster.nameNode().page("/prom") + cluster.dataNodes().get(0).page("/prom");
    return named.stream()
        .filter(metric -> !Pattern.compile("(?m)^" + metric + "(\\b|_)").matcher(shown).find())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
