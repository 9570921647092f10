package dev.hail.protocol;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Connects to the replica directory of namenodes. */
public final class HailProxies {

  private HailProxies() {}

  /**
   * A proxy for clients of a file system. It fails over between the namenodes of an HA nameservice.
   *
   * @param conf the file system's configuration
   * @param fileSystem URI of an HDFS file system, host and port of a namenode or a nameservice
   * @throws IOException if no address of a namenode can be told from the configuration
   */
  public static HailClientProtocol clientProxy(Configuration conf, URI fileSystem)
      throws IOException {
    String host = fileSystem.getAuthority();
    throw new IOException("not connected: " + host);
  }

  /**
   * One proxy for each namenode of a nameservice, in the order of the configuration, for datanodes.
   * None of them is contacted here. A proxy does not fail over: reports go to every namenode,
   * questions to the one that is active.
   *
   * @param conf the datanode's configuration
   * @param nameservice id of the nameservice; null for every nameservice of the datanode (a
   *     namenode refuses calls about block pools it does not own)
   * @throws IOException if no address of a namenode can be told from the configuration
   */
  public static List<HailDatanodeProtocol> datanodeProxies(Configuration conf, String nameservice)
      throws IOException {
    String id = String.valueOf(nameservice);
    throw new IOException("not connected: " + id);
  }
}
