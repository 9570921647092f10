package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * A HAIL file as it was when opened: its schema and its blocks with what HDFS and the replica
 * directory know of them. Asked for in batches, never once per block. Immutable.
 */
public final class HailFile {
  private final HdfsPath path;
  private final FileStatus status;
  private final Schema schema;
  private final List<Integer> indexAttributes;
  private final TextFormat textFormat;
  private final List<HailBlock> blocks;
  private final IOException directoryFailure;
  private final boolean directoryComplete;

  private HailFile(
      HdfsPath path, FileStatus status, FileHeader header, ReplicaDirectory.Answer answer) {
    this.path = path;
    this.status = status;
    this.schema = header.schema();
    this.indexAttributes = header.indexAttributes();
    this.textFormat = header.textFormat();
    this.blocks = answer.blocks();
    this.directoryFailure = answer.failure();
    this.directoryComplete = answer.complete();
  }

  /**
   * Opens a file. A replica directory that does not answer is no failure, see {@link
   * #directoryFailure()}.
   *
   * @throws NotAHailFileException if the path is a directory, is still being written or holds
   *     something else
   */
  public static HailFile open(Configuration configuration, Path path) throws IOException {
    HdfsPath resolved = HdfsPath.resolve(configuration, path);
    FileStatus status = status(resolved);
    int batch = batch(configuration);
    List<HailBlock> blocks = blocks(resolved, status, batch, 0, 0, status.getLen());
    FileHeader header = FileHeader.read(resolved, blocks);
    ReplicaDirectory.Answer answer =
        new ReplicaDirectory(configuration, batch).locate(resolved, blocks);
    return new HailFile(resolved, status, header, answer);
  }

  /**
   * Opens a file for some of its blocks by what HDFS knows; the replica directory is not asked. For
   * readers that were told about the replicas, or that find out by their headers.
   *
   * @param firstBlock place of the first block in the file, from 0
   * @param offset byte of the file at which that block starts
   * @param length bytes of the blocks together; what lies beyond the end of the file is left out
   * @return a file whose {@link #blocks()} are only these, without replicas
   * @throws NotAHailFileException as when the whole file is opened
   */
  public static HailFile openPart(
      Configuration configuration, Path path, int firstBlock, long offset, long length)
      throws IOException {
    HdfsPath resolved = HdfsPath.resolve(configuration, path);
    FileStatus status = status(resolved);
    long end = Math.min(status.getLen(), offset + length);
    List<HailBlock> blocks =
        blocks(resolved, status, batch(configuration), firstBlock, offset, end);
    FileHeader header = FileHeader.read(resolved, blocks);
    return new HailFile(
        resolved, status, header, new ReplicaDirectory.Answer(List.copyOf(blocks), null, false));
  }

  private static FileStatus status(HdfsPath file) throws IOException {
    FileStatus status = file.fileSystem().getFileStatus(file.path());
    if (status.isDirectory()) {
      throw new NotAHailFileException(file.path(), "Is a directory", "Name a file in it.");
    }
    return status;
  }

  private static int batch(Configuration configuration) {
    return configuration.getInt(
        HailConfigKeys.READ_REGISTRY_BATCH, HailConfigKeys.READ_REGISTRY_BATCH_DEFAULT);
  }

  private static List<HailBlock> blocks(
      HdfsPath file, FileStatus status, int batch, int firstBlock, long begin, long end)
      throws IOException {
    DFSClient client = file.fileSystem().getClient();
    long window = Math.multiplyExact(status.getBlockSize(), (long) batch);
    List<HailBlock> blocks = new ArrayList<>();
    long offset = begin;
    while (offset < end) {
      LocatedBlocks part =
          client.getLocatedBlocks(file.source(), offset, Math.min(window, end - offset));
      if (part.isUnderConstruction()) {
        throw new NotAHailFileException(
            file.path(), "is still being written", "Wait for its writer to close it.");
      }
      for (LocatedBlock block : part.getLocatedBlocks()) {
        if (block.getStartOffset() >= offset) {
          blocks.add(new HailBlock(firstBlock + blocks.size(), block, List.of()));
        }
      }
      LocatedBlock last = part.get(part.locatedBlockCount() - 1);
      offset = last.getStartOffset() + last.getBlockSize();
    }
    return blocks;
  }

  /** Where the file is. */
  public HdfsPath location() {
    return path;
  }

  /** Absolute path with scheme and authority. */
  public Path path() {
    return path.path();
  }

  /** Length, owner, times and the like. */
  public FileStatus status() {
    return status;
  }

  /** Attributes of every block. */
  public Schema schema() {
    return schema;
  }

  /** Positions of the attributes the upload asked indexes for, in that order; may be empty. */
  public int[] indexAttributes() {
    return indexAttributes.stream().mapToInt(Integer::intValue).toArray();
  }

  /** How the text was written that the file was made from. */
  public TextFormat textFormat() {
    return textFormat;
  }

  /** Blocks in file order. */
  public List<HailBlock> blocks() {
    return blocks;
  }

  /** Why the replica directory could not be asked; null if it answered. */
  public IOException directoryFailure() {
    return directoryFailure;
  }

  /** False if datanodes still owed a report, so that known replicas may be missing. */
  public boolean directoryComplete() {
    return directoryComplete;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
