// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.PathException;
import dev.hail.client.read.BlockProblem.Kind;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.predicate.IndexFit;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Reads all replicas of a block in full and checks them.
 *
 * <p>Each replica by itself: front, content hash of all rows, sort order, index and Arrow metadata.
 * All together: equal contents, every index attribute covered, and as many replicas as the file
 * wants. The replica directory must agree with what the replicas say.
 */
public final class BlockCheck {
  private final HailFile file;

  /** Makes a check for blocks of one file. */
  public BlockCheck(HailFile file) {
    this.file = file;
  }

  /**
   * What the check of one block found.
   *
   * @param block the block
   * @param healthy number of replicas that are sound by themselves, pseudo replicas included
   * @param found what is wrong; empty if all is well
   */
  public record Result(HailBlock block, int healthy, List<BlockProblem> found) {
    public Result {
      found = List.copyOf(found);
    }

    /** Returns what is wrong, as text; empty if all is well. */
    public List<String> problems() {
      return found.stream().map(BlockProblem::text).toList();
    }
  }

  /** Checks a block. Holds one replica in memory at a time. */
  public Result check(HailBlock block) {
    List<BlockProblem> problems = new ArrayList<>();
    List<BlockFront> fronts = new ArrayList<>();
    BlockFront reference = null;
    for (DatanodeInfo node : block.located().getLocations()) {
      try {
        BlockFront front = verify(block, Candidate.of(node, Candidate.UNKNOWN, IndexFit.NONE));
        fronts.add(front);
        reference = reference == null ? front : reference;
        compare(reference, front, "Replica on " + node, problems);
        compareWithDirectory(block, front, node, problems);
      } catch (IOException failure) {
        problems.add(problem(failure, Kind.REPLICA_DAMAGED));
      }
    }
    checkNumbers(block, fronts, problems);
    if (block.isGlued()) {
      problems.add(
          new BlockProblem(
              Kind.GLUED,
              "Shares HDFS blocks with others: "
                  + block.length()
                  + " bytes from byte "
                  + block.offset()
                  + " of the file"));
    }
    for (PseudoReplica pseudo : block.pseudo()) {
      DatanodeInfo node = ReplicaChooser.node(block, pseudo.datanodeUuid());
      if (node == null) {
        continue;
      }
      Candidate candidate = Candidate.of(node, pseudo, IndexFit.NONE);
      try {
        BlockFront front = verify(block, candidate);
        fronts.add(front);
        String which = "Pseudo replica by " + order(pseudo.sortAttribute()) + " on " + node;
        compare(reference == null ? front : reference, front, which, problems);
      } catch (IOException failure) {
        problems.add(problem(failure, Kind.PSEUDO_REPLICA_DAMAGED));
      }
    }
    return new Result(block, fronts.size(), problems);
  }

  /** Returns what is wrong with a replica that was not read: its datanode, or itself. */
  private static BlockProblem problem(IOException failure, Kind damaged) {
    boolean silent =
        Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
            .anyMatch(
                cause ->
                    cause instanceof SocketTimeoutException
                        || cause instanceof ConnectException
                        || cause instanceof NoRouteToHostException);
    return new BlockProblem(
        silent ? Kind.DATANODE_SILENT : damaged, PathException.firstLine(failure));
  }

  private BlockFront verify(HailBlock block, Candidate replica) throws IOException {
    String what =
        replica.pseudo() == null
            ? "Replica of "
            : "Pseudo replica by " + order(replica.pseudo().sortAttribute()) + " of ";
    byte[] bytes = new byte[Math.toIntExact(block.length())];
    try (BlockSource source = ReplicaOpener.open(file, block, replica)) {
      source.readFully(0, bytes, 0, bytes.length);
    } catch (IOException unread) {
      if (replica.pseudo() == null) {
        throw unread;
      }
      // The cause names the replica by an id that HDFS' tools do not know.
      throw new IOException(
          what
              + block
              + " on "
              + replica.node()
              + " cannot be read: "
              + PathException.firstLine(unread),
          unread);
    }
    BlockSource read = BlockSource.of(bytes);
    try {
      BlockVerifier.verify(read);
      return BlockFront.read(read);
    } catch (IOException damaged) {
      throw new IOException(
          what + block + " on " + replica.node() + ": " + PathException.firstLine(damaged),
          damaged);
    }
  }

  private void compare(
      BlockFront reference, BlockFront front, String which, List<BlockProblem> problems) {
    boolean same =
        reference.contentHash() == front.contentHash()
            && reference.rowCount() == front.rowCount()
            && reference.badRecordCount() == front.badRecordCount();
    if (!same) {
      problems.add(
          new BlockProblem(
              Kind.OTHER_CONTENTS,
              String.format(
                  Locale.ROOT,
                  "%s has other contents: %d rows with hash %016x, the first has %d with %016x",
                  which,
                  front.rowCount(),
                  front.contentHash(),
                  reference.rowCount(),
                  reference.contentHash())));
    }
    if (!front.schema().equals(file.schema())) {
      problems.add(
          new BlockProblem(
              Kind.OTHER_SCHEMA, which + " has another schema than the file: " + front.schema()));
    }
  }

  private void compareWithDirectory(
      HailBlock block, BlockFront front, DatanodeInfo node, List<BlockProblem> problems) {
    int known = ReplicaChooser.sortAttribute(block, node);
    if (known != Candidate.UNKNOWN && known != front.sortAttribute()) {
      problems.add(
          new BlockProblem(
              Kind.OTHER_ORDER_IN_DIRECTORY,
              "Replica on "
                  + node
                  + " is sorted by "
                  + order(front.sortAttribute())
                  + ", the replica directory says "
                  + order(known)));
    }
  }

  /** The attribute's name, or its position if a replica claims one that the schema lacks. */
  private String order(int attribute) {
    if (attribute == 0) {
      return "nothing";
    }
    return attribute <= file.schema().attributes().size()
        ? file.schema().attribute(attribute).name()
        : "@" + attribute;
  }

  private void checkNumbers(HailBlock block, List<BlockFront> fronts, List<BlockProblem> problems) {
    int wanted = file.status().getReplication();
    int located = block.located().getLocations().length;
    if (located < wanted) {
      problems.add(
          new BlockProblem(Kind.REPLICA_MISSING, "Has " + located + " of " + wanted + " replicas"));
    }
    if (block.isGlued()) {
      return;
    }
    Set<Integer> missing = new TreeSet<>();
    Arrays.stream(file.indexAttributes()).forEach(missing::add);
    fronts.forEach(front -> missing.remove(front.sortAttribute()));
    for (int attribute : missing) {
      problems.add(
          new BlockProblem(
              Kind.ORDER_MISSING, "No sound replica is sorted by " + order(attribute)));
    }
  }
}
