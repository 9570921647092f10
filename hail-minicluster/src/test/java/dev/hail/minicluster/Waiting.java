// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import dev.hail.testing.RightAnswer;
import dev.hail.testing.WrongAnswer;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.assertj.core.api.Assertions;

/**
 * Waits for what daemons do in their own time. The limit is far beyond what that takes: on a
 * machine that is slow and busy, with a repair that fails and waits for its next attempt, it takes
 * minutes. It ends before the time of a test method, which would not say what was waited for.
 */
public final class Waiting {
  private static final Duration MOST = Duration.ofMinutes(4);

  /** Short enough for a method that has waited before. */
  private static final Duration MOST_FOR_SOUND = Duration.ofMinutes(2);

  private Waiting() {}

  public static void until(String what, Callable<Boolean> condition) throws Exception {
    until(what, condition, MOST);
  }

  private static void until(String what, Callable<Boolean> condition, Duration most)
      throws Exception {
    long deadline = System.nanoTime() + most.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        Assertions.fail("Waited " + most.toMinutes() + " minutes in vain until " + what);
      }
      Thread.sleep(50);
    }
  }

  /**
   * Checks that nothing is wrong. What is wrong for a moment, as with a datanode that has not
   * reported yet, is a failure like others; what is still wrong after waiting is damage.
   *
   * @param problems says what is wrong; empty if all is well
   * @throws WrongAnswer of damage
   */
  public static void assertSound(String what, Callable<String> problems) throws Exception {
    String first = problems.call();
    if (!first.isEmpty()) {
      awaitSound(what, problems, first, MOST_FOR_SOUND);
      Assertions.fail("For a moment was said of " + what + ":\n" + first);
    }
  }

  /**
   * Waits until nothing is wrong, as where daemons put in order what a fault has left.
   *
   * @param problems says what is wrong; empty if all is well
   * @throws WrongAnswer of what is still wrong after waiting
   */
  public static void untilSound(String what, Callable<String> problems) throws Exception {
    String first = problems.call();
    if (!first.isEmpty()) {
      awaitSound(what, problems, first, MOST);
    }
  }

  private static void awaitSound(
      String what, Callable<String> problems, String first, Duration most) throws Exception {
    RightAnswer.expect(
        () ->
            until(
                what + " is sound, of which was said:\n" + first,
                () -> problems.call().isEmpty(),
                most));
  }
}
