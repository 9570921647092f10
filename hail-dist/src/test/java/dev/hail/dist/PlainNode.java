// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.process.SiteFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** One host of a plain cluster: its installation of Hadoop, its configuration, its shell. */
final class PlainNode {
  private static final int COMMAND_MINUTES = 5;
  private static final int ANSWER_MILLIS = 30_000;
  private static final int AWAIT_SECONDS = 180;

  private final String name;
  private final Path directory;
  private final Path lifeline;
  private final Map<String, String> plain;

  private PlainNode(String name, Path directory, Path lifeline, Map<String, String> plain) {
    this.name = name;
    this.directory = directory;
    this.lifeline = lifeline;
    this.plain = Map.copyOf(plain);
  }

  /**
   * Installs Hadoop.
   *
   * @param jars directory with Hadoop's jars
   * @param lifeline pipe that ends the daemons
   * @param settings its configuration, without HAIL
   */
  static PlainNode install(
      String name, Path directory, Path jars, Path lifeline, Map<String, String> settings)
      throws IOException {
    Path home = directory.resolve("hadoop");
    Files.createDirectories(home.resolve("share/hadoop/hdfs/lib"));
    Files.createDirectories(home.resolve("share/hadoop/common"));
    Files.createSymbolicLink(home.resolve("share/hadoop/common/lib"), jars);
    for (String command : List.of("hadoop", "hdfs", "yarn")) {
      Path script = home.resolve("bin").resolve(command);
      Files.createDirectories(script.getParent());
      try (InputStream in = PlainNode.class.getResourceAsStream("hadoop.sh")) {
        Files.copy(in, script);
      }
      assertThat(script.toFile().setExecutable(true)).isTrue();
    }
    for (String folder : List.of("work", "opt", "tmp")) {
      Files.createDirectories(directory.resolve(folder));
    }
    PlainNode node = new PlainNode(name, directory, lifeline, settings);
    node.configure(Map.of());
    return node;
  }

  String name() {
    return name;
  }

  /** Returns the directory that its commands run in. */
  Path work() {
    return directory.resolve("work");
  }

  /** Returns the directory with jars that an operator adds to HDFS. */
  Path addedJars() {
    return directory.resolve("hadoop/share/hadoop/hdfs/lib");
  }

  String log(String daemon) throws IOException {
    return Files.readString(directory.resolve("hadoop").resolve(daemon + ".log"));
  }

  /** Returns the settings of the plain host. */
  Map<String, String> plain() {
    return plain;
  }

  /** Writes the site files: those of the plain host, and these settings. */
  void configure(Map<String, String> added) throws IOException {
    Map<String, String> all = new TreeMap<>(plain);
    all.putAll(added);
    SiteFiles.write(directory.resolve("hadoop/etc/hadoop"), all);
  }

  /** Reads properties as they stand in a site file. */
  static Map<String, String> properties(String xml) {
    Configuration read = new Configuration(false);
    String file = "<configuration>" + xml + "</configuration>";
    read.addResource(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
    Map<String, String> properties = new TreeMap<>();
    read.forEach(property -> properties.put(property.getKey(), property.getValue()));
    return properties;
  }

  /**
   * Runs commands in a shell that ends at the first failure. What a former call exported is set.
   *
   * @return what they printed
   */
  String run(String commands) throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Path environment = directory.resolve("environment");
    String script =
        "set -euo pipefail\n[ ! -f '%s' ] || . '%s'\n%s\nexport -p >'%s'\n"
            .formatted(
                environment,
                environment,
                commands
                    .replace("/opt", directory.resolve("opt").toString())
                    .replace("/data/dfs", data().toString()),
                environment);
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-c", script)
            .directory(work().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> variables = shell.environment();
    variables.keySet().removeIf(key -> key.startsWith("HAIL_") || key.startsWith("HADOOP_"));
    String java = System.getProperty("java.home");
    Path home = directory.resolve("hadoop");
    variables.put("JAVA_HOME", java);
    variables.put("HADOOP_HOME", home.toString());
    variables.put("HADOOP_CONF_DIR", home.resolve("etc/hadoop").toString());
    variables.put("PATH", home.resolve("bin") + ":" + java + "/bin:" + System.getenv("PATH"));
    variables.put("LIFELINE", lifeline.toString());
    variables.put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    Process process = shell.start();
    boolean ended = process.waitFor(COMMAND_MINUTES, TimeUnit.MINUTES);
    String text = Files.readString(output);
    if (!ended) {
      process.destroyForcibly();
    }
    assertThat(ended ? process.exitValue() : -1).as("%s> %s%n%s", name, commands, text).isZero();
    return text;
  }

  Path data() {
    return directory.resolve("data");
  }

  /**
   * Waits until a daemon shows something at {@code /jmx}.
   *
   * @param web key of the plain settings with the address of its web server
   * @param bean bean to ask for
   * @param shown regular expression that it must show
   */
  void await(String web, String bean, String shown) throws IOException, InterruptedException {
    URI uri = URI.create("http://" + plain.get(web) + "/jmx?qry=" + bean);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(AWAIT_SECONDS);
    String answer = "";
    while (!Pattern.compile(shown).matcher(answer).find()) {
      assertThat(System.nanoTime()).as("%s shows %s", uri, answer).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(100);
      answer = answer(uri);
    }
  }

  private static String answer(URI uri) {
    try {
      URLConnection connection = uri.toURL().openConnection();
      connection.setConnectTimeout(ANSWER_MILLIS);
      connection.setReadTimeout(ANSWER_MILLIS);
      try (InputStream in = connection.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException notYet) {
      return notYet.toString();
    }
  }
}
