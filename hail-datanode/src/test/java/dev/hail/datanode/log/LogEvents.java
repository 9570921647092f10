// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.log;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.spi.LoggingEvent;

/** Remembers the messages of a logger that it is added to. Thread-safe. */
public final class LogEvents extends AppenderSkeleton {
  private final List<String> seen = new CopyOnWriteArrayList<>();

  /** The messages so far, the oldest first. */
  public List<String> seen() {
    return List.copyOf(seen);
  }

  @Override
  protected void append(LoggingEvent event) {
    seen.add(event.getRenderedMessage());
  }

  @Override
  public void close() {}

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
