// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.FileMark;
import dev.hail.client.HdfsPath;
import dev.hail.client.Parallel;
import dev.hail.client.read.FirstBytes;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail ls}. */
@Command(
    name = "ls",
    description = {"List files, and for HAIL files the attributes they are indexed by.", ""},
    footer = {
      "",
      "A copy without HAIL's attributes, which its first bytes tell, is listed as HAIL.",
      "",
      "Examples:",
      "  hail ls -h /data",
      "  hail ls -R '/data/visits*'"
    })
public final class LsCommand implements HailCommand {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

  @Option(names = "-h", description = "Sizes for people.")
  boolean human;

  @Option(names = "-R", description = "Directories within directories too.")
  boolean recursive;

  @Option(names = "-d", description = "Directories themselves, not what is in them.")
  boolean directories;

  @Mixin JsonOption output = new JsonOption();

  @Parameters(arity = "0..*", paramLabel = "PATH", description = "Default: your home directory.")
  List<String> paths = List.of();

  @Override
  public int run(CommandContext context) {
    Configuration configuration = context.configuration();
    List<ListedFile> listed = new ArrayList<>();
    int code = 0;
    for (String argument : paths.isEmpty() ? List.of(".") : paths) {
      try {
        for (FileStatus status : PathArguments.expand(configuration, argument)) {
          FileSystem fileSystem = status.getPath().getFileSystem(configuration);
          if (status.isDirectory() && !directories) {
            code |= addChildren(context, fileSystem, status.getPath(), listed) ? 0 : 1;
          } else {
            listed.add(listed(configuration, fileSystem, status));
          }
        }
      } catch (IOException failure) {
        context.report(failure);
        code = 1;
      }
    }
    if (output.json) {
      listed.forEach(file -> JsonLines.print(file, context.out()));
    } else {
      print(listed, context.out());
    }
    return code;
  }

  /** Returns false if a directory could not be listed; it is reported and the others are listed. */
  private boolean addChildren(
      CommandContext context, FileSystem fileSystem, Path directory, List<ListedFile> listed)
      throws IOException {
    FileStatus[] children;
    try {
      children = fileSystem.listStatus(directory);
    } catch (IOException failure) {
      if (!Failures.concernsOneFile(failure)) {
        throw failure;
      }
      context.report(failure);
      return false;
    }
    Arrays.sort(children);
    Configuration configuration = context.configuration();
    List<ListedFile> inside =
        Parallel.map(
            List.of(children),
            Threads.reading(configuration),
            child -> listed(configuration, fileSystem, child));
    boolean all = true;
    for (int i = 0; i < children.length; i++) {
      FileStatus child = children[i];
      listed.add(inside.get(i));
      if (recursive && child.isDirectory() && !isLink(fileSystem, child.getPath())) {
        all &= addChildren(context, fileSystem, child.getPath(), listed);
      }
    }
    return all;
  }

  /** Links to directories may lead in circles, and `ls -R' does not follow them either. */
  private static boolean isLink(FileSystem fileSystem, Path path) {
    return fileSystem instanceof LocalFileSystem local
        && Files.isSymbolicLink(local.pathToFile(path).toPath());
  }

  private void print(List<ListedFile> listed, PrintStream out) {
    TextTable table = new TextTable("lrllrlll");
    for (ListedFile file : listed) {
      table.add(
          (file.directory() ? "d" : "-") + file.permission(),
          file.directory() ? "-" : Integer.toString(file.replication()),
          file.owner(),
          file.group(),
          human ? ByteSize.text(file.bytes()) : Long.toString(file.bytes()),
          TIME.format(Instant.parse(file.modified())),
          kind(file),
          file.path());
    }
    table.print(out, "");
  }

  private static String kind(ListedFile file) {
    if (!file.hail()) {
      return "-";
    }
    return file.indexes().isEmpty() ? "HAIL" : "HAIL[" + String.join(",", file.indexes()) + "]";
  }

  private static ListedFile listed(
      Configuration configuration, FileSystem fileSystem, FileStatus status) {
    Map<String, byte[]> attributes = attributes(fileSystem, status);
    byte[] index = attributes.get(HailXAttributes.INDEX);
    String names = index == null ? "" : new String(index, StandardCharsets.UTF_8);
    return new ListedFile(
        Path.getPathWithoutSchemeAndAuthority(status.getPath()).toString(),
        status.isDirectory(),
        status.getPermission().toString(),
        status.getReplication(),
        status.getOwner(),
        status.getGroup(),
        status.getLen(),
        Instant.ofEpochMilli(status.getModificationTime()).toString(),
        FileMark.isIn(attributes) || beginsLikeHail(configuration, status),
        names.isEmpty() ? List.of() : List.of(names.split(",")));
  }

  private static boolean beginsLikeHail(Configuration configuration, FileStatus status) {
    if (status.isDirectory()) {
      return false;
    }
    try {
      return FirstBytes.areHail(HdfsPath.resolve(configuration, status.getPath()), status);
    } catch (IOException unknown) {
      // Some files are not on HDFS, and some are not readable: list them as they are.
      return false;
    }
  }

  private static Map<String, byte[]> attributes(FileSystem fileSystem, FileStatus status) {
    if (status.isDirectory()) {
      return Map.of();
    }
    try {
      return fileSystem.getXAttrs(status.getPath());
    } catch (UnsupportedOperationException | IOException noAttributes) {
      // Some file systems lack extended attributes, and some files are not readable: list them as
      // they are.
      return Map.of();
    }
  }
}
