// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.Candidate;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ReplicaChooser;
import dev.hail.client.read.ScanOptions;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.client.upload.UploadStep;
import dev.hail.conf.HailConfiguration;
import dev.hail.fault.FaultFiles;
import dev.hail.fault.InjectedFault;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.KeyHints;
import dev.hail.format.predicate.Predicate;
import dev.hail.testing.CanonicalRow;
import dev.hail.testing.RandomCase;
import dev.hail.xattr.HailXAttributes;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * The process of one client: takes commands from a socket and answers each with {@code ok RESULT},
 * {@code absent}, {@code impossible WHY} (what may never happen) or {@code fail WHY}.
 */
public final class LoadClient {
  public static final String OK = "ok ";
  public static final String ABSENT = "absent";
  static final String IMPOSSIBLE = "impossible ";

  /** A limit that is given: without one a text of which no row fits its schema is refused. */
  private static final long ALL_BAD = UploadRequest.UNLIMITED - 1;

  private static final int BLOCK_BYTES = 16 << 10;
  private static final int ANSWER_LENGTH = 2000;

  private final Configuration configuration = HailConfiguration.load();
  private final FaultFiles<UploadStep> faults;
  private final DistributedFileSystem fileSystem;
  private int temporaryFiles;

  private LoadClient(java.nio.file.Path faults) throws IOException {
    this.faults = new FaultFiles<>(faults);
    this.fileSystem = (DistributedFileSystem) new Path("/").getFileSystem(configuration);
  }

  /**
   * Serves one harness.
   *
   * @param args port of the harness on this host, directory of the faults
   */
  public static void main(String[] args) throws IOException {
    LoadClient client = new LoadClient(java.nio.file.Path.of(args[1]));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
      while (true) {
        String answer = client.answer(in.readUTF());
        out.writeUTF(answer.substring(0, Math.min(answer.length(), ANSWER_LENGTH)));
        out.flush();
      }
    }
  }

  private String answer(String command) {
    try {
      String[] words = command.split(" ", -1);
      return OK + run(words);
    } catch (FileNotFoundException e) {
      return ABSENT;
    } catch (IOException | InjectedFault e) {
      return "fail " + e;
    } catch (RuntimeException e) {
      return IMPOSSIBLE + e + " at " + Arrays.toString(e.getStackTrace());
    }
  }

  private String run(String[] words) throws IOException {
    Path path = new Path(words[1]);
    switch (words[0]) {
      case "PUT" -> put(path, Content.parse(words[2]));
      case "DELETE" -> {
        if (!fileSystem.delete(path, false)) {
          throw new FileNotFoundException(words[1]);
        }
      }
      case "RENAME" -> fileSystem.rename(path, new Path(words[2]), Rename.NONE);
      case "identify" -> {
        return identify(configuration, fileSystem, path);
      }
      case "query" -> {
        RandomCase text = RandomCase.of(Long.parseLong(words[2]), Content.MAX_ROWS);
        return query(path, text, Integer.parseInt(words[3]), Integer.parseInt(words[4]));
      }
      default -> throw new IllegalArgumentException("Unknown command " + Arrays.toString(words));
    }
    return "";
  }

  private void put(Path path, Content content) throws IOException {
    if (!content.hail()) {
      Path temporary =
          new Path(path.getParent(), "_" + ProcessHandle.current().pid() + "-" + temporaryFiles++);
      try (OutputStream out = fileSystem.create(temporary, true)) {
        out.write(Content.plainBytes(content.seed()));
      }
      fileSystem.rename(temporary, path, Rename.OVERWRITE);
      return;
    }
    RandomCase text = RandomCase.of(content.seed(), Content.MAX_ROWS);
    TextSource source =
        new TextSource(
            "case " + content.seed(),
            text.text().length,
            counter -> new ByteArrayInputStream(text.text()));
    List<Integer> index = Arrays.stream(text.indexAttributes()).boxed().toList();
    boolean allowUnindexed = content.seed() % 2 == 0;
    UploadRequest.Settings settings =
        new UploadRequest.Settings(BLOCK_BYTES, 3, true, allowUnindexed, ALL_BAD, 1, 2);
    UploadRequest request =
        new UploadRequest(List.of(source), path, text.schema(), index, text.textFormat(), settings);
    new Upload(configuration, request, faults).run();
  }

  /** The fingerprint of a whole file, of whatever kind; the best replicas of a HAIL file. */
  static String identify(Configuration conf, DistributedFileSystem fileSystem, Path path)
      throws IOException {
    if (!fileSystem.getXAttrs(path).containsKey(HailXAttributes.SCHEMA)) {
      try (FSDataInputStream in = fileSystem.open(path)) {
        return "plain:" + Fingerprint.ofBytes(in.readAllBytes());
      }
    }
    HailFile file = HailFile.open(conf, path);
    return "hail:" + rows(conf, file, -1);
  }

  /**
   * The fingerprint of all rows of a HAIL file.
   *
   * @param replica which of each block's replicas is read, or -1 for the best with failover
   */
  static String rows(Configuration conf, HailFile file, int replica) throws IOException {
    int[] all = file.schema().attributes().stream().mapToInt(a -> a.position()).toArray();
    return read(conf, file, new Predicate.True(), all, replica, true);
  }

  private String query(Path path, RandomCase text, int i, int replica) throws IOException {
    HailFile file = HailFile.open(configuration, path);
    Predicate predicate = Predicate.parse(text.predicate(i).hail(), file.schema());
    return read(configuration, file, predicate, text.projection(i), replica, false);
  }

  private static String read(
      Configuration conf,
      HailFile file,
      Predicate predicate,
      int[] projection,
      int replica,
      boolean withBadRecords)
      throws IOException {
    ScanOptions options = ScanOptions.of(conf, null, 1);
    List<String> rows = new ArrayList<>();
    int badRecords = 0;
    for (HailBlock block : file.blocks()) {
      try (BlockScan scan = open(file, block, predicate, projection, options, replica)) {
        RowBatch batch = new RowBatch();
        while (scan.next(batch)) {
          rows.addAll(CanonicalRow.of(file.schema(), batch, projection));
        }
        badRecords += withBadRecords ? scan.badRecords().size() : 0;
      }
    }
    return Fingerprint.ofRows(rows, badRecords);
  }

  private static BlockScan open(
      HailFile file,
      HailBlock block,
      Predicate predicate,
      int[] projection,
      ScanOptions options,
      int replica)
      throws IOException {
    if (replica < 0) {
      return BlockScan.open(file, block, predicate, projection, options);
    }
    List<Candidate> candidates = new ReplicaChooser().rank(block, predicate, KeyHints.NONE, null);
    if (candidates.isEmpty()) {
      throw new IOException("No replica of " + block + " is there");
    }
    Candidate pinned = candidates.get(replica % candidates.size());
    return BlockScan.open(file, block, predicate, projection, options, List.of(pinned));
  }
}
