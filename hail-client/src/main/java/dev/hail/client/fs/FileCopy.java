// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import dev.hail.client.FileMark;
import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.xattr.HailXAttributes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Copies a HAIL file so that each of its blocks fills an HDFS block, also if the blocks of the
 * source do not. Schema, index attributes, text format and recorded filters go with it. The copy
 * gets its name when it is whole and has the checksum of the source.
 */
public final class FileCopy {
  private static final String COMMAND = "cp";
  private static final int BUFFER = 1 << 20;
  private static final int CHUNK = 1 << 20;

  /** Attributes that the front of a block does not have. */
  private static final List<String> FURTHER =
      List.of(HailXAttributes.FORMAT, HailXAttributes.WORKLOAD);

  private final Configuration configuration;
  private final boolean overwrite;

  /**
   * @param overwrite whether an existing target is replaced
   */
  public FileCopy(Configuration configuration, boolean overwrite) {
    this.configuration = configuration;
    this.overwrite = overwrite;
  }

  /**
   * Copies a file.
   *
   * @param target a path in an existing directory, or such a directory
   * @return path of the copy
   * @throws IOException if the copy is not made; then the target is as it was before
   */
  public Path copy(Path source, Path target) throws IOException {
    HailFile file = HailFile.open(configuration, source);
    HdfsPath place = place(file, target);
    FileStatus status = file.status();
    long longest = file.blocks().stream().mapToLong(HailBlock::length).max().orElse(0);
    long declared = (Math.max(longest, status.getBlockSize()) + CHUNK - 1) / CHUNK * CHUNK;
    new StaleFiles(COMMAND, user()).remove(place.fileSystem(), place.path().getParent());
    try {
      copy(file, place, declared, EnumSet.of(CreateFlag.CREATE));
    } catch (QuotaExceededException full) {
      throw PathException.ofQuota(place, full);
    }
    return place.path();
  }

  /**
   * Copies a file of an upload within its directory. HDFS joins the copy ({@code concat}) with the
   * files that it joins the source with: the copy declares the same block size, and it has replicas
   * even if the directory became erasure coded. With {@code hail.put.sync} the copy is on the disks
   * of all datanodes when this returns.
   *
   * @param source a file whose blocks are HDFS blocks
   * @param target a path where nothing is yet, in the same directory
   * @throws IOException if the copy is not made
   */
  public void rewrite(Path source, Path target) throws IOException {
    HailFile file = HailFile.open(configuration, source);
    EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.SHOULD_REPLICATE);
    if (configuration.getBoolean(HailConfigKeys.PUT_SYNC, HailConfigKeys.PUT_SYNC_DEFAULT)) {
      flags.add(CreateFlag.SYNC_BLOCK);
    }
    HdfsPath place = new HdfsPath(file.location().fileSystem(), target);
    copy(file, place, file.status().getBlockSize(), flags);
  }

  private void copy(HailFile file, HdfsPath place, long declared, EnumSet<CreateFlag> flags)
      throws IOException {
    try (HailFileSystem from = fileSystem(file.location());
        HailFileSystem to = fileSystem(place)) {
      Path read = above(from, file.location().path());
      Path whole = above(to, place.path());
      Path temporary =
          new Path(whole.getParent(), TemporaryName.ofThisProcess(COMMAND).text(user()));
      Path below = new Path(temporary.toUri().getPath());
      try {
        try (FSDataInputStream in = from.open(read, BUFFER)) {
          OutputStream out = create(to, temporary, file.status(), declared, flags);
          // Also when the process is told to end; `to' is closed by then.
          place.fileSystem().deleteOnExit(below);
          // HDFS' streams throw their first failure again when they are closed; this expects it.
          IOUtils.copyBytes(in, out, BUFFER, true);
        }
        // A file without blocks is marked by nothing else, and HAIL files have their own checksum.
        new FileMark(file.schema(), Arrays.stream(file.indexAttributes()).boxed().toList())
            .set(to, temporary);
        compare(from.getFileChecksum(read), to.getFileChecksum(temporary), file);
        Map<String, byte[]> attributes = from.getXAttrs(read);
        for (String name : FURTHER) {
          if (attributes.containsKey(name)) {
            to.setXAttr(temporary, name, attributes.get(name));
          }
        }
        if (overwrite) {
          // Somebody else may have made the target meanwhile.
          RemovalRights.check(place.fileSystem(), place.path());
          KeptRights.copy(place.fileSystem(), place.path(), below);
        }
        to.rename(temporary, whole, overwrite ? Rename.OVERWRITE : Rename.NONE);
      } catch (IOException | RuntimeException failure) {
        remove(to, temporary, failure);
        throw failure;
      } finally {
        place.fileSystem().cancelDeleteOnExit(below);
      }
    }
  }

  private HdfsPath place(HailFile file, Path target) throws IOException {
    HdfsPath place;
    try {
      place = HdfsPath.resolve(configuration, target);
      if (place.fileSystem().getFileStatus(place.path()).isDirectory()) {
        place = place.child(file.path().getName());
      }
    } catch (PathException missing) {
      Path parent = HdfsPath.parentOf(configuration, target);
      if (!(missing.getCause() instanceof FileNotFoundException) || parent == null) {
        throw missing;
      }
      place = HdfsPath.resolve(configuration, parent).child(target.getName());
    }
    if (place.fileSystem().exists(place.path())) {
      if (!overwrite) {
        throw new PathException(
            place, "File exists", "Give --overwrite to replace it, or another name.");
      }
      RemovalRights.check(place.fileSystem(), place.path());
    }
    return place;
  }

  private static String user() throws IOException {
    return UserGroupInformation.getCurrentUser().getShortUserName();
  }

  private HailFileSystem fileSystem(HdfsPath below) throws IOException {
    HailFileSystem opened = new HailFileSystem();
    URI hdfs = below.fileSystem().getUri();
    opened.initialize(
        URI.create(HailFileSystem.SCHEME + "://" + hdfs.getAuthority()), configuration);
    return opened;
  }

  private static Path above(HailFileSystem fileSystem, Path path) {
    return fileSystem.makeQualified(new Path(path.toUri().getPath()));
  }

  private static OutputStream create(
      HailFileSystem to, Path target, FileStatus source, long declared, EnumSet<CreateFlag> flags)
      throws IOException {
    return to.createNonRecursive(
        target, source.getPermission(), flags, BUFFER, source.getReplication(), declared, null);
  }

  private static void compare(FileChecksum source, FileChecksum copy, HailFile file)
      throws IOException {
    if (source == null || !source.equals(copy)) {
      throw new IOException(
          file + ": the copy has the checksum " + copy + ", and the source " + source);
    }
  }

  private static void remove(HailFileSystem fileSystem, Path path, Exception failure) {
    try {
      fileSystem.delete(path, false);
    } catch (IOException remains) {
      failure.addSuppressed(remains);
    }
  }
}
