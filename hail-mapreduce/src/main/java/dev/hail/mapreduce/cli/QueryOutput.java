// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import dev.hail.client.PathException;
import dev.hail.client.fs.FileIdentities;
import dev.hail.client.fs.FileIdentities.FileIdentity;
import dev.hail.client.fs.RemovalRights;
import dev.hail.client.fs.StaleFiles;
import dev.hail.client.fs.TemporaryName;
import dev.hail.conf.ConfText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The directory that a query writes. It appears, or is replaced, when the job commits. So nothing
 * is lost or half-written if the job fails, or is not even submitted.
 */
final class QueryOutput {
  private static final String COMMAND = "query";

  private final FileSystem fileSystem;
  private final Path target;
  private final boolean replaces;

  private QueryOutput(FileSystem fileSystem, Path target, boolean replaces) {
    this.fileSystem = fileSystem;
    this.target = target;
    this.replaces = replaces;
  }

  /**
   * Checks a directory before anything runs.
   *
   * @param overwrite whether an existing directory may be replaced
   * @param read paths and patterns of what the query reads, build sides of joins included
   * @throws PathException if this user cannot make or replace the directory, if it is, holds or
   *     lies in something that the query reads, or if the configuration of a job would change its
   *     name
   */
  static QueryOutput check(Configuration conf, Path wanted, boolean overwrite, List<Path> read)
      throws IOException {
    FileSystem fs = wanted.getFileSystem(conf);
    refuseUnsafe(fs.makeQualified(wanted).toString());
    checkWritable(fs, wanted);
    refuseToShare(conf, wanted, read);
    recover(conf, fs, fs.makeQualified(wanted).getParent());
    boolean replaces = fs.exists(wanted);
    if (replaces && !overwrite) {
      throw new PathException(
          wanted, "File exists", "Give --overwrite to replace it, or another --output.");
    }
    if (replaces) {
      checkReplaceable(fs, wanted);
      RemovalRights.check(fs, wanted);
    }
    return new QueryOutput(fs, fs.makeQualified(wanted), replaces);
  }

  /** Makes up for queries of this user that were killed on this host, if they ran their jobs. */
  private static void recover(Configuration conf, FileSystem fs, Path directory)
      throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    for (Path folder : new StaleFiles(COMMAND, user).find(fs, directory)) {
      ReplacedDirectory.recover(conf, fs, folder);
    }
  }

  /** Hadoop keeps the directory in the configuration, and each task would read another name. */
  private static void refuseUnsafe(String target) throws PathException {
    if (!ConfText.isSafe(target)) {
      throw new PathException(
          ConfText.printable(target),
          "has ${ or a character that the configuration of a job cannot hold",
          "Write to another --output.");
    }
  }

  /** A job would find out only in its set-up. */
  private static void checkWritable(FileSystem fs, Path target) throws IOException {
    Path existing = fs.makeQualified(target).getParent();
    try {
      while (existing != null && !fs.exists(existing)) {
        existing = existing.getParent();
      }
      if (existing == null) {
        throw new PathException(target, "Is a directory", "Name a directory to make.");
      }
      if (!fs.getFileStatus(existing).isDirectory()) {
        throw new PathException(existing, "Is not a directory", "Write to another --output.");
      }
      fs.access(existing, FsAction.WRITE_EXECUTE);
    } catch (AccessControlException denied) {
      throw new PathException(
          target,
          PathException.firstLine(denied),
          "Ask the owner of "
              + existing.toUri().getPath()
              + " for write access, or write to another --output.",
          denied);
    }
  }

  private static void refuseToShare(Configuration conf, Path target, List<Path> read)
      throws IOException {
    FileIdentities identities = new FileIdentities(conf);
    Optional<FileIdentity> own = identities.at(target);
    List<FileIdentity> above = identities.above(target);
    for (Path pattern : read) {
      for (Path found : matches(conf, pattern)) {
        Optional<FileIdentity> input = identities.at(found);
        if (input.isEmpty()) {
          continue;
        }
        if (input.equals(own)) {
          throw shared(target, "is what the query reads");
        }
        if (own.isPresent() && identities.above(found).contains(own.get())) {
          throw shared(target, "holds " + found + ", which the query reads");
        }
        if (above.contains(input.get())) {
          throw shared(target, "lies in " + found + ", which the query reads");
        }
      }
    }
  }

  private static List<Path> matches(Configuration conf, Path pattern) throws IOException {
    FileStatus[] found = pattern.getFileSystem(conf).globStatus(pattern);
    return found == null || found.length == 0
        ? List.of(pattern)
        : Arrays.stream(found).map(FileStatus::getPath).toList();
  }

  private static PathException shared(Path target, String how) {
    return new PathException(target, how, "Write to another --output.");
  }

  private static void checkReplaceable(FileSystem fs, Path path) throws IOException {
    FileStatus old = fs.getFileStatus(path);
    if (!old.isDirectory()) {
      throw new PathException(
          path, "is a file", "--overwrite replaces directories: name another one.");
    }
    String kept = "";
    if (old.isSnapshotEnabled()) {
      kept = "has snapshots enabled";
    } else if (old.isEncrypted() && !fs.getFileStatus(old.getPath().getParent()).isEncrypted()) {
      kept = "is an encryption zone";
    }
    if (!kept.isEmpty()) {
      throw new PathException(
          path, kept + ", which another directory would not be", "Write to a directory in it.");
    }
  }

  /**
   * Submits a job that writes here. If it is not submitted, all is as before.
   *
   * @throws IOException as {@link Job#submit} does
   */
  void submit(Job job) throws IOException, InterruptedException, ClassNotFoundException {
    // A task that selects no row writes no empty file.
    LazyOutputFormat.setOutputFormatClass(job, ReplacingOutputFormat.class);
    Path folder = new Path(target.getParent(), folderName(job.getConfiguration()));
    ReplacingOutputFormat.setPaths(job, folder, target, replaces);
    requireCommitter(job);
    boolean submitted = false;
    try {
      FileSystem.mkdirs(fileSystem, folder, ReplacingOutputFormat.PRIVATE);
      fileSystem.deleteOnExit(folder);
      job.submit();
      submitted = true;
    } finally {
      fileSystem.cancelDeleteOnExit(folder);
      if (!submitted) {
        fileSystem.delete(folder, true);
      }
    }
  }

  /** Hadoop's runner waits forever for a job in this process that has no committer. */
  private void requireCommitter(Job job) throws PathException {
    TaskAttemptID attempt = new TaskAttemptID("check", 0, TaskType.JOB_SETUP, 0, 0);
    try {
      new ReplacingOutputFormat()
          .getOutputCommitter(new TaskAttemptContextImpl(job.getConfiguration(), attempt));
    } catch (IOException | RuntimeException none) {
      throw new PathException(
          target,
          "no job can commit it: " + PathException.firstLine(none),
          "Check the keys mapreduce.outputcommitter.* and mapreduce.fileoutputcommitter.*.",
          none);
    }
  }

  /** A name that tells the process, unless the job goes on without it. */
  private static String folderName(Configuration conf) throws IOException {
    return LocalRunner.runs(conf)
        ? TemporaryName.ofThisProcess(COMMAND)
            .text(UserGroupInformation.getCurrentUser().getShortUserName())
        : ".hail-query-" + UUID.randomUUID();
  }
}
