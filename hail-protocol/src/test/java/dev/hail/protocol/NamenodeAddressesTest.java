// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class NamenodeAddressesTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void loneNamenode_lookedUp_isAtItsHostOrWhereKeySays() throws Exception {
    conf.set("fs.defaultFS", "hdfs://localhost:8020");
    assertThat(ofFileSystem("hdfs://localhost:8020")).containsExactly("localhost:8029");
    assertThat(ofNameservice(null)).containsExactly("localhost:8029");
    conf.set("hail.namenode.rpc-address", "");
    assertThat(ofFileSystem("hdfs://localhost")).containsExactly("localhost:8029");
    conf.set("hail.namenode.rpc-address", "127.0.0.1:9000");
    assertThat(ofFileSystem("hdfs://localhost:8020")).containsExactly("127.0.0.1:9000");
    assertThat(ofNameservice(null)).containsExactly("127.0.0.1:9000");
    // Another cluster is not at the address of this one, only at the same port.
    assertThat(ofFileSystem("hdfs://127.0.0.2:8020")).containsExactly("127.0.0.2:9000");
  }

  @Test
  void nameservice_lookedUp_hasAddressPerNamenode() throws Exception {
    nameservice("prod", "localhost:8020", "127.0.0.2:8020");
    assertThat(ofFileSystem("hdfs://prod")).containsExactly("localhost:8029", "127.0.0.2:8029");
    conf.set("hail.namenode.rpc-address.prod.nn2", "127.0.0.3:1234");
    assertThat(ofFileSystem("hdfs://prod")).containsExactly("localhost:8029", "127.0.0.3:1234");
    assertThat(ofNameservice("prod")).containsExactly("localhost:8029", "127.0.0.3:1234");
    conf.set("hail.namenode.rpc-address", "127.0.0.9:77");
    assertThat(ofNameservice("prod")).containsExactly("localhost:77", "127.0.0.3:1234");
    // One namenode of the pair by its own address, as tools do.
    assertThat(ofFileSystem("hdfs://127.0.0.2:8020")).containsExactly("127.0.0.3:1234");
  }

  @Test
  void federatedDatanode_withInternalNameservices_findsOnlyTheirs() throws Exception {
    nameservice("a", "127.0.0.1:8020", "127.0.0.2:8020");
    nameservice("b", "127.0.0.3:8020", "127.0.0.4:8020");
    conf.set("dfs.nameservices", "a,b");
    assertThat(ofNameservice(null)).hasSize(4);
    conf.set("dfs.internal.nameservices", "b");
    assertThat(ofNameservice(null)).containsExactly("127.0.0.3:8029", "127.0.0.4:8029");
  }

  @Test
  void datanodePort_configured_isUsedByDatanodesAlone() throws Exception {
    conf.set("fs.defaultFS", "hdfs://localhost:8020");
    assertThat(forDatanodes(null)).containsExactly("localhost:8030");
    // The clients' address says nothing about the datanodes'.
    conf.set("hail.namenode.rpc-address", "127.0.0.1:9000");
    assertThat(forDatanodes(null)).containsExactly("localhost:8030");
    conf.set("hail.namenode.servicerpc-address", "127.0.0.1:9001");
    assertThat(forDatanodes(null)).containsExactly("127.0.0.1:9001");
    assertThat(ofFileSystem("hdfs://localhost:8020")).containsExactly("127.0.0.1:9000");
  }

  @Test
  void datanode_ofNameserviceOrFederation_reachesEachNamenode() throws Exception {
    nameservice("a", "127.0.0.1:8020", "127.0.0.2:8020");
    nameservice("b", "127.0.0.3:8020", "127.0.0.4:8020");
    conf.set("dfs.nameservices", "a,b");
    // Where datanodes have a network of their own to a namenode, HDFS names its address.
    conf.set("dfs.namenode.servicerpc-address.a.nn2", "127.0.0.5:8021");
    conf.set("hail.namenode.servicerpc-address.b.nn1", "127.0.0.6:1234");
    assertThat(forDatanodes(null))
        .containsExactly("127.0.0.1:8030", "127.0.0.5:8030", "127.0.0.6:1234", "127.0.0.4:8030");
    assertThat(forDatanodes("b")).containsExactly("127.0.0.6:1234", "127.0.0.4:8030");
    conf.set("hail.namenode.servicerpc-address", "0.0.0.0:77");
    assertThat(forDatanodes("b")).containsExactly("127.0.0.6:1234", "127.0.0.4:77");
    conf.set("hail.namenode.servicerpc-address.b.nn2", "one:two:three");
    assertThatThrownBy(() -> forDatanodes("b"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hail.namenode.servicerpc-address.b.nn2 must be host:port");
  }

  @Test
  void namenodeAddress_missingOrWrong_isExplained() {
    assertThatThrownBy(() -> ofFileSystem("file:///"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no HDFS file system");
    assertThatThrownBy(() -> ofNameservice(null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("dfs.namenode.rpc-address");
    conf.set("fs.defaultFS", "hdfs://localhost:8020");
    conf.set("hail.namenode.rpc-address", "one:two:three");
    assertThatThrownBy(() -> ofNameservice(null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hail.namenode.rpc-address must be host:port");
  }

  private void nameservice(String id, String first, String second) {
    conf.set("dfs.nameservices", id);
    conf.set("dfs.ha.namenodes." + id, "nn1,nn2");
    conf.set("dfs.namenode.rpc-address." + id + ".nn1", first);
    conf.set("dfs.namenode.rpc-address." + id + ".nn2", second);
  }

  private List<String> ofFileSystem(String uri) throws IOException {
    return text(NamenodeAddresses.ofFileSystem(conf, URI.create(uri)));
  }

  private List<String> ofNameservice(String id) throws IOException {
    return text(NamenodeAddresses.ofNameservice(conf, id, NamenodePort.CLIENTS));
  }

  private List<String> forDatanodes(String id) throws IOException {
    return text(NamenodeAddresses.ofNameservice(conf, id, NamenodePort.DATANODES));
  }

  private static List<String> text(List<InetSocketAddress> addresses) {
    return addresses.stream().map(a -> a.getHostString() + ":" + a.getPort()).toList();
  }
}
