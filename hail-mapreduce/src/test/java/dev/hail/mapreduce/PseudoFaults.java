// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.namenode.HailNameNodePlugin;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * What a test does at the steps of pseudo replicas, those that tasks take and those of namenodes.
 * Thread-safe.
 */
final class PseudoFaults implements StepListener<PseudoStep> {

  /** Of all namenodes and tasks of this process: Hadoop makes namenode plugins by their name. */
  static final PseudoFaults SHARED = new PseudoFaults();

  /** HAIL's plugin, of whose steps {@link #SHARED} hears. */
  public static final class Plugin extends HailNameNodePlugin {
    @Override
    protected StepListener<PseudoStep> steps() {
      return SHARED;
    }
  }

  /** HAIL's input format, of whose tasks {@link #SHARED} hears. */
  static final class Input extends HailInputFormat {
    @Override
    public RecordReader<Text, HailRecord> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new HailRecordReader(SHARED);
    }
  }

  /** A moment before or after a step. */
  record Point(boolean before, PseudoStep step) {
    static Point before(PseudoStep step) {
      return new Point(true, step);
    }

    static Point after(PseudoStep step) {
      return new Point(false, step);
    }

    /**
     * All by which a replica is made, in their order but for the namenode's, which come within one
     * of the task.
     */
    static List<Point> all() {
      List<Point> points = new ArrayList<>();
      for (PseudoStep step : PseudoStep.values()) {
        points.add(before(step));
        points.add(after(step));
      }
      return points;
    }

    /** Those of tasks. */
    static List<Point> ofTasks() {
      return all().stream().filter(p -> p.step != PseudoStep.ADMIT).toList();
    }

    @Override
    public String toString() {
      return (before ? "before " : "after ") + step;
    }
  }

  /** Something to do. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }

  private final Map<Point, Queue<Action>> armed = new HashMap<>();

  private PseudoFaults() {}

  /** Does something when the next one comes to a point, or the one after those armed already. */
  synchronized void arm(Point point, Action action) {
    armed.computeIfAbsent(point, p -> new ArrayDeque<>()).add(action);
  }

  /** Whether all that was armed was done or has begun. */
  synchronized boolean allFired() {
    return armed.isEmpty();
  }

  synchronized void disarm() {
    armed.clear();
  }

  @Override
  public void before(PseudoStep step) throws IOException {
    act(Point.before(step));
  }

  @Override
  public void after(PseudoStep step) throws IOException {
    act(Point.after(step));
  }

  private void act(Point point) throws IOException {
    Action action = next(point);
    if (action != null) {
      action.run();
    }
  }

  private synchronized Action next(Point point) {
    Queue<Action> queue = armed.get(point);
    if (queue == null) {
      return null;
    }
    Action next = queue.remove();
    if (queue.isEmpty()) {
      armed.remove(point);
    }
    return next;
  }
}
