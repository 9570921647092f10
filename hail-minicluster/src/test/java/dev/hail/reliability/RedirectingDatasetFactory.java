// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.step.StepListener;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/** HAIL's dataset with settings that its cluster would not let a datanode have. */
public final class RedirectingDatasetFactory extends HailDatasetFactory {
  /** In front of a configuration key that is to have this value on datanodes. */
  static final String PREFIX = "hail.test.redirect.";

  @Override
  protected StepListener<ReplicaStep> steps(Configuration conf) {
    // HAIL reads the rest of this configuration after this call.
    conf.getPropsWithPrefix(PREFIX).forEach(conf::set);
    return StepListener.none();
  }
}
