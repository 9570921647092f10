// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import dev.hail.testing.RightAnswer;
import dev.hail.testing.WrongAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
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

  /** What is there at once costs no wait, and daemons that take long are not kept busy by it. */
  private static final long SHORTEST_PAUSE_MILLIS = 20;

  private static final long LONGEST_PAUSE_MILLIS = 500;

  private Waiting() {}

  /**
   * Waits until a condition holds. One that throws an {@link IOException} does not hold yet, as
   * while a daemon restarts.
   *
   * @param what the condition in words, for the message
   * @throws AssertionError if it does not hold after four minutes, with the last exception as its
   *     cause
   */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    until(what, condition, holds -> holds, MOST);
  }

  /**
   * Waits until a value is the expected one; as {@link #until}, and the message has the last value.
   *
   * @param what the value in words, for the message
   */
  public static <T> void untilEqual(String what, T expected, Callable<? extends T> value)
      throws Exception {
    untilEqual(what, expected, value, MOST);
  }

  static <T> void untilEqual(String what, T expected, Callable<? extends T> value, Duration most)
      throws Exception {
    until(what + " is " + expected, value, expected::equals, most);
  }

  private static <T> void until(
      String what, Callable<? extends T> value, Predicate<T> wanted, Duration most)
      throws Exception {
    long deadline = System.nanoTime() + most.toNanos();
    long pauseMillis = SHORTEST_PAUSE_MILLIS;
    while (true) {
      String last;
      IOException failure = null;
      try {
        T found = value.call();
        if (wanted.test(found)) {
          return;
        }
        last = String.valueOf(found);
      } catch (IOException notYet) {
        last = notYet.toString();
        failure = notYet;
      }
      if (System.nanoTime() - deadline > 0) {
        dumpThreads();
        throw new AssertionError(
            "Waited " + most + " in vain until " + what + "; last: " + last, failure);
      }
      Thread.sleep(pauseMillis);
      pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis + pauseMillis / 4);
    }
  }

  /** What the daemons of this process are doing that has not come about, into the test's output. */
  private static void dumpThreads() {
    StringBuilder dump = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              dump.append(thread).append(' ').append(thread.getState()).append('\n');
              for (StackTraceElement frame : stack) {
                dump.append("    at ").append(frame).append('\n');
              }
            });
    System.err.println(dump);
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

  static void awaitSound(String what, Callable<String> problems, String first, Duration most)
      throws Exception {
    try {
      until(what + " is sound, of which was said:\n" + first, problems, String::isEmpty, most);
    } catch (AssertionError late) {
      if (late.getCause() instanceof IOException) {
        // Nobody knows what is wrong with it now.
        throw late;
      }
      RightAnswer.expect(
          () -> {
            throw late;
          });
    }
  }
}
