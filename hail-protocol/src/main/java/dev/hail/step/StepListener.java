// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.step;

import java.io.IOException;

/**
 * Called before and after each step of a piece of work that must survive being cut off anywhere. A
 * crash test ends the process, stalls it or fails the step there; in production nobody listens.
 *
 * <p>A listener is given to a constructor and never looked up by a configuration key: what can halt
 * a datanode should not be one misspelt property away. Tests install a dataset factory of their
 * own, as Hadoop lets them, and make it there.
 *
 * <p>Must be thread-safe. What it throws is treated as if the step had thrown it.
 *
 * @param <S> the steps of the work
 */
public interface StepListener<S extends Enum<S>> {

  /** The step is about to be taken. */
  void before(S step) throws IOException;

  /** The step was taken and did not fail. */
  void after(S step) throws IOException;

  /** A listener that does nothing. */
  static <S extends Enum<S>> StepListener<S> none() {
    return new StepListener<>() {
      @Override
      public void before(S step) {}

      @Override
      public void after(S step) {}
    };
  }
}
