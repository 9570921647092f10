// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.read.BlockCheck;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.text.TextFormat;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.BlockReplicas;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailProxies;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.authentication.client.AuthenticatedURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every way into HAIL on clusters with Kerberos whose namenode, datanodes and users have principals
 * of their own.
 */
@Tag("nightly")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
final class SeparatePrincipalsTest {
  private static final int ROWS = 4_000;
  private static final int DURATION = 5;
  private static final String TEXT = Visits.text(21, ROWS);

  private final AtomicInteger outputs = new AtomicInteger();

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private java.nio.file.Path directory;

  private SecureCluster secure;

  @Test
  void rights_onFullySecuredCluster_areEnforced() throws Exception {
    try (SecureCluster cluster =
        SecureCluster.start(
            directory,
            3,
            Map.of(
                CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION,
                "true",
                DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY,
                "true",
                HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY,
                "authentication",
                HailConfigKeys.NAMENODE_RECOUNT_INTERVAL,
                "300ms",
                HailConfigKeys.NAMENODE_REORDER_PER_MINUTE,
                "6000"),
            Map.of(HailConfigKeys.DATANODE_CONVERT_ENABLED, "false"))) {
      secure = cluster;
      UserGroupInformation user = secure.as(SecureCluster.USER);
      Path home = home(user);

      Path file =
          as(
              user,
              () -> upload(home, List.of(Visits.VISIT_DATE, Visits.SOURCE_IP, Visits.AD_REVENUE)));
      assertThat(as(user, () -> orders(file))).contains(0);
      assertUsersAreToldApart(user, file);
      assertTasksNeedNoMoreThanATokenAndIndex(user, file);
      assertOnlyTheDatanodePrincipalReports(user);
      assertThePageIsForAdministrators(user);
      secure.restartFirstDataNodeLikeTheOthers();
      assertOrdersComeBack(user, file);
    }
  }

  @Test
  void datanodes_withoutUserAuthorization_areToldFromUsers() throws Exception {
    try (SecureCluster cluster = SecureCluster.start(directory, 1, Map.of())) {
      secure = cluster;
      UserGroupInformation user = secure.as(SecureCluster.USER);
      Path home = home(user);
      as(user, () -> awaitSound(upload(home, List.of(Visits.VISIT_DATE))));

      assertOnlyTheDatanodePrincipalReports(user);
      assertANamenodeOfAnotherHostIsToldNothing(user);
    }
  }

  /** Hadoop shares connections, with the settings of the first, between equal factories. */
  public static final class OwnConnections extends StandardSocketFactory {
    @Override
    public boolean equals(Object other) {
      return other instanceof OwnConnections;
    }

    @Override
    public int hashCode() {
      return OwnConnections.class.hashCode();
    }
  }

  /**
   * A client that insists on the namenode's principal speaks to no other that has a key. Hadoop's
   * default pattern takes any of them.
   */
  private void assertANamenodeOfAnotherHostIsToldNothing(UserGroupInformation user)
      throws Exception {
    Configuration conf = new Configuration(secure.configuration());
    String principal = conf.get(HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY);
    assertThat(principal).contains("/_HOST@");
    conf.set(
        HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
        principal.replace("_HOST", "elsewhere.example.com"));
    conf.set(HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY + ".pattern", "");
    conf.setClass(
        CommonConfigurationKeysPublic.HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY,
        OwnConnections.class,
        SocketFactory.class);
    Path file = new Path(home(user), "visits");
    assertThatThrownBy(() -> as(user, () -> replicas(conf, file)))
        .hasStackTraceContaining("Server has invalid Kerberos principal: nn/localhost@")
        .hasStackTraceContaining("expecting: nn/elsewhere.example.com@");
  }

  /** Superusers and the datanodes of other hosts are refused like anybody else. */
  private void assertOnlyTheDatanodePrincipalReports(UserGroupInformation user) throws Exception {
    for (UserGroupInformation other :
        List.of(user, secure.as(SecureCluster.ADMIN), secure.as(SecureCluster.FOREIGN_DATANODE))) {
      assertThatThrownBy(() -> heartbeat(other))
          .as("%s", other)
          .hasStackTraceContaining("not authorized for protocol")
          .hasStackTraceContaining("this service is only accessible by dn/localhost@");
    }
    heartbeat(secure.as(SecureCluster.DATANODE));
  }

