// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.HailFile;
import dev.hail.client.read.IndexShare;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.predicate.Restriction;
import dev.hail.format.schema.Attribute;
import dev.hail.join.build.BuiltSide;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.join.plan.KeyHint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether the keys of a build side choose the replica of the input's blocks: an index
 * nested loop through the clustered index. It asks the index of some blocks which share of their
 * rows it would select. A share up to {@value #FEW} is better than a range of the filter, one up to
 * {@value #SOME} better than a scan.
 */
final class KeyIndexChoice {
  static final double FEW = 0.02;
  static final double SOME = 0.15;

  private static final Logger LOG = LoggerFactory.getLogger(KeyIndexChoice.class);
  private static final int MOST_SAMPLES = 4;

  private final String mode;
  private final List<HailFile> inputs;

  KeyIndexChoice(Configuration conf, List<HailFile> inputs) throws JoinRefusedException {
    this.mode = conf.getTrimmed(HailConfigKeys.JOIN_FILTER, "auto").toLowerCase(Locale.ROOT);
    this.inputs = inputs;
    if (!List.of("auto", "off", "always").contains(mode)) {
      throw new JoinRefusedException(
          HailConfigKeys.JOIN_FILTER + " is `" + mode + "'; it can be auto, off or always");
    }
  }

  /** Returns the hints of all build sides, each with the fit that it deserves. */
  List<KeyHint> choose(List<BuiltSide> sides) {
    if (mode.equals("off")) {
      return List.of();
    }
    List<KeyHint> chosen = new ArrayList<>();
    for (BuiltSide side : sides) {
      for (KeyHint hint : side.hints()) {
        chosen.add(hint.withFit(fit(side, hint)));
      }
    }
    return chosen;
  }

  private IndexFit fit(BuiltSide side, KeyHint hint) {
    if (mode.equals("always") || hint.restriction().isNothing()) {
      return IndexFit.FEW_KEYS;
    }
    OptionalDouble share = share(hint);
    if (share.isEmpty()) {
      return IndexFit.NONE;
    }
    IndexFit fit = fit(share.getAsDouble());
    LOG.info(
        "Join {}: {} ranges of {} select {} of the rows of sorted blocks: {}",
        side.join().name(),
        hint.restriction().ranges().ranges().size(),
        hint.key(),
        String.format(Locale.ROOT, "%.1f %%", 100 * share.getAsDouble()),
        fit == IndexFit.NONE ? "too many to choose a replica by" : "replicas are chosen by them");
    return fit;
  }

  /** The fit of an index that selects this share of the rows, 0 to 1. */
  static IndexFit fit(double share) {
    if (share <= FEW) {
      return IndexFit.FEW_KEYS;
    }
    return share <= SOME ? IndexFit.SOME_KEYS : IndexFit.NONE;
  }

  /** The mean share over the first blocks of some files that have the index. */
  private OptionalDouble share(KeyHint hint) {
    Restriction restriction = hint.restriction();
    List<Double> shares = new ArrayList<>();
    for (HailFile input : inputs) {
      Attribute attribute = input.schema().attribute(hint.key());
      boolean indexed =
          Arrays.stream(input.indexAttributes()).anyMatch(a -> a == attribute.position());
      if (shares.size() < MOST_SAMPLES && indexed && !input.blocks().isEmpty()) {
        Predicate.InRanges search =
            new Predicate.InRanges(attribute, restriction.ranges(), restriction.acceptsNull());
        IndexShare.of(input, input.blocks().get(0), search).ifPresent(shares::add);
      }
    }
    return shares.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(shares.stream().collect(Collectors.averagingDouble(s -> s)));
  }
}
