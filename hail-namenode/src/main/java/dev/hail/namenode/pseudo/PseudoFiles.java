// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.client.pseudo.PseudoLayout;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.format.block.BlockFront;
import dev.hail.format.block.BlockSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.AclUtil;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of pseudo block replicas, as the namenode's own user, the superuser, sees and changes
 * them: through HDFS' ordinary client, since nothing here needs more.
 */
final class PseudoFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoFiles.class);
  private static final FsPermission STAGING = new FsPermission((short) 01733);
  private static final FsPermission CLAIMED = new FsPermission((short) 0700);
  private static final FsPermission PASS_THROUGH = new FsPermission((short) 0711);

  /** A datanode that hangs must not hold calls for long that others wait for. */
  private static final int READ_MILLIS = 5_000;

  private static final int RETRY_MILLIS = 100;
  private static final int SECRET_BYTES = 16;

  private final DistributedFileSystem fs;
  private final PseudoLayout layout;
  private final SecureRandom random = new SecureRandom();

  private PseudoFiles(DistributedFileSystem fs, PseudoLayout layout) {
    this.fs = fs;
    this.layout = layout;
  }

  /**
   * Connects as the current user.
   *
   * @param namenode URI with host and port of the namenode itself, never of a nameservice
   */
  static PseudoFiles connect(URI namenode, Configuration conf, PseudoLayout layout)
      throws IOException {
    Configuration own = new Configuration(conf);
    // Closed by its owner, and not while it is in use at the end of the process.
    own.setBoolean(CommonConfigurationKeysPublic.FS_AUTOMATIC_CLOSE_KEY, false);
    own.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, READ_MILLIS);
    own.setInt(HdfsClientConfigKeys.DFS_CLIENT_MAX_BLOCK_ACQUIRE_FAILURES_KEY, 1);
    own.setInt(HdfsClientConfigKeys.Retry.WINDOW_BASE_KEY, RETRY_MILLIS);
    FileSystem fs = FileSystem.newInstance(namenode, own);
    if (fs instanceof DistributedFileSystem hdfs) {
      return new PseudoFiles(hdfs, layout);
    }
    fs.close();
    throw new IOException(namenode + " is served by " + fs.getClass().getName() + ", not HDFS");
  }

  /** Makes the directories that are missing. */
  void prepare() throws IOException {
    if (!fs.exists(layout.root())) {
      make(layout.root(), PASS_THROUGH);
    }
    if (!fs.exists(layout.replicas())) {
      make(layout.replicas(), PASS_THROUGH);
    }
    if (!fs.exists(layout.staging())) {
      make(layout.staging(), STAGING);
    }
    if (!fs.exists(layout.claimed())) {
      make(layout.claimed(), CLAIMED);
    }
  }

  private void make(Path directory, FsPermission permission) throws IOException {
    fs.mkdirs(directory, permission);
    // Whatever the umask of this process took away.
    fs.setPermission(directory, permission);
  }

  /** A file of one block. */
  record OneBlock(FileStatus status, LocatedBlock block) {}

  /**
   * Looks at a file.
   *
   * @throws FileNotFoundException if there is none
   * @throws IOException if it is open, a directory, or does not consist of one block
   */
  OneBlock oneBlock(Path file) throws IOException {
    FileStatus status = fs.getFileStatus(file);
    if (status.isDirectory()) {
      throw new IOException(file + " is a directory");
    }
    LocatedBlocks blocks = fs.getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE);
    if (blocks.isUnderConstruction() || blocks.locatedBlockCount() != 1) {
      throw new IOException(
          file
              + " is not one finished block"
              + (blocks.isUnderConstruction() ? ", it is being written" : ""));
    }
    return new OneBlock(status, blocks.get(0));
  }

  /** The front of a block that lies in a file at an offset, from whichever replica. */
  BlockFront front(Path file, long offset, long length) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return BlockFront.readWithoutIndex(
          new BlockSource() {
            @Override
            public long length() {
              return length;
            }

            @Override
            public void readFully(long position, byte[] target, int begin, int count)
                throws IOException {
              in.readFully(offset + position, target, begin, count);
            }
          });
    }
  }

  /**
   * Makes a directory whose name nobody can guess.
   *
   * @param guard stands behind the secret in the name, to be found again
   */
  Path newDirectory(long guard) throws IOException {
    Path directory = newName(guard);
    make(directory, PASS_THROUGH);
    return directory;
  }

  private Path newName(long guard) {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return new Path(
        layout.replicas(), HexFormat.of().formatHex(secret) + "-" + Long.toHexString(guard));
  }

  /** Whether a directory was made for this guard. */
  static boolean isFor(Path directory, long guard) {
    return directory.getName().endsWith("-" + Long.toHexString(guard));
  }

  /** Gives a directory another name that nobody can guess. */
  Path renew(Path directory, long guard) throws IOException {
    Path renewed = newName(guard);
    fs.rename(directory, renewed, Options.Rename.NONE);
    return renewed;
  }

  /** Makes a directory anew that went because it was empty. */
  void makeAgain(Path directory) throws IOException {
    make(directory, PASS_THROUGH);
  }

  /**
   * Moves a file.
   *
   * @param replace whether an older file goes
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if there is one and it is to stay
   */
  void move(Path from, Path to, boolean replace) throws IOException {
    fs.rename(from, to, replace ? Options.Rename.OVERWRITE : Options.Rename.NONE);
  }

  /** Whether there is something at a path. */
  boolean exists(Path path) throws IOException {
    return fs.exists(path);
  }

  /** Removes a file or an empty directory; nothing happens if it is gone. */
  void delete(Path path) throws IOException {
    fs.delete(path, false);
  }

  /** Removes a file, but not another one that has its path by now. */
  void delete(Found file) throws IOException {
    try {
      fs.delete(DFSUtilClient.makePathFromFileId(file.fileId()), false);
    } catch (FileNotFoundException gone) {
      LOG.debug("{} was replaced or removed meanwhile", file.path(), gone);
    }
  }

  /** Removes whatever is there. */
  void deleteAll(Path path) throws IOException {
    fs.delete(path, true);
  }

  /** Gives a file owner, group, permissions and ACL of another one, where they differ. */
  void copyAccess(FileStatus source, Path sourcePath, FileStatus target, Path targetPath)
      throws IOException {
    if (!source.getOwner().equals(target.getOwner())
        || !source.getGroup().equals(target.getGroup())) {
      fs.setOwner(targetPath, source.getOwner(), source.getGroup());
    }
    if (source.hasAcl() || target.hasAcl()) {
      // Also to take an ACL away: HDFS would leave its group more than the mask allowed.
      List<AclEntry> wanted = acl(sourcePath, source);
      if (!target.hasAcl() || !wanted.equals(acl(targetPath, target))) {
        fs.setAcl(targetPath, wanted);
      }
      return;
    }
    FsPermission wanted = new FsPermission(source.getPermission().toShort());
    if (!wanted.equals(new FsPermission(target.getPermission().toShort()))) {
      fs.setPermission(targetPath, wanted);
    }
  }

  /** Makes HDFS keep no more copies of a replica's block than one. */
  void keepOneReplica(Found file) throws IOException {
    if (file.status().getReplication() != 1) {
      fs.setReplication(new Path(file.path()), (short) 1);
    }
  }

  private List<AclEntry> acl(Path path, FileStatus status) throws IOException {
    AclStatus acl = fs.getAclStatus(path);
    return AclUtil.getAclFromPermAndEntries(status.getPermission(), acl.getEntries());
  }

  /** What there is at a path; also a {@link FileStatus}. */
  HdfsFileStatus status(Path path) throws IOException {
    return (HdfsFileStatus) fs.getFileStatus(path);
  }

  /** Directories of replicas; none if there are none yet. */
  List<Path> directories() throws IOException {
    List<Path> found = new ArrayList<>();
    try {
      for (FileStatus status : fs.listStatus(layout.replicas())) {
        if (status.isDirectory()) {
          found.add(status.getPath());
        }
      }
    } catch (FileNotFoundException notYet) {
      return List.of();
    }
    return found;
  }

  /**
   * A file that has the name of a replica.
   *
   * @param block null if it does not consist of one block, and so is none
   */
  record Found(PseudoName name, HdfsLocatedFileStatus status, String path, LocatedBlock block) {
    long fileId() {
      return status.getFileId();
    }
  }

  /** The files in a directory that have the name of a replica; empty if it is gone. */
  List<Found> replicas(Path directory) throws IOException {
    List<Found> found = new ArrayList<>();
    try {
      RemoteIterator<LocatedFileStatus> files = fs.listLocatedStatus(directory);
      while (files.hasNext()) {
        if (files.next() instanceof HdfsLocatedFileStatus file && file.isFile()) {
          PseudoName name = PseudoName.parse(file.getPath().getName());
          LocatedBlocks blocks = file.getLocatedBlocks();
          if (name != null) {
            String path = file.getPath().toUri().getPath();
            boolean one = blocks.locatedBlockCount() == 1;
            found.add(new Found(name, file, path, one ? blocks.get(0) : null));
          }
        }
      }
    } catch (FileNotFoundException gone) {
      return List.of();
    }
    return found;
  }

  /** What is in the directories of files that are no replicas yet. */
  List<FileStatus> unpublished() throws IOException {
    List<FileStatus> found = new ArrayList<>();
    for (Path directory : List.of(layout.staging(), layout.claimed())) {
      try {
        found.addAll(List.of(fs.listStatus(directory)));
      } catch (FileNotFoundException notYet) {
        LOG.debug("{} is not there yet", directory, notYet);
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    fs.close();
  }
}
