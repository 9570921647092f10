// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.HailFile;
import dev.hail.client.workload.FilterRecorder;
import dev.hail.format.predicate.Predicate;
import dev.hail.protocol.FilterShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Tells the namenode the filters with which a job reads its files. Also chooses the tasks that
 * report which share of the rows met the filter; in a large job that is only a sample.
 */
final class PlannedFilters {
  /** Number of measured splits that, spread over a job, estimate its mean well enough. */
  private static final int MOST_MEASURED = 64;

  private final FilterRecorder recorder;
  private final Set<String> toMeasure = new HashSet<>();

  PlannedFilters(Configuration conf) {
    recorder = new FilterRecorder(conf);
  }

  /** Reports the job's filter on a file. A namenode that does not answer is not asked again. */
  void planned(HailFile file, Predicate predicate) {
    if (file.directoryFailure() != null) {
      return;
    }
    FilterShape filter = FilterShape.of(predicate);
    boolean taken = recorder.begins(file, filter, List.of());
    if (taken && !filter.parts().isEmpty()) {
      toMeasure.add(file.path().toString());
    }
  }

  /** Returns the splits in their order, some of them marked to be measured. */
  List<HailInputSplit> choose(List<HailInputSplit> splits) {
    List<Integer> candidates = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      if (splits.get(i).blocks().stream().allMatch(block -> toMeasure.contains(block.path()))) {
        candidates.add(i);
      }
    }
    List<HailInputSplit> chosen = new ArrayList<>(splits);
    int count = Math.min(MOST_MEASURED, candidates.size());
    for (int k = 0; k < count; k++) {
      int i = candidates.get((int) ((long) k * candidates.size() / count));
      chosen.set(i, splits.get(i).toBeMeasured());
    }
    return chosen;
  }
}
