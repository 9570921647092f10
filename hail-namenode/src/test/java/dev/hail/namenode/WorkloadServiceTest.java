// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.protocol.FilterReport;
import dev.hail.protocol.FilterReport.Measure;
import dev.hail.protocol.FilterShape;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.xattr.HailXAttributes;
import dev.hail.xattr.Workload;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

/** What files are read with, told to real namenodes. */
class WorkloadServiceTest {

  private static FilterReport job(String path, String filter, Measure... measures) {
    return new FilterReport(path, FilterShape.parse(filter), true, List.of(measures));
  }

  private static Workload workload(HailClientProtocol client, String path) throws IOException {
    return Workload.parse(client.getWorkload(path).workload());
  }

  private static void makeHail(DistributedFileSystem fs, String path) throws IOException {
    fs.setXAttr(new Path(path), HailXAttributes.SCHEMA, "a INT, b STRING".getBytes(UTF_8));
  }

  private static void awaitKept(DistributedFileSystem fs, String path, long jobs) throws Exception {
    for (int i = 0; i < 3_000; i++) {
      byte[] kept = fs.getXAttrs(new Path(path)).get(HailXAttributes.WORKLOAD);
      if (kept != null && Workload.parse(new String(kept, UTF_8)).jobs() == jobs) {
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError(path + " was not kept with " + jobs + " jobs in five minutes");
  }

  private static void as(UserGroupInformation user, NamenodeCluster cluster, FilterReport report)
      throws Exception {
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (HailClientProtocol own = cluster.client()) {
                own.recordFilter(report);
              }
              return null;
            });
  }

  @Test
  void reads_areCounted_onlyOfThoseWhoMayRead() throws Exception {
    UserGroupInformation reader =
        UserGroupInformation.createUserForTesting("reader", new String[] {"others"});
    try (NamenodeCluster cluster = NamenodeCluster.start(1);
        HailClientProtocol client = cluster.client();
        DistributedFileSystem fs = cluster.fileSystem()) {
      // A reader who may not write the file is counted.
      cluster.write("/dir/file", 2, (short) 1);
      cluster.write("/dir/plain", 1, (short) 1);
      makeHail(fs, "/dir/file");
      fs.setPermission(new Path("/dir/file"), FsPermission.valueOf("-rw-r--r--"));
      assertThatThrownBy(
              () ->
                  reader.doAs(
                      (PrivilegedExceptionAction<Void>)
                          () -> {
                            try (DistributedFileSystem own = cluster.fileSystem()) {
                              own.setXAttr(new Path("/dir/file"), "user.x", new byte[1]);
                            }
                            return null;
                          }))
          .isInstanceOf(AccessControlException.class);
      as(reader, cluster, job("/dir/file", "1=", new Measure(1, 2, 0.25)));
      assertThat(client.getWorkload("/dir/file").schema()).isEqualTo("a INT, b STRING");
      assertThat(workload(client, "/dir/file").jobs()).isEqualTo(1);
      awaitKept(fs, "/dir/file", 1);

      // What the file cannot have, or a reader who may not read it, is refused.
      for (FilterReport forged :
          List.of(
              job("/dir/file", "3="),
              job("/dir/file", "1=", new Measure(1, 3, 0.5)),
              job("/dir/plain", "1="))) {
        assertThatThrownBy(() -> as(reader, cluster, forged)).isInstanceOf(RemoteException.class);
      }
      fs.setPermission(new Path("/dir/file"), FsPermission.valueOf("-rw-------"));
      assertThatThrownBy(() -> as(reader, cluster, job("/dir/file", "1=")))
          .isInstanceOf(AccessControlException.class);
      assertThat(workload(client, "/dir/file").jobs()).isEqualTo(1);

      // The record goes with the file and outlives the namenode.
      fs.rename(new Path("/dir/file"), new Path("/moved"));
      client.recordFilter(job("/moved", "2<"));
      awaitKept(fs, "/moved", 2);
      cluster.dfs().restartNameNodes();
      cluster.dfs().waitActive();
      assertThat(workload(client, "/moved").jobs()).isEqualTo(2);
    }
  }

  @Test
  void namenode_takingOver_goesOnCounting() throws Exception {
    try (NamenodeCluster cluster = NamenodeCluster.startHighlyAvailable(1);
        HailClientProtocol client = cluster.client();
        DistributedFileSystem fs = cluster.fileSystem()) {
      cluster.write("/file", 1, (short) 1);
      makeHail(fs, "/file");
      client.recordFilter(job("/file", "1="));
      awaitKept(fs, "/file", 1);
      cluster.dfs().transitionToStandby(0);
      cluster.dfs().transitionToActive(1);
      client.recordFilter(job("/file", "1="));
      assertThat(workload(client, "/file").jobs()).isEqualTo(2);
      awaitKept(fs, "/file", 2);
      cluster.dfs().transitionToStandby(1);
      cluster.dfs().transitionToActive(0);
      client.recordFilter(job("/file", "1="));
      assertThat(workload(client, "/file").jobs()).isEqualTo(3);
      awaitKept(fs, "/file", 3);
    }
  }
}
