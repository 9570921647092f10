// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;

/** What tests run on. */
final class Implementations {
  /** System property of a build without the library; otherwise it must be there. */
  static final String SKIP_PROPERTY = "hail.native.skip";

  private Implementations() {}

  static List<Joins> all() {
    return Boolean.getBoolean(SKIP_PROPERTY)
        ? List.of(new JavaJoins())
        : List.of(new JavaJoins(), NativeJoins.load());
  }

  static List<FlatJoins> flat() {
    return Boolean.getBoolean(SKIP_PROPERTY)
        ? List.of(new JavaFlatJoins())
        : List.of(new JavaFlatJoins(), NativeFlatJoins.load());
  }
}
