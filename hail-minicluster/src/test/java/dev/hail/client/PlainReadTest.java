// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.util.ToolRunner;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What plain clients may do with HAIL files while the namenode refuses to open them so. */
final class PlainReadTest {
  private static final String ROWS = "1,a\n2,b\n3,c\n";
  private static final Path FILE = new Path("/refused");

  private static HailMiniCluster cluster;
  private static DistributedFileSystem fs;
  private static HailShell shell;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = SharedCluster.settings();
    conf.set(HailConfigKeys.NAMENODE_PLAIN_READS_EXEMPT_USERS, "other, backup");
    cluster = HailMiniCluster.builder().dataNodes(3).configuration(conf).build();
    cluster.awaitHail();
    fs = cluster.fileSystem();
    shell = new HailShell(cluster);
    put(ROWS, FILE.toString());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void put(String rows, String path) throws Exception {
    HailShell.Result put =
        shell.runWithInput(
            rows, "put", "-", path, "--schema", "k INT, name STRING", "--index", "k,name");
    assertThat(put.code()).as("%s", put).isZero();
  }

  private static String cat(String path) throws Exception {
    HailShell.Result cat = shell.run("cat", path);
    assertThat(cat.code()).as("%s", cat).isZero();
    return cat.out();
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("open of /refused is refused: it is a HAIL file")
        .hasMessageContaining("`hail cat'")
        .hasMessageContaining(HailConfigKeys.NAMENODE_PLAIN_READS);
  }

