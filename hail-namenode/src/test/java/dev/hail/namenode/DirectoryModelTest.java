// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.testing.TestSeeds;
import dev.hail.testing.WrongAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever happens to datanodes, namenodes and messages, orders and pseudo replicas are kept. */
class DirectoryModelTest {
  private static final int SCHEDULES = 2_000;
  private static final int STEPS = 36;

  @Test
  void schedules_ofMessagesAndFailures_loseNoOrderOnceAllIsMended() throws Exception {
    List<ModelNamespace> namespaces = List.of(new ModelNamespace(), new ModelNamespace());
    for (long seed : TestSeeds.of(SCHEDULES).toArray()) {
      List<Integer> steps = IntStream.range(0, STEPS).boxed().toList();
      if (failure(seed, namespaces, steps, null) != null) {
        throw shortened(seed, namespaces, steps);
      }
    }
  }

  private static Throwable failure(
      long seed, List<ModelNamespace> namespaces, List<Integer> steps, List<String> trace) {
    try {
      DirectoryModel model = new DirectoryModel(seed, namespaces, trace);
      steps.forEach(model::step);
      model.end();
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }

  /** Leaves out all steps without which the schedule fails, too. */
  private static AssertionError shortened(
      long seed, List<ModelNamespace> namespaces, List<Integer> all) {
    List<Integer> steps = new ArrayList<>(all);
    for (int step : all) {
      List<Integer> fewer = new ArrayList<>(steps);
      fewer.remove((Integer) step);
      if (failure(seed, namespaces, fewer, null) != null) {
        steps = fewer;
      }
    }
    List<String> trace = new ArrayList<>();
    Throwable failure = failure(seed, namespaces, steps, trace);
    String message = failure + "\n" + String.join("\n", trace) + "\n" + TestSeeds.hint(seed);
    return failure instanceof WrongAnswer
        ? new WrongAnswer(message)
        : new AssertionError(message, failure);
  }
}
