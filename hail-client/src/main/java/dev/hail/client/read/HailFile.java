// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A HAIL file as it was when opened: its schema, and its blocks with what HDFS and the replica
 * directory know of them. Opening asks about many blocks per call, never about one. Immutable.
 */
public final class HailFile {
  private final HdfsPath path;
  private final FileStatus status;
  private final Schema schema;
  private final int[] indexAttributes;
  private final TextFormat textFormat;
  private final List<HailBlock> blocks;
  private final IOException directoryFailure;
  private final boolean directoryComplete;

  private HailFile(
      HdfsPath path, FileStatus status, FileMetadata metadata, DirectoryLookup.Answer answer) {
    this.path = path;
    this.status = status;
    this.schema = metadata.schema();
    this.indexAttributes = new int[metadata.indexAttributes().size()];
    for (int i = 0; i < indexAttributes.length; i++) {
      indexAttributes[i] = metadata.indexAttributes().get(i);
    }
    this.textFormat = metadata.textFormat();
    this.blocks = answer.blocks();
    this.directoryFailure = answer.failure();
    this.directoryComplete = answer.complete();
  }

  /**
   * Opens a file. If the replica directory does not answer, the file opens all the same, see {@link
   * #directoryFailure()}.
   *
   * @throws NotAHailFileException if the path is a directory, is still being written or holds
   *     something else
   * @throws dev.hail.client.PathException if an extended attribute of the file is damaged; the
   *     message names the attribute and says how to mend it
   * @throws IOException if the namenode does not answer or the path does not exist
   */
  public static HailFile open(Configuration configuration, Path path) throws IOException {
    HdfsPath resolved = HdfsPath.resolve(configuration, path);
    FileStatus status = status(resolved);
    int batch = batch(configuration);
    long window = Math.multiplyExact(status.getBlockSize(), (long) batch);
    List<HailBlock> blocks = blocks(resolved, window, 0, 0, status.getLen());
    FileMetadata metadata = FileMetadata.read(resolved, blocks);
    DirectoryLookup.Answer answer =
        new DirectoryLookup(configuration, batch).locate(resolved, blocks);
    List<HailBlock> cut = new GluedBlocks(resolved, answer.blocks()).cut(status.getBlockSize());
    return new HailFile(
        resolved,
        status,
        metadata,
        new DirectoryLookup.Answer(cut, answer.failure(), answer.complete()));
  }

  /**
   * Opens a file for some of its blocks. Asks the namenode only where these blocks are, and takes
   * the rest from {@code part}. It is for readers that already know about the replicas, or that
   * find out from their fronts.
   *
   * @return a file with only these {@link #blocks()}, without replicas, {@link #status()} and
   *     {@link #textFormat()}; blocks beyond the end of the file are left out
   * @throws NotAHailFileException if the file is being written
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public static HailFile openPart(Configuration configuration, FilePart part) throws IOException {
    HdfsPath path = HdfsPath.resolved(configuration, part.path());
    long window = (part.length() / part.blocks() + 1) * batch(configuration);
    long end = part.offset() + part.length();
    List<HailBlock> blocks =
        part.glued()
            ? GluedBlocks.ofPart(
                path,
                HdfsBlocks.listAround(path, window, part.offset(), end),
                part.offset(),
                end,
                part.firstBlock())
            : blocks(path, window, part.firstBlock(), part.offset(), end);
    FileMetadata metadata = new FileMetadata(part.schema(), part.indexAttributes(), null);
    return new HailFile(
        path, null, metadata, new DirectoryLookup.Answer(List.copyOf(blocks), null, false));
  }

  private static FileStatus status(HdfsPath file) throws IOException {
    FileStatus status = file.fileSystem().getFileStatus(file.path());
    if (status.isDirectory()) {
      throw new NotAHailFileException(file.path(), "Is a directory", "Name a file in it.");
    }
    return status;
  }

  private static int batch(Configuration configuration) {
    return NumberKeys.count(
        configuration,
        HailConfigKeys.READ_DIRECTORY_BATCH,
        HailConfigKeys.READ_DIRECTORY_BATCH_DEFAULT);
  }

  private static List<HailBlock> blocks(
      HdfsPath file, long window, int firstBlock, long begin, long end) throws IOException {
    List<HailBlock> blocks = new ArrayList<>();
    for (LocatedBlock block : HdfsBlocks.list(file, window, begin, end)) {
      blocks.add(new HailBlock(firstBlock + blocks.size(), block, List.of(), List.of()));
    }
    return blocks;
  }

  /** The resolved path of the file. */
  public HdfsPath location() {
    return path;
  }

  /** Absolute path with scheme and authority. */
  public Path path() {
    return path.path();
  }

  /**
   * Length, owner, times and the like.
   *
   * @throws IllegalStateException if only some blocks were opened
   */
  public FileStatus status() {
    return ofWhole(status);
  }

  /** Attributes of the rows of every block. */
  public Schema schema() {
    return schema;
  }

  /**
   * Positions, from 1, of the index attributes that the upload asked for, in the user's order; may
   * be empty.
   */
  public int[] indexAttributes() {
    return indexAttributes.clone();
  }

  /**
   * How the uploaded text was written.
   *
   * @throws IllegalStateException if only some blocks were opened
   */
  public TextFormat textFormat() {
    return ofWhole(textFormat);
  }

  private <T> T ofWhole(T known) {
    if (known == null) {
      throw new IllegalStateException(path + " was opened for some of its blocks only");
    }
    return known;
  }

  /** Blocks in file order. */
  public List<HailBlock> blocks() {
    return blocks;
  }

  /** Id of the block pool that the blocks are in; empty if there are none. */
  public String blockPoolId() {
    return blocks.isEmpty() ? "" : blocks.get(0).blockPoolId();
  }

  /** Whether some of these blocks share HDFS blocks, because a plain copy glued them together. */
  public boolean hasGluedBlocks() {
    return blocks.stream().anyMatch(HailBlock::isGlued);
  }

  /** Why the replica directory did not answer; null if it did. */
  public IOException directoryFailure() {
    return directoryFailure;
  }

  /** False if some datanodes had not reported yet, so that replicas may be missing. */
  public boolean directoryComplete() {
    return directoryComplete;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
