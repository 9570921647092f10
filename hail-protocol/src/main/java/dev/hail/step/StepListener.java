// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.step;

import java.io.IOException;

/**
 * Called before and after each step of work that must survive an interruption at any point. A crash
 * test ends the process, stalls it or fails the step there. Production has no listener.
 *
 * <p>Constructors take the listener; no configuration key names one, because a misspelt property
 * must not be able to halt a datanode. Tests install a dataset factory of their own, as Hadoop
 * permits, and create the listener there.
 *
 * <p>Implementations must be thread-safe. An exception counts as thrown by the step.
 *
 * @param <S> the steps of the work
 */
public interface StepListener<S extends Enum<S>> {

  /** Called before a step. */
  void before(S step) throws IOException;

  /** Called after a step that succeeded. */
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
