// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.schema.Schema;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.xattr.FilterUse;
import dev.hail.xattr.MeanShare;
import dev.hail.xattr.Workload;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the namenode learns of the filters of jobs. */
final class RecordedFiltersTest {
  private static final int ROWS = 4_000;

  private static JobFixture fixture;
  private static int files;

  /** Reads rows and writes nothing. */
  static final class Reader extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    protected void map(Text file, HailRecord row, Context context) {}
  }

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(3).quickHeartbeats());
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  private static Path upload(long blockBytes) throws IOException {
    String text = Visits.text(17, ROWS);
    List<Integer> indexes = List.of(Visits.VISIT_DATE, Visits.SOURCE_IP);
    return fixture.upload("recorded" + files++, Visits.SCHEMA, indexes, text, blockBytes);
  }

  private static Job job(Path path, String filter) throws IOException {
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.QUERY_FILTER, filter);
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, Reader.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, path);
    return job;
  }

  private static Workload workload(Path path) throws IOException {
    try (HailClientProtocol namenode =
        HailProxies.clientProxy(fixture.local(), fixture.cluster().uri())) {
      return Workload.parse(namenode.getWorkload(path.toUri().getPath()).workload());
    }
  }

  private static int blocks(Path path) throws IOException {
    return HailFile.open(fixture.local(), path).blocks().size();
  }

  @Test
  void job_withFilter_isRecordedWithQualifyingShare() throws Exception {
    Path path = upload(24 << 10);
    Job job = job(path, "duration < 300");
    fixture.run(job);
    assertThat(job.isSuccessful()).isTrue();
    Workload workload = workload(path);
    assertThat(workload.uses()).hasSize(1);
    FilterUse use = workload.uses().get(0);
    assertThat(use.filter().format()).isEqualTo("5<");
    assertThat(use.jobs()).isEqualTo(1);
    assertThat(use.shares()).containsOnlyKeys(0);
    MeanShare qualified = use.shares().get(0);
    assertThat(qualified.blocks()).isCloseTo(blocks(path), within(1e-3));
    assertThat(qualified.share()).isCloseTo(0.5, within(0.05));
  }

  @Test
  void indexScan_inJob_tellsShareOfItsAttribute() throws Exception {
    Path path = upload(24 << 10);
    String half = "visitDate < '2000-01-01'";
    DirectRun.of(job(path, half + " AND duration < 60"));
    DirectRun.of(job(path, half + " AND duration < 60"));
    FilterUse use = workload(path).uses().get(0);
    assertThat(use.filter().format()).isEqualTo("3<,5<");
    assertThat(use.jobs()).isEqualTo(2);
    assertThat(use.shares()).containsOnlyKeys(0, Visits.VISIT_DATE);
    assertThat(use.shares().get(0).share()).isCloseTo(0.05, within(0.02));
    // An index is sparse: it may give some rows more than it has to.
    assertThat(use.shares().get(Visits.VISIT_DATE).share()).isBetween(0.45, 1.0);
  }

  /** The filter selects half of the rows; the keys of the join select a twentieth, or none. */
  @Test
  void keysOfJoin_leavingRowsOut_leaveTheShareOfTheFilterAsItIs() throws Exception {
    Path path = upload(24 << 10);
    String days =
        IntStream.rangeClosed(1, 365)
            .mapToObj(day -> LocalDate.ofYearDay(1999, day) + "\n")
            .collect(Collectors.joining());
    Path year = fixture.upload("year", Schema.parse("day DATE"), List.of(1), days, 64 << 10);
    fixture.run(job(path, "duration < 300"));
    for (String filter : List.of("", " where day < '1999-01-01'")) {
      Job joined = job(path, "duration < 300");
      joined.getConfiguration().set(HailConfigKeys.JOIN_FILTER, "always");
      joined
          .getConfiguration()
          .set("hail.join.y", "semi " + year.toUri().getPath() + " on visitDate = day" + filter);
      HailJobs.configure(joined, Reader.class);
      fixture.run(joined);
      assertThat(joined.isSuccessful()).isTrue();
    }

    FilterUse use = workload(path).uses().get(0);

    assertThat(use.jobs()).isEqualTo(3);
    assertThat(use.shares()).containsOnlyKeys(0);
    assertThat(use.shares().get(0).share()).isCloseTo(0.5, within(0.05));
  }

  @Test
  void job_withoutIndexableFilter_countsToo() throws Exception {
    Path path = upload(24 << 10);
    DirectRun.of(job(path, ""));
    DirectRun.of(job(path, "duration = 1 OR adRevenue = 1"));
    Workload workload = workload(path);
    assertThat(workload.uses()).hasSize(1);
    assertThat(workload.uses().get(0).filter().format()).isEqualTo("-");
    assertThat(workload.jobs()).isEqualTo(2);
  }

  @Test
  void reader_withoutWriteRight_isCounted() throws Exception {
    Path path = upload(24 << 10);
    UserGroupInformation reader =
        UserGroupInformation.createUserForTesting("reader", new String[] {"others"});
    reader.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              boolean writable = true;
              try {
                path.getFileSystem(fixture.local()).access(path, FsAction.WRITE);
              } catch (AccessControlException expected) {
                writable = false;
              }
              assertThat(writable).isFalse();
              DirectRun.of(job(path, "duration = 1"));
              return null;
            });
    FilterUse use = workload(path).uses().get(0);
    assertThat(use.filter().format()).isEqualTo("5=");
    assertThat(use.jobs()).isEqualTo(1);
    assertThat(use.shares()).containsOnlyKeys(0);
  }

  @Test
  void recording_turnedOff_tellsNothing() throws Exception {
    Path path = upload(24 << 10);
    Job job = job(path, "duration = 1");
    job.getConfiguration().setBoolean(HailConfigKeys.WORKLOAD_RECORD, false);
    DirectRun run = DirectRun.of(job);
    assertThat(run.splits()).noneMatch(HailInputSplit::isMeasured);
    assertThat(workload(path).uses()).isEmpty();
  }

  @Test
  void largeJob_reading_measuresInSomeTasksOnly() throws Exception {
    Path path = upload(2 << 10);
    assertThat(blocks(path)).isGreaterThan(80);
    List<HailInputSplit> splits = DirectRun.plan(job(path, "duration = 1")).splits();
    assertThat(splits).hasSize(blocks(path));
    assertThat(splits).filteredOn(HailInputSplit::isMeasured).hasSize(64);
    int half = splits.size() / 2;
    assertThat(splits.subList(0, half)).filteredOn(HailInputSplit::isMeasured).hasSize(32);
  }
}
