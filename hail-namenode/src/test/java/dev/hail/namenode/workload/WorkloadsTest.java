// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hail.namenode.space.EditBudget;
import dev.hail.protocol.FilterReport;
import dev.hail.protocol.FilterReport.Measure;
import dev.hail.protocol.FilterShape;
import dev.hail.xattr.Workload;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class WorkloadsTest {
  private static final String SCHEMA = "a INT, b INT, c INT";
  private static final long DAY = 86_400;

  /** Files by path, each with its id; what is kept is kept by id. */
  private static final class TestingFiles implements Workloads.Files {
    private final Map<String, Long> ids = new HashMap<>(Map.of("/f", 1L, "/g", 2L, "/plain", 3L));
    private final Map<Long, String> kept = new HashMap<>();
    private long full;

    @Override
    public Workloads.ReadFile readable(String path) throws IOException {
      Long id = ids.get(path);
      if (id == null) {
        throw new FileNotFoundException(path);
      }
      String schema = path.equals("/plain") ? "" : SCHEMA;
      return new Workloads.ReadFile(id, 10, schema, kept.getOrDefault(id, ""));
    }

    @Override
    public String workload(long fileId) throws IOException {
      if (!ids.containsValue(fileId)) {
        throw new FileNotFoundException("inode " + fileId);
      }
      return kept.getOrDefault(fileId, "");
    }

    @Override
    public void keep(long fileId, String workload) throws IOException {
      if (fileId == full) {
        throw new IOException("no room");
      }
      kept.put(fileId, workload);
    }
  }

  private final TestingFiles files = new TestingFiles();
  private long now;
  private long nanos;
  private final EditBudget edits = new EditBudget(10_000, () -> nanos);
  private final Workloads workloads = new Workloads(files, () -> now, DAY, edits);

  private static FilterReport job(String path, String filter, Measure... measures) {
    return new FilterReport(path, FilterShape.parse(filter), true, List.of(measures));
  }

  private Workload of(String path) throws IOException {
    return Workload.parse(workloads.of(path).workload());
  }

  @Test
  void manyReadFiles_cause_boundedEditsAndNoLoss() throws Exception {
    Workloads bounded = new Workloads(files, () -> now, DAY, new EditBudget(100, () -> nanos));
    for (long id = 100; id < 350; id++) {
      files.ids.put("/many/" + id, id);
      bounded.record(job("/many/" + id, "1="));
    }
    for (int round = 0; round < 6; round++) {
      bounded.keep();
      // What is told of a file that waits joins what was told before.
      bounded.record(job("/many/349", "1="));
    }
    assertThat(files.kept).hasSize(100);
    nanos += TimeUnit.MINUTES.toNanos(1);
    bounded.keep();
    assertThat(files.kept).hasSize(200);
    assertThat(Workload.parse(bounded.of("/many/349").workload()).jobs()).isEqualTo(7);
    nanos += TimeUnit.MINUTES.toNanos(1);
    bounded.keep();
    assertThat(files.kept).hasSize(250);
    assertThat(Workload.parse(files.kept.get(349L)).jobs()).isEqualTo(7);
  }

  @Test
  void recordedFilters_atOnceAndAfterKeep_areKnown() throws Exception {
    workloads.record(job("/f", "1=", new Measure(0, 2, 0.5)));
    workloads.record(job("/f", "1="));
    assertThat(files.kept).isEmpty();
    assertThat(of("/f").jobs()).isEqualTo(2);
    assertThat(workloads.of("/f").schema()).isEqualTo(SCHEMA);
    assertThat(of("/g").jobs()).isZero();
    workloads.keep();
    assertThat(of("/f").jobs()).isEqualTo(2);
    assertThat(Workload.parse(files.kept.get(1L)).jobs()).isEqualTo(2);
    workloads.record(job("/f", "2<"));
    assertThat(of("/f").jobs()).isEqualTo(3);
    workloads.keep();
    assertThat(of("/f").jobs()).isEqualTo(3);
  }

  @Test
  void keptWorkload_isWritten_onceAndOnlyIfChanged() throws Exception {
    workloads.record(job("/f", "1="));
    workloads.keep();
    files.kept.clear();
    workloads.keep();
    assertThat(files.kept).isEmpty();
  }

  @Test
  void namenode_takingOverAgain_goesOnFromFile() throws Exception {
    Workloads other = new Workloads(files, () -> now, DAY, edits);
    workloads.record(job("/f", "1="));
    workloads.keep();
    other.record(job("/f", "1="));
    other.keep();
    workloads.record(job("/f", "1="));
    workloads.keep();
    assertThat(of("/f").jobs()).isEqualTo(3);
  }

  @Test
  void workload_ofMovedFile_isKeptWithIt() throws Exception {
    workloads.record(job("/f", "1="));
    files.ids.put("/moved", files.ids.remove("/f"));
    workloads.keep();
    assertThat(of("/moved").jobs()).isEqualTo(1);
    workloads.record(job("/g", "1="));
    files.ids.remove("/g");
    workloads.keep();
    assertThat(files.kept).containsOnlyKeys(1L);
  }

  @Test
  void workload_afterHalfLife_weighsHalf() throws Exception {
    workloads.record(job("/f", "1="));
    workloads.keep();
    now = 2 * DAY * 1000;
    workloads.record(job("/f", "2="));
    assertThat(of("/f").weight()).isCloseTo(1.25, within(1e-5));
    assertThat(of("/f").jobs()).isEqualTo(2);
  }

  @Test
  void attributesAndBlocks_fileLacks_areRefused() throws Exception {
    assertThatThrownBy(() -> workloads.record(job("/f", "4=")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("3 attributes");
    assertThatThrownBy(() -> workloads.record(job("/f", "1=", new Measure(1, 11, 0.5))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("10 blocks");
    assertThatThrownBy(() -> workloads.record(job("/plain", "1=")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no schema");
    assertThatThrownBy(() -> workloads.record(job("/none", "1=")))
        .isInstanceOf(FileNotFoundException.class);
    assertThat(of("/f").uses()).isEmpty();
  }

  @Test
  void file_withoutRoom_costsNoOtherItsRecord() throws Exception {
    files.full = 1;
    workloads.record(job("/f", "1="));
    workloads.record(job("/g", "2="));
    workloads.keep();
    assertThat(files.kept).containsOnlyKeys(2L);
  }

  @Test
  void damagedRecord_read_beginsAnew() throws Exception {
    files.kept.put(1L, "nonsense");
    assertThat(of("/f").uses()).isEmpty();
    workloads.record(job("/f", "1="));
    workloads.keep();
    assertThat(Workload.parse(files.kept.get(1L)).jobs()).isEqualTo(1);
  }

  @Test
  void filesAndFilters_recordedWithoutEnd_areBounded() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      files.ids.put("/many/" + i, 1_000L + i);
      workloads.record(job("/many/" + i, "1="));
    }
    for (int i = 0; i < 5; i++) {
      workloads.keep();
    }
    assertThat(files.kept).hasSize(2_000).containsKey(5_999L).doesNotContainKey(1_000L);
  }
}
