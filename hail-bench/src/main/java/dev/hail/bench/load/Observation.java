// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import dev.hail.bench.measure.CaseLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Samples of all processes over time. Not thread-safe. */
final class Observation implements AutoCloseable {
  private static final String SECOND_QUARTER = "second-quarter";
  private static final String LAST_QUARTER = "last-quarter";

  private final List<ProcessProbe> probes = new ArrayList<>();
  private final Map<String, Map<Resource, List<Double>>> samples = new LinkedHashMap<>();

  /** Adds a process, which the observation then closes. */
  void add(ProcessProbe probe) {
    probes.add(probe);
    Map<Resource, List<Double>> ofProcess = new EnumMap<>(Resource.class);
    for (Resource resource : Resource.values()) {
      ofProcess.put(resource, new ArrayList<>());
    }
    samples.put(probe.name(), ofProcess);
  }

  /** Looks at every process. */
  void sample() throws IOException {
    for (ProcessProbe probe : probes) {
      Map<Resource, List<Double>> ofProcess = samples.get(probe.name());
      probe.sample().forEach((resource, value) -> ofProcess.get(resource).add(value));
    }
  }

  /** Returns the verdicts of {@link LeakRule}; empty if no process leaks. */
  List<String> leaks() {
    List<String> leaks = new ArrayList<>();
    samples.forEach(
        (process, resources) ->
            resources.forEach(
                (resource, values) ->
                    LeakRule.leak(process, resource, array(values)).ifPresent(leaks::add)));
    return leaks;
  }

  /** Writes what the verdicts compare. */
  void record(CaseLog cases) throws IOException {
    samples.forEach(
        (process, resources) ->
            resources.forEach(
                (resource, values) -> {
                  String metric = resource.metric();
                  for (double value : LeakRule.secondQuarter(array(values))) {
                    cases.add(SECOND_QUARTER, process, metric, value);
                  }
                  for (double value : LeakRule.lastQuarter(array(values))) {
                    cases.add(LAST_QUARTER, process, metric, value);
                  }
                }));
    cases.finish(SECOND_QUARTER);
    cases.finish(LAST_QUARTER);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Override
  public void close() throws IOException {
    for (ProcessProbe probe : probes) {
      probe.close();
    }
  }
}
