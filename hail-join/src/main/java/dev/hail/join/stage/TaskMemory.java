// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.stage;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.join.plan.JoinRefusedException;
import java.util.Locale;
import java.util.function.IntSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the containers of map tasks the memory that images take. YARN counts a mapped file in every
 * process that touches it, so a task whose container is granted its heap alone would be killed.
 * Tables that each task makes in its heap raise the heap.
 */
public final class TaskMemory {
  private static final Logger LOG = LoggerFactory.getLogger(TaskMemory.class);
  private static final long MEGA = 1 << 20;

  /** Direct buffers of keys and results, in bytes. */
  private static final long BUFFERS = 16 * MEGA;

  private static final String COUNTED_BY_TASK = "task";
  private static final String COUNTED_SHARED = "shared";
  private static final float DEFAULT_VIRTUAL_RATIO = 2.1f;
  private static final long DEFAULT_MOST = 8192;

  private final Configuration conf;
  private final IntSupplier slotsOfNode;

  /**
   * Memory of the tasks of a job.
   *
   * @param conf configuration of the job, which {@link #grant} changes
   * @param slotsOfNode asked for the fewest map tasks that run on one node at once
   */
  public TaskMemory(Configuration conf, IntSupplier slotsOfNode) {
    this.conf = conf;
    this.slotsOfNode = slotsOfNode;
  }

  /**
   * Raises the memory of map containers to what heap and images need. The heap is what it would
   * have been, and tables.
   *
   * @param imageBytes files that tasks map
   * @param tableBytes tables in the heap of each task
   * @return what a container is asked for, in MB; 0 if the job does not run on YARN
   * @throws JoinRefusedException if containers cannot be so large
   */
  public long grant(long imageBytes, long tableBytes) throws JoinRefusedException {
    if (!MRConfig.YARN_FRAMEWORK_NAME.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
      return 0;
    }
    JobConf job = new JobConf(conf);
    long granted = job.getMemoryRequired(TaskType.MAP);
    String options = job.getTaskJavaOpts(TaskType.MAP);
    int heap = JobConf.parseMaximumHeapSizeMB(options);
    long heapMega = (heap > 0 ? heap : granted) + mega(tableBytes);
    long needed = needed(heapMega, imageBytes);
    if (needed <= granted && tableBytes == 0) {
      return granted;
    }
    String sum =
        String.format(
            Locale.ROOT,
            "%,d MB: %,d MB of heap%s, %s of images, and %s",
            needed,
            heapMega,
            tableBytes == 0 ? "" : ", of which tables take " + mega(tableBytes) + " MB",
            TraditionalBinaryPrefix.long2String(imageBytes, "B", 1),
            HailConfigKeys.JOIN_MEMORY_OVERHEAD);
    if (!conf.getBoolean(
        HailConfigKeys.JOIN_MEMORY_ADJUST, HailConfigKeys.JOIN_MEMORY_ADJUST_DEFAULT)) {
      LOG.warn(
          "Map tasks need {}, and {} is {}, with {} MB of heap. They may fail or be killed by YARN;"
              + " {} is false",
          sum,
          MRJobConfig.MAP_MEMORY_MB,
          granted,
          heap,
          HailConfigKeys.JOIN_MEMORY_ADJUST);
      return granted;
    }
    long most = NumberKeys.longCount(conf, NumberKeys.CONTAINER_MOST, DEFAULT_MOST);
    if (needed > most) {
      throw new JoinRefusedException(
          "Map tasks would need containers of "
              + sum
              + ", and "
              + NumberKeys.CONTAINER_MOST
              + " is "
              + most
              + ". What helps: smaller build sides, a smaller heap ("
              + MRJobConfig.MAP_JAVA_OPTS
              + "), or "
              + HailConfigKeys.JOIN_MEMORY_COUNTED
              + "=shared on a cluster that counts shared memory once");
    }
    if (tableBytes > 0) {
      // Of several such options the last one holds.
      conf.set(MRJobConfig.MAP_JAVA_OPTS, options + " -Xmx" + heapMega + "m");
    } else if (heap > 0) {
      conf.set(MRJobConfig.MAP_JAVA_OPTS, options);
    }
    long raised = Math.max(granted, needed);
    conf.setLong(MRJobConfig.MAP_MEMORY_MB, raised);
    LOG.info(
        "{} is raised from {} to {}; needed are {}",
        MRJobConfig.MAP_MEMORY_MB,
        granted,
        raised,
        sum);
    return raised;
  }

  private long needed(long heapMega, long imageBytes) throws JoinRefusedException {
    long overhead =
        NumberKeys.bytes(
            conf, HailConfigKeys.JOIN_MEMORY_OVERHEAD, HailConfigKeys.JOIN_MEMORY_OVERHEAD_DEFAULT);
    String counted = conf.getTrimmed(HailConfigKeys.JOIN_MEMORY_COUNTED, COUNTED_BY_TASK);
    long all = heapMega + mega(imageBytes + BUFFERS + overhead);
    return switch (counted) {
      case COUNTED_BY_TASK -> all;
      case COUNTED_SHARED -> {
        int slots = Math.max(1, slotsOfNode.getAsInt());
        long resident = heapMega + mega(imageBytes / slots + BUFFERS + overhead);
        // A node manager that checks virtual memory counts the image in each task.
        float ratio =
            (float) NumberKeys.real(conf, NumberKeys.VIRTUAL_RATIO, DEFAULT_VIRTUAL_RATIO);
        yield Math.max(resident, (long) Math.ceil(all / ratio));
      }
      default ->
          throw new JoinRefusedException(
              HailConfigKeys.JOIN_MEMORY_COUNTED
                  + " is `"
                  + counted
                  + "'; it can be task or shared");
    };
  }

  private static long mega(long bytes) {
    return (bytes + MEGA - 1) / MEGA;
  }
}
