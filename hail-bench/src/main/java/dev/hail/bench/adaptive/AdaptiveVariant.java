// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import dev.hail.conf.HailConfigKeys;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** The ways of adaptive indexing that the thesis compares (section 3.10.1). */
enum AdaptiveVariant {
  RHO01("rho0.1", "lazy", "0.1"),
  RHO025("rho0.25", "lazy", "0.25"),
  RHO05("rho0.5", "lazy", "0.5"),
  RHO1("rho1", "lazy", "1"),
  EAGER("eager", "eager", "0.1"),
  SELECTIVITY("selectivity", "selectivity", "0.1");

  private final String id;
  private final String strategy;
  private final String rate;

  AdaptiveVariant(String id, String strategy, String rate) {
    this.id = id;
    this.strategy = strategy;
    this.rate = rate;
  }

  /** Returns the name that figures use: {@code rho0.25}. */
  String id() {
    return id;
  }

  /** Sets the strategy and the offer rate of a job. */
  void applyTo(Configuration conf) {
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, strategy);
    conf.set(HailConfigKeys.ADAPTIVE_OFFER_RATE, rate);
  }

  /** Returns the variant with this id. */
  static AdaptiveVariant of(String id) {
    for (AdaptiveVariant variant : values()) {
      if (variant.id.equals(id.toLowerCase(Locale.ROOT))) {
        return variant;
      }
    }
    throw new IllegalArgumentException(id);
  }

  @Override
  public String toString() {
    return id;
  }
}
