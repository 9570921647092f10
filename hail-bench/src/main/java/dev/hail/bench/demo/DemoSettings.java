// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.examples.job.ExampleJob;
import java.nio.file.Path;
import java.util.List;

/**
 * Settings of the demo.
 *
 * @param textBytes approximate bytes of UserVisits to generate
 * @param seed seed of the generator
 * @param blockBytes HDFS block size
 * @param jobs jobs on UserVisits to run on both systems, at least one
 * @param directory empty directory for all files: the text, HDFS's blocks, YARN's files
 */
record DemoSettings(
    long textBytes, long seed, long blockBytes, List<ExampleJob> jobs, Path directory) {
  DemoSettings {
    jobs = List.copyOf(jobs);
  }
}