  private static <T> T as(String user, PrivilegedExceptionAction<T> action) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"users"}).doAs(action);
  }

  @Test
  void streamsLocationsAndChecksums_ofHailFile_areRefused() throws Exception {
    long refused = DaemonMetrics.ofNameNodes(cluster, "PlainReadsRefused");
    assertRefused(() -> fs.open(FILE).close());
    assertRefused(() -> fs.getFileBlockLocations(FILE, 0, 1));
    assertRefused(() -> fs.getFileChecksum(FILE));
    assertRefused(() -> FileUtil.copy(fs, FILE, fs, new Path("/copied"), false, fs.getConf()));
    assertThat(fs.exists(new Path("/copied"))).isFalse();
    assertRefused(
        () ->
            as(
                "bob",
                () -> {
                  try (FileSystem mine =
                      FileSystem.newInstance(cluster.uri(), cluster.configuration())) {
                    return mine.open(FILE);
                  }
                }));
    assertThat(DaemonMetrics.ofNameNodes(cluster, "PlainReadsRefused") - refused)
        .isGreaterThanOrEqualTo(5);
  }

  @Test
  void pathHandle_ofHailFile_isNotOpened() throws Exception {
    for (String user : List.of("bob", UserGroupInformation.getCurrentUser().getShortUserName())) {
      long refused = DaemonMetrics.ofNameNodes(cluster, "PlainReadsRefused");
      assertThatThrownBy(
              () ->
                  as(
                      user,
                      () -> {
                        try (FileSystem mine =
                            FileSystem.newInstance(cluster.uri(), cluster.configuration())) {
                          PathHandle handle =
                              mine.getPathHandle(mine.getFileStatus(FILE), HandleOpt.exact());
                          return mine.open(handle);
                        }
                      }))
          .as(user)
          .isInstanceOf(IOException.class);
      assertThat(DaemonMetrics.ofNameNodes(cluster, "PlainReadsRefused"))
          .as(user)
          .isGreaterThan(refused);
    }
  }

  @Test
  void shellOfHdfs_readingHailFile_failsWithTheWay() throws Exception {
    for (List<String> command :
        List.of(
            List.of("-cat", "/refused"),
            List.of("-cp", "/refused", "/copied"),
            List.of("-text", "/refused"),
            List.of("-tail", "/refused"),
            List.of("-head", "/refused"),
            List.of("-getmerge", "/refused", cluster.baseDirectory() + "/merged"),
            List.of("-checksum", "/refused"),
            List.of("-get", "/refused", cluster.baseDirectory() + "/got"))) {
      HailShell.Result result =
          HdfsShell.run(cluster.configuration(), command.toArray(String[]::new));
      assertThat(result.code()).as("%s", command).isEqualTo(1);
      assertThat(result.err()).as("%s", command).contains("`hail cat'");
    }
    assertThat(fs.exists(new Path("/copied"))).isFalse();
  }

  @Test
  void shellOfHdfs_changingHailFile_failsAndLeavesItReadable() throws Exception {
    java.nio.file.Path more =
        Files.writeString(cluster.baseDirectory().toPath().resolve("more.csv"), "4,d\n");
    for (List<String> command :
        List.of(
            List.of("-appendToFile", "" + more, "/refused"),
            List.of("-truncate", "-w", "1", "/refused"))) {
      HailShell.Result result =
          HdfsShell.run(cluster.configuration(), command.toArray(String[]::new));
      assertThat(result.code()).as("%s", command).isEqualTo(1);
      assertThat(result.err()).as("%s", command).contains("/refused is refused: it is a HAIL file");
      assertThat(cat("/refused").lines())
          .containsExactlyInAnyOrderElementsOf(ROWS.lines().toList());
    }
  }

  @Test
  void distcp_ofHailFileByHdfs_failsAndLeavesNothing() throws Exception {
    Configuration conf = cluster.configuration();
    int code =
        ToolRunner.run(
            conf,
            new DistCp(conf, null),
            new String[] {cluster.uri() + "/refused", cluster.uri() + "/distcp"});
    assertThat(code).isNotZero();
    assertThat(fs.exists(new Path("/distcp"))).isFalse();
    int byHail =
        ToolRunner.run(
            conf,
            new DistCp(conf, null),
            new String[] {
              "-pbx",
              "hail://" + cluster.uri().getAuthority() + "/refused",
              "hail://" + cluster.uri().getAuthority() + "/distcp"
            });
    assertThat(byHail).isZero();
    assertThat(cat("/distcp").lines()).containsExactlyInAnyOrderElementsOf(ROWS.lines().toList());
    assertThat(fs.delete(new Path("/distcp"), false)).isTrue();
  }

  /** An exempt user's copy is a glued file, if HDFS cuts it elsewhere; its rows are right. */
  @Test
  void copyByExemptUser_ofHailFile_isReadByHail() throws Exception {
    String rows =
        IntStream.range(0, 9_000)
            .mapToObj(i -> i + ",n" + i % 97 + "\n")
            .collect(Collectors.joining());
    put(rows, "/large");
    fs.mkdirs(new Path("/backups"), new FsPermission((short) 0777));
    fs.setPermission(new Path("/backups"), new FsPermission((short) 0777));
    as(
        "backup",
        () -> {
          Configuration small = new Configuration(cluster.configuration());
          small.setLong("dfs.blocksize", 8 << 10);
          try (FileSystem mine = FileSystem.newInstance(cluster.uri(), small)) {
            return FileUtil.copy(
                mine, new Path("/large"), mine, new Path("/backups/large"), false, small);
          }
        });
    assertThat(cat("/backups/large").lines())
        .containsExactlyInAnyOrderElementsOf(rows.lines().toList());
  }

  @Test
  void webHdfs_readingHailFile_isRefusedByNamenodeAndDatanode() throws Exception {
    URI web =
        URI.create(
            "webhdfs://localhost:" + cluster.dfs().getNameNode(0).getHttpAddress().getPort());
    try (FileSystem http = FileSystem.newInstance(web, cluster.configuration())) {
      assertRefused(
          () -> {
            try (FSDataInputStream in = http.open(FILE)) {
              in.read();
            }
          });
    }
    URI datanode =
        URI.create(
            "http://localhost:"
                + cluster.dfs().getDataNodes().get(0).getInfoPort()
                + "/webhdfs/v1/refused?op=OPEN&user.name=bob&offset=0&namenoderpcaddress=localhost:"
                + cluster.dfs().getNameNodePort());
    HttpURLConnection connection = (HttpURLConnection) datanode.toURL().openConnection();
    assertThat(connection.getResponseCode()).isEqualTo(403);
    String body = new String(connection.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(body).contains("open of /refused is refused");
  }

  @Test
  void everythingElse_withHailFile_goesOn() throws Exception {
    put(ROWS, "/others");
    Path path = new Path("/others");
    assertThat(fs.listLocatedStatus(path).next().getBlockLocations()).isNotEmpty();
    assertThat(fs.getContentSummary(path).getFileCount()).isEqualTo(1);
    fs.rename(path, new Path("/renamed"));
    fs.setReplication(new Path("/renamed"), (short) 2);
    TestBlocks.assertHealthy(cluster, new Path("/renamed"));
    HailShell.Result stat = shell.run("stat", "/renamed");
    assertThat(stat.code()).as("%s", stat).isZero();
    assertThat(fs.delete(new Path("/renamed"), false)).isTrue();
  }

  @Test
  void hailsOwnReaders_ofHailFile_read() throws Exception {
    assertThat(cat("/refused").lines()).containsExactlyInAnyOrderElementsOf(ROWS.lines().toList());
    HailShell.Result fsck = shell.run("fsck", "/refused");
    assertThat(fsck.code()).as("%s", fsck).isZero();
  }

  @Test
  void rows_printedAndPutAgain_areACopy() throws Exception {
    put(cat("/refused"), "/copy");
    assertThat(cat("/copy").lines()).containsExactlyInAnyOrderElementsOf(ROWS.lines().toList());
  }

  @Test
  void callerContext_ofApplication_isKeptBesideTheMark() throws Exception {
    CallerContext own = new CallerContext.Builder("mr_attempt_1").build();
    CallerContext.setCurrent(own);
    try {
      assertThat(cat("/refused")).isNotEmpty();
      assertThat(CallerContext.getCurrent()).isSameAs(own);
      assertRefused(() -> fs.open(FILE).close());
    } finally {
      CallerContext.setCurrent(null);
    }
  }

  @Test
  void plainFiles_andExemptUsers_areNotRefused() throws Exception {
    Path plain = new Path("/plain");
    try (FSDataOutputStream out = fs.create(plain)) {
      out.write(7);
    }
    try (FSDataInputStream in = fs.open(plain)) {
      assertThat(in.read()).isEqualTo(7);
    }
    assertThat(as("backup", PlainReadTest::preamble)).isEqualTo("ARROW1");
  }

  private static String preamble() throws IOException {
    byte[] start = new byte[6];
    try (FileSystem mine = FileSystem.newInstance(cluster.uri(), cluster.configuration());
        FSDataInputStream in = mine.open(FILE)) {
      in.readFully(0, start);
    }
    return new String(start, StandardCharsets.US_ASCII);
  }
}
