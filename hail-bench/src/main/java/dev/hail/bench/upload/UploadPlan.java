// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import dev.hail.examples.ExampleTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Cases that are measured together because they use the same text and the same number of datanodes.
 * One upload to plain HDFS per round serves all of them.
 *
 * @param sizeName prefix of the case names, such as {@code 2g/}; empty if there is only one size
 */
record UploadPlan(
    ExampleTable table,
    long textBytes,
    String sizeName,
    int dataNodes,
    List<UploadCase> cases,
    Set<UploadSystem> systems) {

  /** One upload of a round: a system, and for HAIL a case. */
  record Step(UploadSystem system, UploadCase hailCase) {
    String title() {
      return hailCase == null ? system.id() : system.id() + " " + hailCase.name();
    }
  }

  UploadPlan {
    cases = List.copyOf(cases);
    systems = Set.copyOf(systems);
  }

  /** Groups cases; the groups are in the order of their first cases. */
  static List<UploadPlan> of(
      List<UploadCase> cases, long textBytes, String sizeName, Set<UploadSystem> systems) {
    List<UploadPlan> plans = new ArrayList<>();
    List<UploadCase> left = new ArrayList<>(cases);
    while (!left.isEmpty()) {
      UploadCase first = left.get(0);
      List<UploadCase> together =
          left.stream()
              .filter(
                  each -> each.table() == first.table() && each.dataNodes() == first.dataNodes())
              .toList();
      plans.add(
          new UploadPlan(first.table(), textBytes, sizeName, first.dataNodes(), together, systems));
      left.removeAll(together);
    }
    return plans;
  }

  /** Returns the uploads of every round. */
  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    if (systems.contains(UploadSystem.HDFS)) {
      steps.add(new Step(UploadSystem.HDFS, null));
    }
    if (systems.contains(UploadSystem.HAIL)) {
      cases.forEach(each -> steps.add(new Step(UploadSystem.HAIL, each)));
    }
    return steps;
  }

  /** Returns the uploads that are done once, before the rounds. */
  List<Step> peerSteps() {
    return systems.stream()
        .filter(UploadSystem::isPeer)
        .sorted()
        .map(system -> new Step(system, null))
        .toList();
  }

  String caseName(UploadCase uploadCase) {
    return sizeName + uploadCase.name();
  }
}
