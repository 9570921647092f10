// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import java.nio.file.Path;

/**
 * What the demo should do.
 *
 * @param textBytes of UserVisits to generate, about
 * @param seed of the generator
 * @param blockBytes HDFS block size
 * @param directory empty directory for everything: the text, HDFS's blocks, YARN's files
 */
record DemoSettings(long textBytes, long seed, long blockBytes, Path directory) {}
