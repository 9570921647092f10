// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.KerberosName;

/**
 * HDFS with HAIL as secured clusters have it: a KDC, a principal for each kind of daemon with
 * {@code _HOST} in its name, web servers with TLS, encrypted calls; each daemon a process with a
 * keytab of its own. This process is logged in as {@link #ADMIN} while the cluster is open.
 */
final class SecureCluster implements AutoCloseable {
  /** Member of HDFS' superuser group. */
  static final String ADMIN = "admin";

  /** Without any privilege; files of the local disk are this user's too, as a job wants it. */
  static final String USER = System.getProperty("user.name");

  /** Another one without any. */
  static final String STRANGER = "stranger";

  /** A datanode of another host. */
  static final String FOREIGN_DATANODE = "dn/elsewhere.example.com";

  static final String DATANODE = "dn/localhost";

  private static final String PASSWORD = "changeit";
  private static final String SUPERGROUP = "supergroup";

  private final MiniKdc kdc;
  private final Path directory;
  private final SSLSocketFactory earlierTrust;
  private ProcessCluster cluster;

  private SecureCluster(MiniKdc kdc, Path directory, SSLSocketFactory earlierTrust) {
    this.kdc = kdc;
    this.directory = directory;
    this.earlierTrust = earlierTrust;
  }

  /**
   * Starts it.
   *
   * @param directory where everything is kept; empty
   * @param settings of daemons and clients beside those that every secured cluster needs
   */
  static SecureCluster start(Path directory, int dataNodes, Map<String, String> settings)
      throws Exception {
    return start(directory, dataNodes, settings, Map.of());
  }

  /**
   * Starts it with a first datanode that has settings of its own.
   *
   * @param ofFirstDataNode what {@link #restartFirstDataNodeLikeTheOthers} takes away
   */
  static SecureCluster start(
      Path directory,
      int dataNodes,
      Map<String, String> settings,
      Map<String, String> ofFirstDataNode)
      throws Exception {
    FileSystem.closeAll();
    MiniKdc kdc =
        new MiniKdc(MiniKdc.createConf(), Files.createDirectory(directory.resolve("kdc")).toFile());
    kdc.start();
    SecureCluster secure =
        new SecureCluster(kdc, directory, HttpsURLConnection.getDefaultSSLSocketFactory());
    try {
      secure.start(dataNodes, settings, ofFirstDataNode);
      return secure;
    } catch (Exception | Error e) {
      secure.close();
      throw e;
    }
  }

  private void start(
      int dataNodes, Map<String, String> settings, Map<String, String> ofFirstDataNode)
      throws Exception {
    keytab("namenode", "nn/localhost");
    keytab("datanode", DATANODE);
    keytab("web", "HTTP/localhost");
    for (String name : new String[] {ADMIN, USER, STRANGER, FOREIGN_DATANODE}) {
      keytab(name, name);
    }
    trustItsCertificate();
    Map<String, String> all = new TreeMap<>(settings(settings));
    all.putAll(settings);
    KerberosName.resetDefaultRealm();
    Configuration login = new Configuration(false);
    all.forEach(login::set);
    UserGroupInformation.setConfiguration(login);
    UserGroupInformation.setLoginUser(as(ADMIN));

    ProcessCluster.Builder builder =
        ProcessCluster.builder()
            .directory(directory.resolve("cluster"))
            .dataNodes(dataNodes)
            .heap("256m")
            .quickHeartbeats()
            .customize(
                (daemon, daemonSettings, options) -> {
                  options.add("-D" + MiniKdc.JAVA_SECURITY_KRB5_CONF + "=" + kdc.getKrb5conf());
                  daemonSettings.putAll(
                      daemon.startsWith("namenode") ? ofNameNode() : ofDataNode());
                  if (daemon.equals("datanode-0")) {
                    daemonSettings.putAll(ofFirstDataNode);
                  }
                  writeConfiguration(directory.resolve("cluster/" + daemon + "/conf"));
                });
    all.forEach(builder::set);
    cluster = builder.start();
  }

  private Map<String, String> settings(Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>();
    all.put(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, "kerberos");
    all.put(CommonConfigurationKeysPublic.HADOOP_RPC_PROTECTION, "privacy");
    all.put(
        CommonConfigurationKeys.HADOOP_USER_GROUP_STATIC_OVERRIDES,
        "admin=" + SUPERGROUP + ";nn=;dn=;stranger=;" + USER + "=");
    all.put(HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY, "nn/_HOST@" + realm());
    all.put(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY, "dn/_HOST@" + realm());
    all.put(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, "true");
    all.put(DFSConfigKeys.DFS_HTTP_POLICY_KEY, HttpConfig.Policy.HTTPS_ONLY.name());
    all.put(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_PRINCIPAL_KEY, "HTTP/_HOST@" + realm());
    all.put("yarn.resourcemanager.principal", "rm/_HOST@" + realm());
    all.put(HailConfigKeys.CLIENT_RPC_FAILOVERS, "1");
    all.put(HailConfigKeys.CLIENT_RPC_TIMEOUT, "60s");
    all.put(HailConfigKeys.DATANODE_RPC_TIMEOUT, "60s");
    if (!settings.containsKey(HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY)) {
      all.put(HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY, "privacy");
    }
    return all;
  }

