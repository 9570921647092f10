package dev.hail.minicluster;

import java.util.concurrent.Callable;
import org.assertj.core.api.Assertions;

/** Waits for what daemons do in their own time. */
public final class Waiting {
  private static final long MOST_NANOS = 120_000_000_000L;

  private Waiting() {}

  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + MOST_NANOS;
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        Assertions.fail("Waited two minutes in vain until " + what);
      }
      Thread.sleep(50);
    }
  }
}
