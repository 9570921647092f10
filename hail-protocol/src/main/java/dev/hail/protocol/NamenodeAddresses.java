// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import static dev.hail.protocol.NamenodePort.CLIENTS;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.net.NetUtils;

/**
 * Finds the address of HAIL's service in a namenode.
 *
 * <p>The key of a {@link NamenodePort} with the suffixes of nameservice and namenode has the
 * address. Without such an entry, the host is that of the namenode's own RPC address. The port is
 * then that of the key without suffix, or the default of the {@link NamenodePort}.
 */
public final class NamenodeAddresses {
  private static final String SERVICE_RPC_ADDRESS_KEY = "dfs.namenode.servicerpc-address";
  private static final String RPC_ADDRESS_KEY = HdfsClientConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY;

  private NamenodeAddresses() {}

  /** Addresses at which clients reach all namenodes behind the URI of an HDFS file system. */
  static List<InetSocketAddress> ofFileSystem(Configuration conf, URI fileSystem)
      throws IOException {
    if (!HdfsConstants.HDFS_URI_SCHEME.equals(fileSystem.getScheme())
        || fileSystem.getHost() == null) {
      throw new IOException(
          fileSystem
              + " is no HDFS file system; HAIL asks the namenode of hdfs://... (resolve viewfs and"
              + " federation router paths first)");
    }
    if (HAUtilClient.isLogicalUri(conf, fileSystem)) {
      return ofNameservice(conf, fileSystem.getHost(), CLIENTS);
    }
    InetSocketAddress namenode = DFSUtilClient.getNNAddress(fileSystem);
    for (String nameservice : orNone(DFSUtilClient.getNameServiceIds(conf))) {
      for (String id : orNone(DFSUtilClient.getNameNodeIds(conf, nameservice))) {
        String configured =
            DFSUtilClient.getConfValue(null, suffix(nameservice, id), conf, RPC_ADDRESS_KEY);
        if (configured != null && namenode.equals(DFSUtilClient.getNNAddress(configured))) {
          return List.of(ofNamenode(conf, nameservice, id, CLIENTS));
        }
      }
    }
    URI defaultFileSystem = FileSystem.getDefaultUri(conf);
    boolean isDefault =
        HdfsConstants.HDFS_URI_SCHEME.equals(defaultFileSystem.getScheme())
            && fileSystem.getAuthority().equals(defaultFileSystem.getAuthority());
    String own = conf.getTrimmed(CLIENTS.key(), "");
    return List.of(
        isDefault && !own.isEmpty()
            ? parse(own, CLIENTS.key(), CLIENTS)
            : NetUtils.createSocketAddrForHost(
                namenode.getHostString(), defaultPort(conf, CLIENTS)));
  }

  /** Addresses of the namenodes of one nameservice, or of all if {@code nameservice} is null. */
  static List<InetSocketAddress> ofNameservice(
      Configuration conf, String nameservice, NamenodePort port) throws IOException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    Collection<String> nameservices =
        nameservice == null ? orNone(nameservices(conf)) : List.of(nameservice);
    for (String service : nameservices) {
      for (String id : orNone(DFSUtilClient.getNameNodeIds(conf, service))) {
        addresses.add(ofNamenode(conf, service, id, port));
      }
    }
    return addresses;
  }

  /**
   * Ids of the namenodes in the order of {@link #ofNameservice}; empty for a namenode without an
   * id.
   */
  static List<String> ids(Configuration conf, String nameservice) {
    List<String> ids = new ArrayList<>();
    Collection<String> nameservices =
        nameservice == null ? orNone(nameservices(conf)) : List.of(nameservice);
    for (String service : nameservices) {
      ids.addAll(orNone(DFSUtilClient.getNameNodeIds(conf, service)));
    }
    return ids;
  }

  /**
   * Address of one namenode.
   *
   * @param nameservice id of the nameservice, empty if there is none
   * @param namenode id of the namenode in the nameservice, empty if it has none
   * @param port the port of clients or of datanodes
   * @throws IOException if the configuration does not name the namenode
   */
  public static InetSocketAddress ofNamenode(
      Configuration conf, String nameservice, String namenode, NamenodePort port)
      throws IOException {
    String suffix = suffix(nameservice, namenode);
    if (suffix != null) {
      String key = port.key() + "." + suffix;
      String own = conf.getTrimmed(key, "");
      if (!own.isEmpty()) {
        return parse(own, key, port);
      }
    }
    String common = conf.getTrimmed(port.key(), "");
    boolean alone = namenode.isEmpty() && nameservices(conf).size() <= 1;
    if (alone && !common.isEmpty()) {
      return parse(common, port.key(), port);
    }
    return NetUtils.createSocketAddrForHost(namenodeHost(conf, suffix), defaultPort(conf, port));
  }

  private static String namenodeHost(Configuration conf, String suffix) throws IOException {
    String configured =
        DFSUtilClient.getConfValue(null, suffix, conf, SERVICE_RPC_ADDRESS_KEY, RPC_ADDRESS_KEY);
    if (configured == null && suffix == null) {
      URI fileSystem = FileSystem.getDefaultUri(conf);
      if (HdfsConstants.HDFS_URI_SCHEME.equals(fileSystem.getScheme())) {
        configured = fileSystem.getAuthority();
      }
    }
    if (configured == null) {
      throw new IOException(
          "no address of namenode "
              + (suffix == null ? "" : suffix)
              + " in the configuration; set "
              + RPC_ADDRESS_KEY
              + (suffix == null ? "" : "." + suffix));
    }
    return DFSUtilClient.getNNAddress(configured).getHostString();
  }

  private static int defaultPort(Configuration conf, NamenodePort port) throws IOException {
    String common = conf.getTrimmed(port.key(), "");
    return common.isEmpty() ? port.byDefault() : parse(common, port.key(), port).getPort();
  }

  private static InetSocketAddress parse(String value, String key, NamenodePort port)
      throws IOException {
    try {
      return NetUtils.createSocketAddr(value, port.byDefault(), key);
    } catch (IllegalArgumentException e) {
      throw new IOException(key + " must be host:port, not '" + value + "'", e);
    }
  }

  /** Nameservices that a datanode serves, or all that are known. */
  private static Collection<String> nameservices(Configuration conf) {
    Collection<String> internal = conf.getTrimmedStringCollection("dfs.internal.nameservices");
    return internal.isEmpty() ? DFSUtilClient.getNameServiceIds(conf) : internal;
  }

  private static Collection<String> orNone(Collection<String> ids) {
    return ids.isEmpty() ? List.of("") : ids;
  }

  private static String suffix(String nameservice, String namenode) {
    if (nameservice.isEmpty()) {
      return null;
    }
    return namenode.isEmpty() ? nameservice : nameservice + "." + namenode;
  }
}
