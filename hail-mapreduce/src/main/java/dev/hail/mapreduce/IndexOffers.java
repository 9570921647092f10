package dev.hail.mapreduce;

import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the blocks that a job indexes while it reads them (thesis, section 3.6.1, lazy adaptive
 * indexing): of those without a fitting index as many as the offer rate allows, counted over all
 * blocks of the file and rounded up. They are spread evenly over the file, and each prefers the
 * datanode with the fewest pseudo replicas of the file (section 3.7), since it is there that the
 * task leaves its own.
 */
final class IndexOffers {
  private static final Logger LOG = LoggerFactory.getLogger(IndexOffers.class);
  private static final String OFF = "off";
  private static final String LAZY = "lazy";

  private final float rate;

  IndexOffers(float rate) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          HailConfigKeys.ADAPTIVE_OFFER_RATE + " must be from 0 to 1, it is " + rate);
    }
    this.rate = rate;
  }

  /**
   * What a job's configuration asks for ({@code hail.adaptive.*}).
   *
   * @return null if the job is to index nothing
   * @throws IllegalArgumentException if there is no such strategy, or no such rate
   */
  static IndexOffers of(Configuration conf) {
    String strategy =
        conf.getTrimmed(HailConfigKeys.ADAPTIVE_STRATEGY, HailConfigKeys.ADAPTIVE_STRATEGY_DEFAULT);
    return switch (strategy) {
      case OFF -> null;
      case LAZY ->
          new IndexOffers(
              conf.getFloat(
                  HailConfigKeys.ADAPTIVE_OFFER_RATE, HailConfigKeys.ADAPTIVE_OFFER_RATE_DEFAULT));
      default ->
          throw new IllegalArgumentException(
              HailConfigKeys.ADAPTIVE_STRATEGY
                  + " must be "
                  + OFF
                  + " or "
                  + LAZY
                  + ", it is `"
                  + strategy
                  + "'");
    };
  }

  /** The blocks of a file in file order, some of them to be indexed. */
  List<PlannedBlock> choose(HailFile file, Predicate predicate, List<PlannedBlock> blocks)
      throws IOException {
    int attribute = attribute(file, predicate);
    // The directory would not take them, or would not tell of those there are.
    if (attribute == 0 || file.directoryFailure() != null || !isWritable(file)) {
      return blocks;
    }
    return choose(attribute, blocks);
  }

  List<PlannedBlock> choose(int attribute, List<PlannedBlock> blocks) {
    List<Integer> unindexed = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).fit() == IndexFit.NONE && !blocks.get(i).nodes().isEmpty()) {
        unindexed.add(i);
      }
    }
    // In decimal as it was written: 0.1 of 10 blocks is one, not two for a rounding error.
    double exact = Double.parseDouble(Float.toString(rate)) * blocks.size();
    int offers = (int) Math.min(unindexed.size(), Math.ceil(exact - 1e-9));
    Map<String, Integer> replicasOn = replicasByNode(blocks);
    List<PlannedBlock> chosen = new ArrayList<>(blocks);
    for (int k = 0; k < offers; k++) {
      int i = unindexed.get((int) ((long) k * unindexed.size() / offers));
      List<SplitNode> nodes = new ArrayList<>(blocks.get(i).nodes());
      nodes.sort(Comparator.comparingInt(node -> replicasOn.getOrDefault(node.datanodeUuid(), 0)));
      replicasOn.merge(nodes.get(0).datanodeUuid(), 1, Integer::sum);
      chosen.set(i, blocks.get(i).indexedBy(attribute, nodes));
    }
    return chosen;
  }

  private static Map<String, Integer> replicasByNode(List<PlannedBlock> blocks) {
    Map<String, Integer> counts = new HashMap<>();
    for (PlannedBlock block : blocks) {
      for (PseudoReplica pseudo : block.block().pseudo()) {
        counts.merge(pseudo.located().datanodeUuid(), 1, Integer::sum);
      }
    }
    return counts;
  }

  /** The attribute whose index would serve the predicate best; 0 if none would. */
  static int attribute(HailFile file, Predicate predicate) {
    int best = 0;
    IndexFit bestFit = IndexFit.NONE;
    for (Attribute attribute : file.schema().attributes()) {
      IndexFit fit = IndexFit.of(predicate, attribute.position());
      if (fit.compareTo(bestFit) < 0) {
        best = attribute.position();
        bestFit = fit;
      }
    }
    return best;
  }

  private static boolean isWritable(HailFile file) throws IOException {
    try {
      file.location().fileSystem().access(file.path(), FsAction.WRITE);
      return true;
    } catch (AccessControlException e) {
      LOG.info("{} is not indexed by this job, whose user may not write it", file);
      return false;
    }
  }
}
