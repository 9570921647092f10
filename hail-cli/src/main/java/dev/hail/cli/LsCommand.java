// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail ls}. */
@Command(
    name = "ls",
    description = {"List files, and for HAIL files the attributes they are indexed by.", ""},
    footer = {"", "Examples:", "  hail ls -h /data", "  hail ls -R '/data/visits*'"})
public final class LsCommand implements HailCommand {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

  @Option(names = "-h", description = "Sizes for people.")
  boolean human;

  @Option(names = "-R", description = "Directories within directories too.")
  boolean recursive;

  @Option(names = "-d", description = "Directories themselves, not what is in them.")
  boolean directories;

  @Parameters(arity = "0..*", paramLabel = "PATH", description = "Default: your home directory.")
  List<String> paths = List.of();

  @Override
  public int run(CommandContext context) {
    TextTable table = new TextTable("lrllrlll");
    int code = 0;
    for (String argument : paths.isEmpty() ? List.of(".") : paths) {
      try {
        for (FileStatus status : PathArguments.expand(context.configuration(), argument)) {
          FileSystem fileSystem = status.getPath().getFileSystem(context.configuration());
          if (status.isDirectory() && !directories) {
            addChildren(fileSystem, status.getPath(), table);
          } else {
            add(fileSystem, status, table);
          }
        }
      } catch (IOException failure) {
        context.report(failure);
        code = 1;
      }
    }
    table.print(context.out(), "");
    return code;
  }

  private void addChildren(FileSystem fileSystem, Path directory, TextTable table)
      throws IOException {
    FileStatus[] children = fileSystem.listStatus(directory);
    Arrays.sort(children);
    for (FileStatus child : children) {
      add(fileSystem, child, table);
      if (recursive && child.isDirectory()) {
        addChildren(fileSystem, child.getPath(), table);
      }
    }
  }

  private void add(FileSystem fileSystem, FileStatus status, TextTable table) throws IOException {
    table.add(
        (status.isDirectory() ? "d" : "-") + status.getPermission(),
        status.isDirectory() ? "-" : Integer.toString(status.getReplication()),
        status.getOwner(),
        status.getGroup(),
        human ? ByteSize.text(status.getLen()) : Long.toString(status.getLen()),
        TIME.format(Instant.ofEpochMilli(status.getModificationTime())),
        kind(fileSystem, status),
        Path.getPathWithoutSchemeAndAuthority(status.getPath()).toString());
  }

  private static String kind(FileSystem fileSystem, FileStatus status) throws IOException {
    if (status.isDirectory()) {
      return "-";
    }
    Map<String, byte[]> attributes;
    try {
      attributes = fileSystem.getXAttrs(status.getPath());
    } catch (UnsupportedOperationException | IOException noAttributes) {
      // Some file systems lack extended attributes, and some files are not readable: list them as
      // they are.
      return "-";
    }
    if (!attributes.containsKey(HailXAttributes.SCHEMA)) {
      return "-";
    }
    byte[] index = attributes.get(HailXAttributes.INDEX);
    String names = index == null ? "" : new String(index, StandardCharsets.UTF_8);
    return names.isEmpty() ? "HAIL" : "HAIL[" + names + "]";
  }
}