  private void assertUsersAreToldApart(UserGroupInformation user, Path file) throws Exception {
    assertThat(as(user, () -> replicas(secure.configuration(), file))).isPositive();
    assertThat(as(secure.as(SecureCluster.ADMIN), () -> replicas(secure.configuration(), file)))
        .isPositive();
    UserGroupInformation stranger = secure.as(SecureCluster.STRANGER);
    assertThatThrownBy(() -> as(stranger, () -> replicas(secure.configuration(), file)))
        .hasMessageContaining("stranger")
        .hasMessageContaining("not authorized for protocol");
    UserGroupInformation nobody = UserGroupInformation.createRemoteUser("nobody");
    nobody.setAuthenticationMethod(AuthenticationMethod.KERBEROS);
    assertThatThrownBy(() -> as(nobody, () -> replicas(secure.configuration(), file)))
        .hasStackTraceContaining("Failed to find any Kerberos tgt");
  }

  private void assertTasksNeedNoMoreThanATokenAndIndex(UserGroupInformation user, Path file)
      throws Exception {
    Credentials tokens = new Credentials();
    as(
        user,
        () -> {
          try (FileSystem fs = FileSystem.newInstance(secure.configuration())) {
            return fs.addDelegationTokens("renewer", tokens);
          }
        });
    UserGroupInformation task = UserGroupInformation.createRemoteUser(SecureCluster.USER);
    task.setAuthenticationMethod(AuthenticationMethod.TOKEN);
    task.addCredentials(tokens);
    assertThat(as(task, () -> replicas(secure.configuration(), file))).isPositive();
    assertThat(as(task, () -> indexed(file))).isPositive();
    assertThat(as(task, () -> pseudoReplicas(file))).isPositive();
  }

