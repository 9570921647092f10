// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.stage;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Adds files to the distributed cache of a job whose other cache files are already uploaded: while
 * splits are made, Hadoop has filled the four parallel keys and has not written the job's
 * configuration yet.
 */
final class CacheKeys {
  private final Configuration conf;

  CacheKeys(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Adds a file that only this user may read.
   *
   * @param link its name in the working directory of tasks
   */
  void add(FileStatus file, String link) {
    URI place = file.getPath().toUri();
    append(MRJobConfig.CACHE_FILES, place + "#" + link);
    append(MRJobConfig.CACHE_FILE_TIMESTAMPS, Long.toString(file.getModificationTime()));
    append(MRJobConfig.CACHE_FILES_SIZES, Long.toString(file.getLen()));
    append(MRJobConfig.CACHE_FILE_VISIBILITIES, "false");
  }

  private void append(String key, String value) {
    String before = conf.get(key);
    conf.set(key, before == null || before.isEmpty() ? value : before + "," + value);
  }
}
