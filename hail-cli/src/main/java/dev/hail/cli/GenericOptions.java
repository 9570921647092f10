// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.PathException;
import java.io.EOFException;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.util.GenericOptionsParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of every subcommand, before or after it: Hadoop's generic options, and those of HAIL. */
@Command
final class GenericOptions {
  /** Schemes whose addresses name a namenode. */
  private static final Set<String> OF_NAMENODES = Set.of("hdfs", "hail");

  private static final Pattern HOST_AND_PORT = Pattern.compile("[^\\s:/]+:\\d{1,5}");

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      scope = ScopeType.INHERIT,
      preprocessor = GivenValue.class,
      description = "Set a configuration key.")
  Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "-conf",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      preprocessor = GivenValue.class,
      description = "Read configuration from FILE.")
  List<File> files = new ArrayList<>();

  @Option(
      names = "-fs",
      paramLabel = "URI",
      scope = ScopeType.INHERIT,
      preprocessor = GivenValue.class,
      description = "Use this file system, for example hdfs://nn:8020.")
  String fileSystem;

  @Option(
      names = "-jt",
      paramLabel = "local|HOST:PORT",
      scope = ScopeType.INHERIT,
      preprocessor = GivenValue.class,
      hidden = true,
      description = "Run jobs in this process, or with this resource manager.")
  String resourceManager;

  @Option(
      names = "-files",
      paramLabel = "A,B",
      scope = ScopeType.INHERIT,
      preprocessor = GivenValue.class,
      hidden = true,
      description = "Files to ship to the tasks of a job.")
  String shippedFiles;

  @Option(
      names = "-libjars",
      paramLabel = "A,B",
      scope = ScopeType.INHERIT,
      preprocessor = GivenValue.class,
      hidden = true,
      description = "Jars to load classes from, also in the tasks of a job.")
  String jars;

  @Option(
      names = "-archives",
      paramLabel = "A,B",
      scope = ScopeType.INHERIT,
      preprocessor = GivenValue.class,
      hidden = true,
      description = "Archives to unpack for the tasks of a job.")
  String archives;

  @Option(
      names = "-tokenCacheFile",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      preprocessor = GivenValue.class,
      hidden = true,
      description = "File with delegation tokens.")
  String tokens;

  @Option(
      names = {"-v", "--debug"},
      scope = ScopeType.INHERIT,
      description = "Show stack traces.")
  boolean verbose;

  @Option(
      names = {"--help", "-help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this text.")
  boolean help;

  /**
   * Applies the options to the configuration.
   *
   * @throws CommandLineProblem if a file is missing or cannot be read, an address is none, or a key
   *     does not exist; names option and value
   */
  void applyTo(Configuration configuration) throws CommandLineProblem {
    for (File file : files) {
      addResource(configuration, file);
    }
    if (fileSystem != null) {
      setFileSystem(configuration);
    }
    if (resourceManager != null) {
      checkResourceManager();
      applyAsHadoop(configuration, "-jt", resourceManager);
    }
    properties.forEach((key, value) -> configuration.set(key, value, GivenKeys.SOURCE));
    GivenKeys.check(configuration);
    // They look into file systems, by the keys above.
    applyAsHadoop(configuration, "-tokenCacheFile", tokens);
    applyAsHadoop(configuration, "-libjars", jars);
    applyAsHadoop(configuration, "-files", shippedFiles);
    applyAsHadoop(configuration, "-archives", archives);
  }

  private static void addResource(Configuration configuration, File file)
      throws CommandLineProblem {
    if (!file.exists()) {
      throw wrong("-conf", file, "No such file");
    }
    if (file.isDirectory() || !file.canRead()) {
      throw wrong("-conf", file, file.isDirectory() ? "Is a directory" : "cannot be read");
    }
    Path resource = new Path(file.getAbsoluteFile().toURI());
    checkResource(file, resource);
    configuration.addResource(resource);
  }

  /** Hadoop reads it with the next key that is asked for, in the middle of something else. */
  private static void checkResource(File file, Path resource) throws CommandLineProblem {
    Configuration alone = new Configuration(false);
    alone.addResource(resource);
    try {
      alone.size();
    } catch (RuntimeException malformed) {
      throw wrong("-conf", file, Failures.describe(malformed));
    }
  }

  private void setFileSystem(Configuration configuration) throws CommandLineProblem {
    try {
      FileSystem.setDefaultUri(configuration, fileSystem);
      URI uri = FileSystem.getDefaultUri(configuration);
      FileSystem.getFileSystemClass(uri.getScheme(), configuration);
      if (OF_NAMENODES.contains(uri.getScheme()) && uri.getHost() == null) {
        throw wrong("-fs", fileSystem, "names no namenode; write it like hdfs://nn:8020");
      }
      if (PathArguments.isWebPage(uri)) {
        throw wrong(
            "-fs",
            fileSystem,
            "is the address of a web page and no file system; write it like hdfs://nn:8020");
      }
    } catch (IllegalArgumentException notUri) {
      throw wrong("-fs", fileSystem, "is no URI; write it like hdfs://nn:8020");
    } catch (UnsupportedFileSystemException unknown) {
      throw wrong(
          "-fs", fileSystem, PathException.firstLine(unknown) + "; write it like hdfs://nn:8020");
    } catch (IOException notLoaded) {
      throw wrong("-fs", fileSystem, PathException.firstLine(notLoaded));
    }
  }

  private void checkResourceManager() throws CommandLineProblem {
    if (!resourceManager.equals("local") && !HOST_AND_PORT.matcher(resourceManager).matches()) {
      throw wrong("-jt", resourceManager, "is neither `local' nor HOST:PORT of a resource manager");
    }
  }

  private static void applyAsHadoop(Configuration configuration, String option, String value)
      throws CommandLineProblem {
    if (value == null) {
      return;
    }
    try {
      new GenericOptionsParser(configuration, new String[] {option, value});
    } catch (FileNotFoundException missing) {
      throw wrong(option, value, PathException.firstLine(reason(missing)));
    } catch (EOFException truncated) {
      throw wrong(option, value, "cannot be used: the file ends too early");
    } catch (IOException | RuntimeException unusable) {
      throw wrong(option, value, "cannot be used: " + Failures.describe(reason(unusable)));
    }
  }

  /** Hadoop puts failures to read a file into others, which add names of methods and classes. */
  private static Throwable reason(Throwable failure) {
    Throwable cause = failure.getCause();
    if (cause == null) {
      return failure;
    }
    String message = String.valueOf(failure.getMessage());
    boolean carrier = message.startsWith("Failed with ") || message.equals(cause.toString());
    return carrier ? reason(cause) : failure;
  }

  private static CommandLineProblem wrong(String option, Object value, String what) {
    return new CommandLineProblem(option + ": `" + value + "': " + what);
  }
}
