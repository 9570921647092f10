// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.HailMiniCluster;
import java.io.File;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.io.IOUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories whose files datanodes see encrypted only. */
class EncryptionZoneTest {

  @Test
  void upload_intoEncryptionZone_isRefusedUnlikeOrdinaryFiles(@TempDir File folder)
      throws Exception {
    Configuration settings = SharedCluster.settings();
    settings.set(
        CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH,
        "jceks://file" + new File(folder, "keys.jceks"));
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(1).configuration(settings).build()) {
      HailShell shell = new HailShell(cluster);
      Path zone = new Path("/zone");
      cluster.fileSystem().mkdirs(zone);
      DFSTestUtil.createKey("key", cluster.dfs(), cluster.configuration());
      new HdfsAdmin(cluster.uri(), cluster.configuration())
          .createEncryptionZone(zone, "key", EnumSet.of(CreateEncryptionZoneFlag.NO_TRASH));

      HailShell.Result put =
          shell.runWithInput("1,a\n", "put", "--schema", "k INT, name STRING", "-", "/zone/x");
      assertThat(put.code()).as("%s", put).isEqualTo(1);
      assertThat(put.err()).contains("is in the encryption zone /zone");
      assertThat(cluster.fileSystem().listStatus(zone)).isEmpty();

      byte[] text = "plain\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
      Path plain = new Path(zone, "plain");
      try (OutputStream out = cluster.fileSystem().create(plain)) {
        out.write(text);
      }
      try (var in = cluster.fileSystem().open(plain)) {
        assertThat(IOUtils.readFullyToByteArray(in)).isEqualTo(text);
      }
    }
  }
}
