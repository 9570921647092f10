// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.join.plan.JoinRefusedException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory of containers, with 16 MB of buffers and an overhead of 100 MB. */
final class TaskMemoryTest {
  private static final long MEGA = 1 << 20;
  private static final int SLOTS = 4;

  private Configuration conf;

  @BeforeEach
  void configure() {
    conf = new Configuration();
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    conf.set(HailConfigKeys.JOIN_MEMORY_OVERHEAD, "100m");
  }

  private long grant(long imageMega) throws JoinRefusedException {
    return new TaskMemory(conf, () -> SLOTS).grant(imageMega * MEGA, 0);
  }

  /** The memory and the heap that Hadoop gives a container now. */
  private void assertContainer(long memory, int heap) {
    JobConf job = new JobConf(conf);
    assertThat(job.getMemoryRequired(TaskType.MAP)).isEqualTo(memory);
    assertThat(JobConf.parseMaximumHeapSizeMB(job.getTaskJavaOpts(TaskType.MAP))).isEqualTo(heap);
  }

  @Test
  void job_thatDoesNotRunOnYarn_staysAsItIs() throws Exception {
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");

    assertThat(grant(1000)).isZero();

    assertContainer(300, 240);
  }

  @Test
  void container_withRoomForTheImage_staysAsItIs() throws Exception {
    conf.set(MRJobConfig.MAP_MEMORY_MB, "1000");
    conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Xmx500m");

    assertThat(grant(1000 - 500 - 16 - 100)).isEqualTo(1000);

    assertContainer(1000, 500);
  }

  @Test
  void container_withOneMegabyteTooFew_getsIt() throws Exception {
    conf.set(MRJobConfig.MAP_MEMORY_MB, "1000");
    conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Dx=y -Xmx500m");

    assertThat(grant(1001 - 500 - 16 - 100)).isEqualTo(1001);

    assertContainer(1001, 500);
    assertThat(conf.get(MRJobConfig.MAP_JAVA_OPTS)).endsWith(" -Dx=y -Xmx500m");
  }

  @Test
  void heap_thatHadoopDerives_staysAsItWouldHaveBeen() throws Exception {
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");

    assertThat(grant(50)).isEqualTo(240 + 50 + 16 + 100);

    assertContainer(406, 240);
  }

  @Test
  void defaults_areRaisedFromWhatHadoopGives() throws Exception {
    JobConf before = new JobConf(conf);
    long memory = before.getMemoryRequired(TaskType.MAP);
    int heap = JobConf.parseMaximumHeapSizeMB(before.getTaskJavaOpts(TaskType.MAP));
    assertContainer(memory, heap);

    assertThat(grant(2000)).isEqualTo(heap + 2000 + 16 + 100).isGreaterThan(memory);

    assertContainer(heap + 2116, heap);
  }

  @Test
  void heapAlone_setsWhatTheContainerWouldHaveHad() throws Exception {
    conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Xmx800m");
    assertContainer(1000, 800);

    assertThat(grant(1)).isEqualTo(1000);
    assertThat(grant(100)).isEqualTo(1016);

    assertContainer(1016, 800);
  }

  @Test
  void options_ofAllTasks_areKeptForMaps() throws Exception {
    conf.set("mapred.child.java.opts", "-Xmx128m -Da=b");
    conf.set(MRJobConfig.MAP_MEMORY_MB, "200");

    assertThat(grant(10)).isEqualTo(128 + 10 + 16 + 100);

    assertContainer(254, 128);
    assertThat(conf.get(MRJobConfig.MAP_JAVA_OPTS)).endsWith(" -Xmx128m -Da=b");
  }

  @Test
  void secondGrant_changesNothing() throws Exception {
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");

    assertThat(grant(50)).isEqualTo(406);
    assertThat(grant(50)).isEqualTo(406);

    assertContainer(406, 240);
  }

  @Test
  void tablesInTheHeap_raiseHeapAndContainer() throws Exception {
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");
    TaskMemory memory = new TaskMemory(conf, () -> SLOTS);

    assertThat(memory.grant(5 * MEGA, 40 * MEGA - 1)).isEqualTo(280 + 5 + 16 + 100);

    assertContainer(401, 280);
  }

  @Test
  void tablesInTheHeap_raiseItEvenIfTheContainerIsLarge() throws Exception {
    conf.set(MRJobConfig.MAP_MEMORY_MB, "3000");
    conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Xmx1g");

    assertThat(new TaskMemory(conf, () -> SLOTS).grant(0, 40 * MEGA)).isEqualTo(3000);

    assertContainer(3000, 1064);
  }

  @Test
  void tablesInTheHeap_countWholeWhereImagesAreShared() throws Exception {
    conf.set(HailConfigKeys.JOIN_MEMORY_COUNTED, "shared");
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");
    conf.set("yarn.scheduler.maximum-allocation-mb", "475");
    TaskMemory memory = new TaskMemory(conf, () -> SLOTS);

    assertThat(memory.grant(80 * MEGA, 99 * MEGA)).isEqualTo(339 + 20 + 16 + 100);
    assertThatThrownBy(() -> memory.grant(80 * MEGA, 100 * MEGA))
        .hasMessageContaining("of heap, of which tables take 100 MB, 80 MB of images");
  }

  @Test
  void sharedImage_countsItsPartOfTheNode() throws Exception {
    conf.set(HailConfigKeys.JOIN_MEMORY_COUNTED, "shared");
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");

    assertThat(grant(80)).isEqualTo(240 + 80 / SLOTS + 16 + 100);
  }

  @Test
  void sharedImage_countsWholeInVirtualMemory() throws Exception {
    conf.set(HailConfigKeys.JOIN_MEMORY_COUNTED, "shared");
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");
    conf.set("yarn.nodemanager.vmem-pmem-ratio", "1.1");

    // 240 + 4000 + 116 by 1.1, and 240 + 1000 + 116 resident.
    assertThat(grant(4000)).isEqualTo(3960);

    conf.set("yarn.nodemanager.vmem-pmem-ratio", "5");
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");
    conf.unset(MRJobConfig.MAP_JAVA_OPTS);
    assertThat(grant(4000)).isEqualTo(1356);
  }

  @Test
  void unknownWayToCount_isRefused() {
    conf.set(HailConfigKeys.JOIN_MEMORY_COUNTED, "smaps");

    assertThatThrownBy(() -> grant(1))
        .isInstanceOf(JoinRefusedException.class)
        .hasMessageContaining("hail.join.memory.counted is `smaps'; it can be task or shared");
  }

  @Test
  void container_largerThanYarnGives_isRefusedWithRemedies() throws Exception {
    conf.set("yarn.scheduler.maximum-allocation-mb", "406");
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");
    assertThatThrownBy(() -> grant(51))
        .isInstanceOf(JoinRefusedException.class)
        .hasMessageContaining("containers of 407 MB: 240 MB of heap, 51 MB of images")
        .hasMessageContaining("yarn.scheduler.maximum-allocation-mb is 406")
        .hasMessageContaining("hail.join.memory.counted=shared");
    assertContainer(300, 240);

    assertThat(grant(50)).isEqualTo(406);
  }

  @Test
  void memory_thatShallStay_staysEvenBeyondYarnsMost() throws Exception {
    conf.setBoolean(HailConfigKeys.JOIN_MEMORY_ADJUST, false);
    conf.set("yarn.scheduler.maximum-allocation-mb", "406");
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");

    assertThat(grant(5000)).isEqualTo(300);

    assertContainer(300, 240);
  }
}
