// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.client.PathException;
import dev.hail.client.fs.TemporaryName;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.hadoop.util.Shell;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A regular file, new or replaced. The content goes to a file of another name beside it, which
 * takes its place when it is whole and on the disk. A failure and a signal leave what was there.
 * After a kill, the next output of the same user into that directory removes the other file.
 */
final class FileOutput implements LocalOutput {
  private static final Logger LOG = LoggerFactory.getLogger(FileOutput.class);

  private static final int SHUTDOWN_PRIORITY = 30;

  /** All commands that write local files. */
  private static final String COMMAND = "output";

  private static final String USER = System.getProperty("user.name");

  /** Such as {@code -rw-r--r--}. */
  private static final int MODE_CHARACTERS = 10;

  private final OutputName name;
  private final Path target;
  private final PosixFileAttributes replaced;

  /**
   * @param target the file itself, no link
   * @param replaced attributes of the file that is there; null if there is none
   * @throws PathException if this user may not write the file, or make another beside it
   */
  FileOutput(OutputName name, Path target, PosixFileAttributes replaced) throws PathException {
    this.name = name;
    this.target = target;
    this.replaced = replaced;
    if (replaced != null && !Files.isWritable(target)) {
      throw name.refused("Permission denied", "", null);
    }
    if (replaced != null && hasAcl()) {
      throw notReplaced("has an access control list, and a file that replaces it would not", null);
    }
    Path folder = target.getParent();
    if (!Files.isWritable(folder)) {
      throw replaced == null
          ? name.refused("Permission denied", "", null)
          : notReplaced("the directory " + folder + " takes no new file", null);
    }
  }

  /**
   * Java shows the mask of the list as the rights of the group. Only `ls -l' tells that it is
   * there.
   */
  private boolean hasAcl() throws PathException {
    try {
      String listed = Shell.execCommand("ls", "-ld", target.toString());
      return listed.indexOf('+') == MODE_CHARACTERS;
    } catch (IOException failure) {
      throw notReplaced("cannot be listed: " + PathException.firstLine(failure), failure);
    }
  }

  @Override
  public boolean replaces() {
    return replaced != null;
  }

  @Override
  public void write(Content content) throws IOException {
    removeStale();
    Path temporary = target.resolveSibling(TemporaryName.ofThisProcess(COMMAND).text(USER));
    Runnable removal = () -> remove(temporary);
    ShutdownHookManager.get().addShutdownHook(removal, SHUTDOWN_PRIORITY);
    try {
      try (FileChannel channel = create(temporary);
          OutputStream named = NamedStream.of(name.quoted(), Channels.newOutputStream(channel));
          OutputStream out = new BufferedOutputStream(named, StreamOutput.BUFFER_BYTES)) {
        keepAttributes(temporary);
        content.writeTo(out);
        out.flush();
        force(channel);
      }
      replaceBy(temporary);
    } finally {
      remove(temporary);
      if (!ShutdownHookManager.get().isShutdownInProgress()) {
        ShutdownHookManager.get().removeShutdownHook(removal);
      }
    }
  }

  @Override
  public OutputStream openNew() throws IOException {
    try {
      OutputStream file = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW);
      return NamedStream.of(name.quoted(), new RemovedIfEmpty(file));
    } catch (FileAlreadyExistsException taken) {
      throw name.refused("File exists", "Choose another name.", taken);
    } catch (FileSystemException failure) {
      throw name.refused(failure);
    }
  }

  /** Makes a file with the mode that new files have, or one as closed as that which it replaces. */
  private FileChannel create(Path temporary) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      return replaced == null
          ? FileChannel.open(temporary, options)
          : FileChannel.open(
              temporary, options, PosixFilePermissions.asFileAttribute(replaced.permissions()));
    } catch (FileSystemException failure) {
      throw name.refused(failure);
    }
  }

  private void keepAttributes(Path temporary) throws IOException {
    if (replaced == null) {
      return;
    }
    PosixFileAttributeView made =
        Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
    try {
      PosixFileAttributes attributes = made.readAttributes();
      if (!attributes.group().equals(replaced.group())) {
        made.setGroup(replaced.group());
      }
      if (!attributes.owner().equals(replaced.owner())) {
        made.setOwner(replaced.owner());
      }
      made.setPermissions(replaced.permissions());
    } catch (FileSystemException denied) {
      throw notReplaced(
          "belongs to "
              + replaced.owner().getName()
              + ":"
              + replaced.group().getName()
              + ", and a file that replaces it would not",
          denied);
    }
  }

  private void force(FileChannel channel) throws IOException {
    try {
      channel.force(true);
    } catch (IOException failure) {
      throw name.refused(failure.getMessage(), "", failure);
    }
  }

  private void replaceBy(Path temporary) throws IOException {
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException failure) {
      throw notReplaced(OutputName.reason(failure), failure);
    }
  }

  private PathException notReplaced(String what, Exception cause) {
    return name.refused(
        what, "Name a file elsewhere, or write it in place with `-o - > FILE'.", cause);
  }

  /** Removes what killed commands of this user left in the directory. */
  private void removeStale() {
    String pattern = TemporaryName.prefix(COMMAND, USER) + "*";
    try (DirectoryStream<Path> found = Files.newDirectoryStream(target.getParent(), pattern)) {
      for (Path each : found) {
        TemporaryName left = TemporaryName.parse(each.getFileName().toString(), COMMAND, USER);
        if (left != null && left.isGone()) {
          remove(each);
        }
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      LOG.debug("{} is not searched for what killed commands left", target, unreadable);
    }
  }

  private static void remove(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException failure) {
      LOG.warn("{} could not be removed", temporary, failure);
    }
  }

  /** A new file that is removed when it is closed empty, so that its name is free again. */
  private final class RemovedIfEmpty extends FilterOutputStream {
    private boolean empty = true;

    RemovedIfEmpty(OutputStream file) {
      super(file);
    }

    @Override
    public void write(int one) throws IOException {
      empty = false;
      out.write(one);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      empty = false;
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      super.close();
      if (empty) {
        remove(target);
      }
    }
  }
}
