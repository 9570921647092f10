// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import dev.hail.client.PathException;
import dev.hail.client.fs.KeptRights;
import dev.hail.client.fs.RemovalRights;
import dev.hail.client.fs.StaleFiles;
import dev.hail.client.fs.TemporaryName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A file on one of Hadoop's file systems, new or replaced. The content goes to a file beside it,
 * which is renamed when it is whole. A failure leaves what was there.
 */
final class FileSystemOutput {
  private static final String COMMAND = "generate";
  private static final int BUFFER_BYTES = 1 << 20;

  private final Configuration configuration;
  private final FileSystem fileSystem;
  private final Path target;
  private final FileStatus replaced;

  /**
   * @param overwrite whether an existing file is replaced
   * @throws PathException if something is there that is not to be replaced
   */
  FileSystemOutput(Configuration configuration, Path target, boolean overwrite) throws IOException {
    this.configuration = configuration;
    this.fileSystem = target.getFileSystem(configuration);
    this.target = fileSystem.makeQualified(target);
    this.replaced = status();
    if (replaced != null && replaced.isDirectory()) {
      throw new PathException(target, "Is a directory", "Name a file in it.");
    }
    if (replaced != null && !overwrite) {
      throw exists(target);
    }
    if (replaced != null) {
      RemovalRights.check(fileSystem, this.target);
    }
  }

  /** Returns the refusal of a name that is taken. */
  static PathException exists(Object name) {
    return new PathException(name, "File exists", "Choose another name, or give --overwrite.");
  }

  /**
   * Copies all of a stream.
   *
   * @throws PathException if there is no room
   */
  void write(InputStream content) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    new StaleFiles(COMMAND, user).remove(fileSystem, target.getParent());
    Path temporary = new Path(target.getParent(), TemporaryName.ofThisProcess(COMMAND).text(user));
    try {
      OutputStream out = fileSystem.create(temporary, false, BUFFER_BYTES);
      fileSystem.deleteOnExit(temporary);
      IOUtils.copyBytes(content, out, BUFFER_BYTES, true);
      if (replaced != null) {
        KeptRights.copy(fileSystem, target, temporary);
      }
      FileContext.getFileContext(target.toUri(), configuration)
          .rename(temporary, target, replaced == null ? Rename.NONE : Rename.OVERWRITE);
    } catch (QuotaExceededException full) {
      throw PathException.ofQuota(target, full);
    } finally {
      fileSystem.delete(temporary, false);
      fileSystem.cancelDeleteOnExit(temporary);
    }
  }

  private FileStatus status() throws IOException {
    try {
      return fileSystem.getFileStatus(target);
    } catch (FileNotFoundException free) {
      return null;
    }
  }
}
