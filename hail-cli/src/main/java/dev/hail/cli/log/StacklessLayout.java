// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.log;

import java.util.regex.Pattern;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Writes the message of each log event, and the reason of the failure that was logged with it, but
 * no stack trace unless asked to. Libraries log the traces of failures from which they recover, and
 * put a namenode's trace into messages.
 */
public final class StacklessLayout extends PatternLayout {
  /** Lines of a trace, with the line end before them. */
  private static final Pattern FRAMES = Pattern.compile("(\\R\\t(at |\\.\\.\\. ).*)+\\R?");

  private boolean stacks;

  /** Whether stack traces are written, too; {@code log4j.properties} sets it. */
  public void setStacks(boolean stacks) {
    this.stacks = stacks;
  }

  /** Whether the appender writes the stack trace below the line. */
  @Override
  public boolean ignoresThrowable() {
    return stacks;
  }

  @Override
  public String format(LoggingEvent event) {
    if (stacks) {
      return super.format(event);
    }
    String text = super.format(event).stripTrailing();
    String[] trace = event.getThrowableStrRep();
    String reason = trace == null || trace.length == 0 ? "" : ": " + trace[0].strip();
    return withoutFrames(text + reason) + System.lineSeparator();
  }

  /** Joins what stood on both sides of a trace. */
  private static String withoutFrames(String text) {
    return FRAMES.matcher(text).replaceAll("").strip();
  }
}
