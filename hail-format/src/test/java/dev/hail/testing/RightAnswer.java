// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

/**
 * Makes assertions throw {@link WrongAnswer}. They do not belong into {@code SoftAssertions}, whose
 * report lacks the types of what it collects.
 */
public final class RightAnswer {
  private RightAnswer() {}

  /** What an answer must be; an assertion of any library. */
  @FunctionalInterface
  public interface Assertion<E extends Exception> {
    void run() throws E;
  }

  /** What an answer that is there must be. */
  @FunctionalInterface
  public interface Check<T, E extends Exception> {
    void of(T answer) throws E;
  }

  /**
   * Compares, and nothing else: the query itself may fail for other reasons, and belongs before it.
   *
   * @throws WrongAnswer if the assertion fails, with its message and stack, and itself as the cause
   */
  public static <E extends Exception> void expect(Assertion<E> assertion) throws E {
    try {
      assertion.run();
    } catch (WrongAnswer wrong) {
      throw wrong;
    } catch (AssertionError failed) {
      throw new WrongAnswer(failed);
    }
  }

  /** The same for an answer that is found first, so that its query stays outside. */
  public static <T, E extends Exception> void expect(T answer, Check<T, E> check) throws E {
    expect(() -> check.of(answer));
  }
}
