package dev.hail.mapreduce;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.FilePart;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Opens the blocks of a split one after the other. Locations and access tokens are asked for anew,
 * once per file, so that replicas that moved since the job was planned are found; the replica
 * directory is not asked again.
 */
final class SplitReader {

  private final Configuration conf;
  private final JobQuery query;
  private final List<SplitBlock> blocks;
  private final ScanOptions options;

  private int next;
  private String path = "";
  private HailFile file;
  private BoundQuery bound;
  private RecordLayout layout;

  SplitReader(Configuration conf, HailInputSplit split, String host) {
    this.conf = conf;
    this.query = split.query();
    this.blocks = split.blocks();
    this.options = ScanOptions.of(conf, host, 1);
  }

  /** Number of blocks of the split. */
  int size() {
    return blocks.size();
  }

  /** Number of blocks opened so far. */
  int opened() {
    return next;
  }

  /** File of the block opened last, with scheme and authority. */
  String path() {
    return path;
  }

  /** Layout of the records of the block opened last. */
  RecordLayout layout() {
    return layout;
  }

  /**
   * The next block; null after the last one.
   *
   * @throws IOException if the file changed since the job was planned, or no replica of the block
   *     can be read
   */
  BlockScan open() throws IOException {
    if (next == blocks.size()) {
      return null;
    }
    SplitBlock planned = blocks.get(next);
    if (!planned.path().equals(path)) {
      openFile(planned.file());
    }
    HailBlock block = located(planned);
    BlockScan scan = BlockScan.open(file, block, bound.predicate(), bound.projection(), options);
    next++;
    return scan;
  }

  private void openFile(SplitFile opened) throws IOException {
    String newPath = opened.path();
    int last = next;
    while (last + 1 < blocks.size() && blocks.get(last + 1).path().equals(newPath)) {
      last++;
    }
    SplitBlock first = blocks.get(next);
    SplitBlock end = blocks.get(last);
    long length = end.offset() + end.length() - first.offset();
    file =
        HailFile.openPart(
            conf,
            new FilePart(
                new Path(newPath),
                opened.schema(),
                opened.indexAttributes(),
                first.index(),
                end.index() - first.index() + 1,
                first.offset(),
                length));
    bound = query.bind(file.schema(), newPath);
    layout = new RecordLayout(bound);
    path = newPath;
  }

  /**
   * The block where it is now, with the replicas the planner knew. Those on datanodes it did not
   * know are judged by their headers.
   */
  private HailBlock located(SplitBlock planned) throws IOException {
    for (HailBlock block : file.blocks()) {
      if (block.index() == planned.index() && block.id() == planned.blockId()) {
        return new HailBlock(block.index(), block.located(), planned.replicas());
      }
    }
    throw new IOException(
        "Block "
            + planned.blockId()
            + " is no longer block "
            + planned.index()
            + " of "
            + planned.path()
            + ": the file was replaced after the job was planned. Submit the job again");
  }
}
