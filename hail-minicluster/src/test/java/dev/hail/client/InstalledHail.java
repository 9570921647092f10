// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.minicluster.HailMiniCluster;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code bin/hail}, installed like a release, with the classes of this process as its jars. */
public final class InstalledHail {
  private final Path home;

  private InstalledHail(Path home) {
    this.home = home;
  }

  /**
   * Installs the command.
   *
   * @param home empty directory, which also is the working directory of commands
   */
  public static InstalledHail install(Path home, HailMiniCluster cluster) throws IOException {
    Path checkout = Path.of(System.getProperty("hail.home"));
    for (String file :
        List.of("bin/hail", "bin/class-archive.sh", "bin/utf8.sh", "conf/log4j.properties")) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.copy(checkout.resolve(file), home.resolve(file));
    }
    Files.createDirectories(home.resolve("lib/client"));
    Path hadoop = home.resolve("hadoop/bin/hadoop");
    Files.createDirectories(hadoop.getParent());
    // Under Surefire the class path is one jar whose manifest names the real entries.
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Files.writeString(hadoop, "#!/bin/sh\necho '%s'\n".formatted(classPath));
    if (!hadoop.toFile().setExecutable(true)) {
      throw new IOException("Cannot make " + hadoop + " executable");
    }
    Path site = Files.createDirectories(home.resolve("cluster")).resolve("core-site.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      cluster.configuration().writeXml(out);
    }
    return new InstalledHail(home);
  }

  /** Runs a command, with these variables set and without a locale beside theirs. */
  public HailShell.Result run(Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(home.resolve("bin/hail").toString()));
    line.addAll(List.of(arguments));
    File out = home.resolve("out").toFile();
    File err = home.resolve("err").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(line).directory(home.toFile()).redirectOutput(out).redirectError(err);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.matches("(HAIL|HADOOP|LC)_.*|LANG|LANGUAGE"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("HADOOP_HOME", home.resolve("hadoop").toString());
    environment.put("HADOOP_CONF_DIR", home.resolve("cluster").toString());
    environment.put("HAIL_CLASS_ARCHIVE", "off");
    environment.putAll(variables);
    Process process = builder.start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IOException("bin/hail does not end: " + line);
    }
    return new HailShell.Result(
        process.exitValue(),
        ByteBuffer.wrap(Files.readAllBytes(out.toPath())),
        Files.readString(err.toPath(), StandardCharsets.UTF_8));
  }
}
