// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.stage;

import dev.hail.conf.NumberKeys;
import dev.hail.join.build.BuiltStar;
import dev.hail.join.plan.ImageFile;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.join.plan.PlannedJoin;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Publishes images in the staging directory of a job, which Hadoop removes after the job, and in
 * its distributed cache. Only this user may read them. Values of keys are in these files alone,
 * never in the configuration, which viewers of jobs show.
 */
public final class StagedImages {
  private static final FsPermission PRIVATE = new FsPermission((short) 0600);
  private static final int COPY_BYTES = 1 << 16;
  private static final short DEFAULT_REPLICATION = 10;

  private final Configuration conf;

  /** Publishes for the job with this configuration, which it changes. */
  public StagedImages(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Checks that there will be a place for images, before they are built.
   *
   * @throws JoinRefusedException if the job is not being submitted by Hadoop
   */
  public static void check(Configuration conf) throws JoinRefusedException {
    if (conf.get(MRJobConfig.MAPREDUCE_JOB_DIR) == null) {
      throw new JoinRefusedException(
          "Joins need the staging directory of a MapReduce job ("
              + MRJobConfig.MAPREDUCE_JOB_DIR
              + "), and something else asks for the splits of this job. Submit it with"
              + " Job.submit, or read the files without joins");
    }
  }

  /**
   * Copies the images and the plan, and adds them to the cache.
   *
   * @param folder local directory of the images
   * @param prefix begins the name of the plan
   * @throws JoinRefusedException if the job's cache may not be so large
   */
  public void publish(BuiltStar star, java.nio.file.Path folder, String prefix) throws IOException {
    java.nio.file.Path plan = folder.resolve(prefix + ".plan");
    Files.write(plan, star.plan().toBytes(), StandardOpenOption.CREATE_NEW);
    ImageFile planFile = ImageFile.of(plan.getFileName().toString(), plan);
    List<ImageFile> files = new ArrayList<>();
    for (PlannedJoin join : star.plan().joins()) {
      files.add(join.image());
      if (join.strings() != null) {
        files.add(join.strings());
      }
    }
    files.add(planFile);
    checkLimits(files);
    CacheKeys cache = new CacheKeys(conf);
    Path staging = new Path(conf.get(MRJobConfig.MAPREDUCE_JOB_DIR));
    FileSystem fs = staging.getFileSystem(conf);
    for (ImageFile file : files) {
      Path target = fs.makeQualified(new Path(staging, file.name()));
      copy(folder.resolve(file.name()), fs, target);
      cache.add(fs.getFileStatus(target), file.name());
    }
    StagedPlan.set(conf, planFile);
  }

  private void copy(java.nio.file.Path from, FileSystem fs, Path to) throws IOException {
    short replication =
        (short) NumberKeys.count(conf, NumberKeys.SUBMIT_REPLICATION, DEFAULT_REPLICATION);
    OutputStream out =
        fs.create(to, PRIVATE, false, COPY_BYTES, replication, fs.getDefaultBlockSize(to), null);
    // HDFS' streams throw their first failure again when they are closed, which this expects.
    IOUtils.copyBytes(Files.newInputStream(from), out, COPY_BYTES, true);
    fs.setPermission(to, PRIVATE);
  }

  /** Hadoop checks these limits before splits are made, so it does not see the images. */
  private void checkLimits(List<ImageFile> files) throws JoinRefusedException {
    long mega = 1 << 20;
    long all = NumberKeys.longCount(conf, MRJobConfig.MAX_RESOURCES_MB, 0);
    long one = NumberKeys.longCount(conf, MRJobConfig.MAX_SINGLE_RESOURCE_MB, 0);
    long count = NumberKeys.longCount(conf, MRJobConfig.MAX_RESOURCES, 0);
    long bytes = files.stream().mapToLong(ImageFile::length).sum();
    long largest = files.stream().mapToLong(ImageFile::length).max().orElse(0);
    refuse(MRJobConfig.MAX_RESOURCES_MB, all, bytes / mega, "MB in all");
    refuse(MRJobConfig.MAX_SINGLE_RESOURCE_MB, one, largest / mega, "MB in one file");
    refuse(MRJobConfig.MAX_RESOURCES, count, files.size(), "files");
  }

  private static void refuse(String key, long limit, long needed, String what)
      throws JoinRefusedException {
    if (limit > 0 && needed > limit) {
      throw new JoinRefusedException(
          String.format(
              Locale.ROOT,
              "The images of the joins take %,d %s, and %s allows %,d for the distributed cache of"
                  + " a job",
              needed,
              what,
              key,
              limit));
    }
  }
}
