// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import dev.hail.client.HdfsPath;
import dev.hail.client.read.FrontWalk;
import dev.hail.client.read.HdfsBlocks;
import dev.hail.xattr.HailXAttributes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsDirectoryException;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.token.DelegationTokenIssuer;
import org.apache.hadoop.util.Progressable;

/**
 * HDFS by another name, {@code hail://NAMENODE/path}, for tools that copy bytes: {@code hadoop fs},
 * {@code distcp}, backup. It reads each HDFS block from one replica, and fails rather than go on in
 * another one. It writes each HAIL block as an HDFS block of its own, so that datanodes sort it.
 *
 * <p>Everything else is HDFS' own: lengths, times, permissions, attributes, quotas, snapshots. It
 * works with other files, too. Hadoop finds this class by {@code META-INF/services}.
 */
public final class HailFileSystem extends FileSystem {
  /** Scheme of the paths. */
  public static final String SCHEME = "hail";

  static final int NO_DEFAULT_PORT = -1;

  private static final int BLOCKS_PER_PAGE = 1_000;

  private DistributedFileSystem hdfs;
  private URI uri;
  private Path workingDirectory;

  /** Called by Hadoop, which then calls {@link #initialize}. */
  public HailFileSystem() {}

  // ---- life ----

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    super.initialize(name, configuration);
    setConf(configuration);
    URI target = name.getAuthority() == null ? getDefaultUri(configuration) : name;
    if (target.getAuthority() == null) {
      throw new IOException(
          name + " names no namenode, and neither does " + target + ", the default file system");
    }
    FileSystem below =
        FileSystem.newInstance(
            URI.create(HdfsConstants.HDFS_URI_SCHEME + "://" + target.getAuthority()),
            configuration);
    if (!(below instanceof DistributedFileSystem distributed)) {
      below.close();
      throw new IOException(
          name + " needs HDFS below it, and fs.hdfs.impl names " + below.getClass().getName());
    }
    hdfs = distributed;
    uri = URI.create(SCHEME + "://" + hdfs.getUri().getAuthority());
    workingDirectory = getHomeDirectory();
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      if (hdfs != null) {
        hdfs.close();
      }
    }
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return uri;
  }

  @Override
  protected int getDefaultPort() {
    return HdfsClientConfigKeys.DFS_NAMENODE_RPC_PORT_DEFAULT;
  }

  @Override
  protected URI canonicalizeUri(URI given) {
    return HAUtilClient.isLogicalUri(getConf(), given) ? given : super.canonicalizeUri(given);
  }

  /** None of its own: the tokens of HDFS serve. */
  @Override
  public String getCanonicalServiceName() {
    return null;
  }

  @Override
  public DelegationTokenIssuer[] getAdditionalTokenIssuers() {
    return new DelegationTokenIssuer[] {hdfs};
  }

  // ---- paths ----

  private Path below(Path path) {
    checkPath(path);
    return new Path(hdfs.getUri().getScheme(), hdfs.getUri().getAuthority(), source(path));
  }

  /** The path as the namenode knows it. */
  private String source(Path path) {
    Path absolute = path.isAbsolute() ? path : new Path(workingDirectory, path);
    return absolute.toUri().getPath();
  }

  private Path above(Path path) {
    return new Path(SCHEME, uri.getAuthority(), path.toUri().getPath());
  }

  private FileStatus above(FileStatus status) {
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getAccessTime(),
        status.getPermission(),
        status.getOwner(),
        status.getGroup(),
        null,
        above(status.getPath()),
        status.hasAcl(),
        status.isEncrypted(),
        status.isErasureCoded());
  }

  private FileStatus[] above(FileStatus[] statuses) {
    FileStatus[] mapped = new FileStatus[statuses.length];
    for (int i = 0; i < statuses.length; i++) {
      mapped[i] = above(statuses[i]);
    }
    return mapped;
  }

  @Override
  public Path getWorkingDirectory() {
    return workingDirectory;
  }

  @Override
  public void setWorkingDirectory(Path directory) {
    workingDirectory = makeQualified(directory);
  }

  @Override
  public Path getHomeDirectory() {
    return above(hdfs.getHomeDirectory());
  }

  @Override
  public Path getTrashRoot(Path path) {
    return above(hdfs.getTrashRoot(below(path)));
  }

  @Override
  public Collection<FileStatus> getTrashRoots(boolean allUsers) {
    return hdfs.getTrashRoots(allUsers).stream().map(this::above).toList();
  }

  // ---- reading ----

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    HdfsPath file = new HdfsPath(hdfs, below(path));
    FileStatus status = file(file);
    if (hasNoReplicas(status)) {
      return hdfs.open(file.path(), bufferSize);
    }
    return new FSDataInputStream(new PinnedInputStream(file, blocks(file, status)));
  }

  private FileStatus file(HdfsPath file) throws IOException {
    FileStatus status = hdfs.getFileStatus(file.path());
    if (status.isDirectory()) {
      throw new PathIsDirectoryException(file.toString());
    }
    return status;
  }

  /** Datanodes see no HAIL blocks in such files, so all their replicas or stripes stay equal. */
  private static boolean hasNoReplicas(FileStatus status) {
    return status.isErasureCoded() || status.isEncrypted();
  }

  private List<LocatedBlock> blocks(HdfsPath file, FileStatus status) throws IOException {
    long page = Math.max(1, status.getBlockSize()) * BLOCKS_PER_PAGE;
    List<LocatedBlock> blocks = HdfsBlocks.list(file, page, 0, status.getLen());
    long end = 0;
    for (LocatedBlock block : blocks) {
      if (block.isCorrupt()) {
        throw new IOException(file + ", " + block.getBlock() + ": all replicas are corrupt");
      }
      end = block.getStartOffset() + block.getBlockSize();
    }
    FileStatus now = end > page ? file(file) : status;
    if (end != status.getLen() || fileId(now) != fileId(status)) {
      throw new IOException(file + " was replaced while it was opened. Open it again");
    }
    return blocks;
  }

  private static long fileId(FileStatus status) {
    return status instanceof HdfsFileStatus known ? known.getFileId() : 0;
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus status, long start, long length)
      throws IOException {
    return status == null ? null : getFileBlockLocations(status.getPath(), start, length);
  }

  /** Tasks use the places to run near the bytes; what they read, this file system opens. */
  @Override
  public BlockLocation[] getFileBlockLocations(Path path, long start, long length)
      throws IOException {
    HdfsPath file = new HdfsPath(hdfs, below(path));
    if (file(file).isErasureCoded()) {
      return hdfs.getFileBlockLocations(file.path(), start, length);
    }
    return DFSUtilClient.locatedBlocks2Locations(file.locatedBlocks(start, length));
  }

  /**
   * The checksum of the rows for a HAIL file, HDFS' own for other files.
   *
   * @return null for a file that is only in part in HAIL's format
   */
  @Override
  public FileChecksum getFileChecksum(Path path) throws IOException {
    return getFileChecksum(path, Long.MAX_VALUE);
  }

  /**
   * The same for the first bytes of a file.
   *
   * @return null also for a part of a HAIL file
   */
  @Override
  public FileChecksum getFileChecksum(Path path, long length) throws IOException {
    HdfsPath file = new HdfsPath(hdfs, below(path));
    FileStatus status = file(file);
    if (hasNoReplicas(status)) {
      return hdfs.getFileChecksum(file.path(), length);
    }
    List<FrontWalk.Extent> rows =
        new FrontWalk(file, blocks(file, status)).walkFromStart(status.getLen());
    long end = rows.isEmpty() ? 0 : rows.get(rows.size() - 1).end();
    if (rows.isEmpty() && !isEmptyHailFile(status)) {
      return hdfs.getFileChecksum(file.path(), length);
    }
    return end == status.getLen() && length >= end ? ContentChecksum.of(rows) : null;
  }

  private boolean isEmptyHailFile(FileStatus status) throws IOException {
    return status.getLen() == 0
        && hdfs.getXAttrs(status.getPath()).containsKey(HailXAttributes.VERSION);
  }

  // ---- writing ----

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE);
    if (overwrite) {
      flags.add(CreateFlag.OVERWRITE);
    }
    return create(path, permission, flags, bufferSize, replication, blockSize, progress, null);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress,
      Options.ChecksumOpt checksum)
      throws IOException {
    refuseAppend(path, flags);
    HdfsPath file = new HdfsPath(hdfs, below(path));
    return ending(
        file,
        hdfs.create(
            file.path(), permission, flags, bufferSize, replication, blockSize, progress, checksum),
        blockSize);
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    refuseAppend(path, flags);
    HdfsPath file = new HdfsPath(hdfs, below(path));
    return ending(
        file,
        hdfs.createNonRecursive(
            file.path(), permission, flags, bufferSize, replication, blockSize, progress),
        blockSize);
  }

  private static FSDataOutputStream ending(HdfsPath file, FSDataOutputStream out, long blockSize)
      throws IOException {
    return new FSDataOutputStream(new BlockEndingStream(file, out, blockSize), null);
  }

  private static void refuseAppend(Path path, EnumSet<CreateFlag> flags) {
    if (flags.contains(CreateFlag.APPEND)) {
      throw appendRefused(path);
    }
  }

  private static UnsupportedOperationException appendRefused(Path path) {
    return new UnsupportedOperationException(
        path
            + ": "
            + SCHEME
            + ":// only writes whole files; append by hdfs:// if it is no HAIL file");
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw appendRefused(path);
  }

  // ---- the rest is HDFS' ----

  @Override
  public boolean rename(Path source, Path target) throws IOException {
    return hdfs.rename(below(source), below(target));
  }

  @Override
  @SuppressWarnings("deprecation") // distcp and FileContext call it
  public void rename(Path source, Path target, Options.Rename... options) throws IOException {
    hdfs.rename(below(source), below(target), options);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return hdfs.delete(below(path), recursive);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    return hdfs.mkdirs(below(path), permission);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return above(hdfs.getFileStatus(below(path)));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws FileNotFoundException, IOException {
    return above(hdfs.listStatus(below(path)));
  }

  @Override
  public void concat(Path target, Path[] sources) throws IOException {
    Path[] mapped = new Path[sources.length];
    for (int i = 0; i < sources.length; i++) {
      mapped[i] = below(sources[i]);
    }
    hdfs.concat(below(target), mapped);
  }

  @Override
  public boolean truncate(Path path, long length) throws IOException {
    return hdfs.truncate(below(path), length);
  }

  @Override
  public boolean setReplication(Path path, short replication) throws IOException {
    return hdfs.setReplication(below(path), replication);
  }

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    hdfs.setPermission(below(path), permission);
  }

  @Override
  public void setOwner(Path path, String user, String group) throws IOException {
    hdfs.setOwner(below(path), user, group);
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) throws IOException {
    hdfs.setTimes(below(path), modified, accessed);
  }

  @Override
  public void access(Path path, FsAction mode) throws IOException {
    hdfs.access(below(path), mode);
  }

  @Override
  public void setXAttr(Path path, String name, byte[] value, EnumSet<XAttrSetFlag> flags)
      throws IOException {
    hdfs.setXAttr(below(path), name, value, flags);
  }

  @Override
  public byte[] getXAttr(Path path, String name) throws IOException {
    return hdfs.getXAttr(below(path), name);
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path) throws IOException {
    return hdfs.getXAttrs(below(path));
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path, List<String> names) throws IOException {
    return hdfs.getXAttrs(below(path), names);
  }

  @Override
  public List<String> listXAttrs(Path path) throws IOException {
    return hdfs.listXAttrs(below(path));
  }

  @Override
  public void removeXAttr(Path path, String name) throws IOException {
    hdfs.removeXAttr(below(path), name);
  }

  @Override
  public void modifyAclEntries(Path path, List<AclEntry> entries) throws IOException {
    hdfs.modifyAclEntries(below(path), entries);
  }

  @Override
  public void removeAclEntries(Path path, List<AclEntry> entries) throws IOException {
    hdfs.removeAclEntries(below(path), entries);
  }

  @Override
  public void removeDefaultAcl(Path path) throws IOException {
    hdfs.removeDefaultAcl(below(path));
  }

  @Override
  public void removeAcl(Path path) throws IOException {
    hdfs.removeAcl(below(path));
  }

  @Override
  public void setAcl(Path path, List<AclEntry> entries) throws IOException {
    hdfs.setAcl(below(path), entries);
  }

  @Override
  public AclStatus getAclStatus(Path path) throws IOException {
    return hdfs.getAclStatus(below(path));
  }

  @Override
  public ContentSummary getContentSummary(Path path) throws IOException {
    return hdfs.getContentSummary(below(path));
  }

  @Override
  public QuotaUsage getQuotaUsage(Path path) throws IOException {
    return hdfs.getQuotaUsage(below(path));
  }

  @Override
  public FsStatus getStatus(Path path) throws IOException {
    return hdfs.getStatus(below(path == null ? new Path("/") : path));
  }

  @Override
  public FsServerDefaults getServerDefaults(Path path) throws IOException {
    return hdfs.getServerDefaults(below(path));
  }

  @Override
  public long getDefaultBlockSize(Path path) {
    return hdfs.getDefaultBlockSize(below(path));
  }

  @Override
  public short getDefaultReplication(Path path) {
    return hdfs.getDefaultReplication(below(path));
  }

  @Override
  public void setStoragePolicy(Path path, String policy) throws IOException {
    hdfs.setStoragePolicy(below(path), policy);
  }

  @Override
  public void unsetStoragePolicy(Path path) throws IOException {
    hdfs.unsetStoragePolicy(below(path));
  }

  @Override
  public BlockStoragePolicySpi getStoragePolicy(Path path) throws IOException {
    return hdfs.getStoragePolicy(below(path));
  }

  @Override
  public Path createSnapshot(Path directory, String name) throws IOException {
    return above(hdfs.createSnapshot(below(directory), name));
  }

  @Override
  public void renameSnapshot(Path directory, String before, String after) throws IOException {
    hdfs.renameSnapshot(below(directory), before, after);
  }

  @Override
  public void deleteSnapshot(Path directory, String name) throws IOException {
    hdfs.deleteSnapshot(below(directory), name);
  }

  @Override
  public String toString() {
    return uri + " on " + hdfs;
  }
}
