// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where one daemon runs and keeps its files.
 *
 * @param daemon name of the daemon
 * @param directory directory for its files
 * @param host host it listens on
 * @param names host names it knows, or null for the machine's
 * @param clock its wall clock, or null for the machine's
 * @param shape shape of the cluster
 */
record Place(
    String daemon,
    Path directory,
    String host,
    HostsFile names,
    WallClock clock,
    ProcessLayout.Shape shape) {
  private static final List<String> SHORT_RUN =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Returns the place of a daemon below the directory of its cluster. */
  static Place of(Path base, String daemon, String host, HostsFile names, ProcessLayout.Shape shape)
      throws IOException {
    Path directory = base.resolve(daemon);
    WallClock clock = shape.ownClocks() ? WallClock.create(directory.resolve("clock")) : null;
    return new Place(daemon, directory, host, names, clock, shape);
  }

  /**
   * Writes the daemon's site files and returns the command that starts it.
   *
   * @param settings settings of the daemon, to which the cluster's customization is applied
   */
  JvmProcess.Command command(String mainClass, List<String> arguments, Map<String, String> settings)
      throws IOException {
    Path conf = directory.resolve("conf");
    List<String> options = new ArrayList<>();
    options.add("-Xmx" + shape.heap());
    if (!shape.longRun()) {
      options.addAll(SHORT_RUN);
    }
    options.add("-Dlog4j.configuration=" + conf.resolve("log4j.properties").toUri());
    options.add("-Dhadoop.log.dir=" + directory);
    options.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
    if (shape.ownAddresses()) {
      options.addAll(OwnAddress.options(host));
    }
    if (names != null) {
      options.addAll(names.options());
    }
    shape.customization().apply(daemon, settings, options);
    SiteFiles.write(conf, settings);
    return new JvmProcess.Command(
        mainClass,
        arguments,
        options,
        conf,
        directory.resolve(daemon + ".log"),
        clock == null ? Map.of() : clock.environment());
  }

  /** Returns the daemon without starting it; {@link Daemon#Daemon} says what the address is. */
  Daemon daemon(JvmProcess.Command command, String address) {
    return new Daemon(daemon, command, directory, address, clock);
  }
}
