// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hail.client.PathException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureMessagesTest {
  private static RemoteException ofNamenode() {
    return new RemoteException(
        "java.io.FileNotFoundException",
        "File does not exist: /f (inode 16402)\n\tat org.apache.hadoop.A.b(A.java:1)\n\tat"
            + " org.apache.hadoop.C.d(C.java:2)\n");
  }

  @Test
  void failureOfNamenode_hasNoStack_howeverItIsWrapped() {
    assertThat(printed(ofNamenode()))
        .isEqualTo("hail cat: File does not exist: /f (inode 16402)\n");
    assertThat(printed(new UncheckedIOException(ofNamenode())))
        .isEqualTo("hail cat: File does not exist: /f (inode 16402)\n");
    assertThat(printed(new ExecutionException(ofNamenode())))
        .isEqualTo("hail cat: File does not exist: /f (inode 16402)\n");
    assertThat(printed(new PathException("/f", "lost: " + ofNamenode().getMessage(), "Look.")))
        .isEqualTo("hail cat: `/f': lost: File does not exist: /f (inode 16402)\n  Look.\n");
    assertThat(printed(new IllegalArgumentException(ofNamenode().getMessage())))
        .isEqualTo("hail cat: File does not exist: /f (inode 16402)\n");
  }

  @Test
  void failureWithoutMessage_hasThatOfItsCause() {
    assertThat(printed(new IOException(null, new IOException("the disk is full"))))
        .isEqualTo("hail cat: IOException: the disk is full\n");
    assertThat(printed(new EOFException()))
        .isEqualTo("hail cat: it failed without a message (EOFException)\n");
  }

  @Test
  void unknownHost_isNamed_whereverHadoopPutsIt() {
    assertThat(printed(new IllegalArgumentException(new UnknownHostException("nope"))))
        .startsWith("hail cat: unknown host: nope\n  Check that the namenode runs");
  }

  @Test
  void addressOfOtherServer_isExplained() {
    assertThat(printed(new IOException("RPC response exceeds maximum data length")))
        .endsWith("its web server has another port.\n");
    assertThat(printed(new ConnectException("Connection refused")))
        .endsWith("Check that the namenode runs and that the path names it.\n");
  }

  @Test
  void keyOfHadoop_whoseValueIsNoNumber_isNamed() {
    assertThat(printed(new NumberFormatException("For input string: \"few\"")))
        .isEqualTo(
            "hail cat: For input string: \"few\", which is the value of"
                + " ipc.client.connect.max.retries; it must be a number\n");
  }

  @Test
  void addressWithoutNamenode_whereNoneIsConfigured_hasTheRemedy() {
    for (String address : new String[] {"hdfs:///x", "hdfs:/x"}) {
      assertThat(printed(new IOException("Incomplete HDFS URI, no host: " + address)))
          .isEqualTo(
              "hail cat: `"
                  + address
                  + "': no cluster is configured\n"
                  + "  Set HADOOP_CONF_DIR, or name the cluster with -fs hdfs://NAMENODE:PORT.\n");
    }
    assertThat(printed(new IOException("hail:/ names no namenode, and neither does file:/, ..")))
        .contains("\n  Set HADOOP_CONF_DIR, or name the cluster with -fs");
    assertThat(printed(new IOException("Incomplete HDFS URI, no host: hdfs://my_host/x")))
        .isEqualTo("hail cat: Incomplete HDFS URI, no host: hdfs://my_host/x\n");
  }

  @Test
  void blockWithoutDatanodes_isReportedInOneSentenceWithRemedy() {
    assertThat(
            printed(
                new RemoteException(
                    "java.io.IOException",
                    "File /.hail-put/1 could only be written to 0 of the 1 minReplication nodes."
                        + " There are 3 datanode(s) running and 2 node(s) are excluded in this"
                        + " operation.\n\tat a.B.c(B.java:1)\n")))
        .isEqualTo(
            "hail cat: HDFS found 0 of the 1 datanodes that a block needs: 3 live, 2"
                + " excluded\n"
                + "  `hdfs dfsadmin -report' shows which datanodes are live, and their free space."
                + "\n");
  }

  /** As Hadoop throws it when it loads a malformed {@code core-site.xml}. */
  @Test
  void malformedConfiguration_isNamedWithItsLine(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("core-site.xml"), "<configuration>\n<a></b>\n");
    assertThat(printed(catchThrowable(() -> load(file))))
        .isEqualTo(
            "hail cat: malformed configuration, line 2 of "
                + file.toUri().toURL()
                + ": Unexpected close tag </b>; expected </a>.\n");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xff});
    assertThat(printed(catchThrowable(() -> load(file))))
        .contains("malformed configuration: Invalid UTF-8")
        .contains("\n  Check the files in HADOOP_CONF_DIR");
  }

  private static void load(Path file) throws IOException {
    Configuration configuration = new Configuration(false);
    configuration.addResource(file.toUri().toURL());
    assertThat(configuration.size()).isNegative();
  }

  private static String printed(Throwable failure) {
    Configuration configuration = new Configuration(false);
    configuration.set("ipc.client.connect.max.retries", "few");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Failures.print(
        failure,
        new CommandContext(configuration, null, null, null, stream, "hail cat", false, false));
    return err.toString(StandardCharsets.UTF_8);
  }
}