  /** Runs a job whose every task may index, checks its rows, and returns the blocks it indexed. */
  private long indexed(Path file) throws Exception {
    Configuration conf = secure.configuration();
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
    conf.set(MRJobConfig.MAP_OUTPUT_COMPRESS, "false");
    conf.set("mapreduce.cluster.local.dir", directory.resolve("mapred/local").toString());
    conf.set(
        "mapreduce.jobtracker.staging.root.dir",
        directory.resolve("mapred/staging").toUri().toString());
    conf.set(HailConfigKeys.QUERY_FILTER, "duration = " + DURATION);
    conf.set(HailConfigKeys.QUERY_PROJECTION, "sourceIP,destURL");
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, "lazy");
    conf.set(HailConfigKeys.ADAPTIVE_OFFER_RATE, "1");
    awaitPseudoReplicasAreKnown(file);
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, FoundRows.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, file);
    Path output = new Path(file.getParent(), "out" + outputs.getAndIncrement());
    FileOutputFormat.setOutputPath(job, output);
    assertThat(job.waitForCompletion(false)).isTrue();
    Visits.assertFound(lines(output), TEXT, DURATION);
    return job.getCounters().findCounter(HailCounter.BLOCKS_INDEXED).getValue();
  }

  private void awaitPseudoReplicasAreKnown(Path file) throws Exception {
    try (HailClientProtocol directory = client(secure.configuration())) {
      Waiting.until(
          "the namenode knows its pseudo replicas",
          () -> {
            try {
              directory.getSpace(file.toUri().getPath());
              return true;
            } catch (IOException notYet) {
              return false;
            }
          });
    }
  }

  private void assertOrdersComeBack(UserGroupInformation user, Path file) throws Exception {
    Set<Integer> all = Set.of(Visits.VISIT_DATE, Visits.SOURCE_IP, Visits.AD_REVENUE);
    as(
        user,
        () -> {
          Waiting.untilEqual("the set of orders", all, () -> orders(file));
          return null;
        });
    as(user, () -> awaitSound(file));
  }

  private void assertThePageIsForAdministrators(UserGroupInformation user) throws Exception {
    URL page = new URL(secure.cluster().nameNode().web() + "/hail");
    HttpURLConnection plain = (HttpURLConnection) page.openConnection();
    assertThat(plain.getResponseCode()).isEqualTo(HttpURLConnection.HTTP_UNAUTHORIZED);
    assertThat(as(user, () -> status(page))).isEqualTo(HttpURLConnection.HTTP_FORBIDDEN);
    assertThat(as(secure.as(SecureCluster.ADMIN), () -> status(page)))
        .isEqualTo(HttpURLConnection.HTTP_OK);
  }

  private static int status(URL page) throws Exception {
    return new AuthenticatedURL()
        .openConnection(page, new AuthenticatedURL.Token())
        .getResponseCode();
  }

  /** Speaks as a datanode, which is whoever its process has logged in as. */
  private void heartbeat(UserGroupInformation caller) throws Exception {
    UserGroupInformation login = UserGroupInformation.getLoginUser();
    try (DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(secure.configuration())) {
      DatanodeInfo datanode = fs.getClient().datanodeReport(DatanodeReportType.LIVE)[0];
      String pool = fs.getClient().getNamenode().getStats() == null ? "" : poolOf(datanode);
      UserGroupInformation.setLoginUser(caller);
      try (HailDatanodeProtocol protocol =
          HailProxies.datanodeProxies(secure.configuration(), null).get(0)) {
        assertThat(protocol.heartbeat(pool, datanode.getDatanodeUuid(), 0, true).fullReportWanted())
            .isTrue();
      }
    } finally {
      UserGroupInformation.setLoginUser(login);
    }
  }

  private String poolOf(DatanodeInfo datanode) throws IOException {
    try (java.util.stream.Stream<java.nio.file.Path> entries =
        java.nio.file.Files.list(
            secure.cluster().dataNodes().get(0).directory().resolve("data/current"))) {
      return entries
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith("BP-"))
          .findFirst()
          .orElseThrow(() -> new IOException("no block pool on " + datanode));
    }
  }

  private Path home(UserGroupInformation user) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(secure.configuration())) {
      Path home = fs.makeQualified(new Path("/user/" + user.getShortUserName()));
      fs.mkdirs(home);
      fs.setOwner(home, user.getShortUserName(), "users");
      fs.setPermission(home, FsPermission.valueOf("drwx------"));
      return home;
    }
  }

  private Path upload(Path home, List<Integer> indexAttributes) throws IOException {
    Path path = new Path(home, "visits");
    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    new Upload(
            secure.configuration(),
            new UploadRequest(
                List.of(
                    new TextSource(
                        "visits", bytes.length, counter -> new ByteArrayInputStream(bytes))),
                path,
                Visits.SCHEMA,
                indexAttributes,
                TextFormat.defaults(),
                new UploadRequest.Settings(
                    48 << 10, 0, false, false, UploadRequest.UNLIMITED, 1, 1)))
        .run();
    return path;
  }

  /** Attributes that replicas of a file are sorted by, 0 for none. */
  private Set<Integer> orders(Path path) throws IOException {
    Set<Integer> orders = new TreeSet<>();
    try (HailClientProtocol protocol = client(secure.configuration())) {
      for (BlockReplicas block : protocol.getReplicas(path.toUri().getPath(), 0, 1_000).blocks()) {
        block.replicas().forEach(replica -> orders.add(replica.replica().sortAttribute()));
      }
    }
    return orders;
  }

  /** Waits until everybody has reported and nothing is wrong with the replicas of a file. */
  private Void awaitSound(Path path) throws Exception {
    Waiting.untilSound(
        path.toString(),
        () -> {
          List<String> found = new ArrayList<>();
          HailFile file = HailFile.open(secure.configuration(), path);
          for (HailBlock block : file.blocks()) {
            found.addAll(new BlockCheck(file).check(block).problems());
          }
          return String.join("\n", found);
        });
    return null;
  }

  private long pseudoReplicas(Path path) throws IOException {
    return HailFile.open(secure.configuration(), path).blocks().stream()
        .mapToLong(block -> block.pseudo().size())
        .sum();
  }

  private HailClientProtocol client(Configuration conf) throws IOException {
    return HailProxies.clientProxy(conf, FileSystem.getDefaultUri(conf));
  }

  private int replicas(Configuration conf, Path file) throws IOException {
    try (HailClientProtocol protocol = client(conf)) {
      return protocol.getReplicas(file.toUri().getPath(), 0, 10).blocks().size();
    }
  }

  private List<String> lines(Path output) throws IOException {
    List<String> lines = new ArrayList<>();
    try (FileSystem fs = FileSystem.newInstance(secure.configuration())) {
      for (FileStatus file : fs.listStatus(output)) {
        if (file.getPath().getName().startsWith("part-")) {
          try (FSDataInputStream in = fs.open(file.getPath())) {
            String text = new String(IOUtils.readFullyToByteArray(in), StandardCharsets.UTF_8);
            lines.addAll(text.lines().toList());
          }
        }
      }
    }
    Collections.sort(lines);
    return lines;
  }

  private static <T> T as(
      UserGroupInformation user, java.security.PrivilegedExceptionAction<T> action)
      throws Exception {
    return user.doAs(action);
  }
}