  private Map<String, String> ofNameNode() {
    return Map.of(
        DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY,
        keytabOf("namenode"),
        DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY,
        keytabOf("web"),
        "hadoop.http.filter.initializers",
        AuthenticationFilterInitializer.class.getName(),
        "hadoop.http.authentication.type",
        "kerberos",
        "hadoop.http.authentication.kerberos.principal",
        "HTTP/_HOST@" + realm(),
        "hadoop.http.authentication.kerberos.keytab",
        keytabOf("web"),
        DFSConfigKeys.DFS_ADMIN,
        ADMIN,
        "hadoop.security.instrumentation.requires.admin",
        "true");
  }

  private Map<String, String> ofDataNode() {
    return Map.of(
        DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY, keytabOf("datanode"),
        DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY, keytabOf("web"),
        DFSConfigKeys.DFS_DATANODE_HOST_NAME_KEY, "localhost");
  }

  private String realm() {
    return kdc.getRealm();
  }

  private void keytab(String name, String... principals) throws Exception {
    kdc.createPrincipal(Path.of(keytabOf(name)).toFile(), principals);
  }

  private String keytabOf(String name) {
    return directory.resolve(name.replace('/', '-') + ".keytab").toString();
  }

  /** Makes the key of all web servers with the JDK's tool, and lets this process trust it. */
  private void trustItsCertificate() throws Exception {
    Path store = directory.resolve("web.p12");
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "web",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    if (!tool.waitFor(5, TimeUnit.MINUTES) || tool.exitValue() != 0) {
      throw new IOException("keytool failed, see keytool.log in " + directory);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, null);
    certificates.setCertificateEntry("web", keys.getCertificate("web"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(certificates);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
  }

  /** What an operator puts beside the site files: keys of web servers, who may speak to whom. */
  private void writeConfiguration(Path conf) {
    Configuration ssl = new Configuration(false);
    for (String side : new String[] {"server", "client"}) {
      for (String what : new String[] {"keystore", "truststore"}) {
        String prefix = "ssl." + side + "." + what + ".";
        ssl.set(prefix + "location", directory.resolve("web.p12").toString());
        ssl.set(prefix + "password", PASSWORD);
        ssl.set(prefix + "type", "PKCS12");
      }
      ssl.set("ssl." + side + ".keystore.keypassword", PASSWORD);
    }
    Configuration policy = new Configuration(false);
    policy.set("security.service.authorization.default.acl", "*");
    policy.set("security.datanode.protocol.acl", "dn");
    policy.set("security.hail.client.protocol.acl", "admin," + USER);
    policy.set("security.hail.datanode.protocol.acl", "dn,admin");
    try {
      Files.createDirectories(conf);
      write(conf.resolve("ssl-server.xml"), ssl);
      write(conf.resolve("ssl-client.xml"), ssl);
      write(conf.resolve("hadoop-policy.xml"), policy);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void write(Path file, Configuration settings) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      settings.writeXml(out);
    }
  }

  /** Restarts the first datanode with the HAIL settings of the second. */
  void restartFirstDataNodeLikeTheOthers() throws Exception {
    String site = "conf/hail-site.xml";
    Files.copy(
        cluster.dataNodes().get(1).directory().resolve(site),
        cluster.dataNodes().get(0).directory().resolve(site),
        StandardCopyOption.REPLACE_EXISTING);
    cluster.dataNodes().get(0).restart();
    cluster.awaitHealthy(Duration.ofMinutes(5));
  }

  ProcessCluster cluster() {
    return cluster;
  }

  Configuration configuration() {
    return cluster.configuration();
  }

  /** Somebody with a fresh ticket; {@link #DATANODE} has the datanodes' keytab. */
  UserGroupInformation as(String principal) throws IOException {
    String keytab = keytabOf(principal.equals(DATANODE) ? "datanode" : principal);
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal + "@" + realm(), keytab);
  }

  @Override
  public void close() throws IOException {
    try {
      FileSystem.closeAll();
      if (cluster != null) {
        cluster.close();
      }
    } finally {
      kdc.stop();
      HttpsURLConnection.setDefaultSSLSocketFactory(earlierTrust);
      UserGroupInformation.reset();
      UserGroupInformation.setConfiguration(new Configuration());
    }
  }
}
