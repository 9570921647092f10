// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import dev.hail.load.ClientProcess.ClientGone;
import dev.hail.testing.WrongAnswer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Changes and reads the files of one directory through a client process, and knows what must come
 * of it. What it does next follows from its seed and from what its files are.
 */
public final class Worker implements Callable<Void> {
  /** All files of all workers are below this directory. */
  public static final String ROOT = "/load";

  private static final int NAMES = 6;

  /** No user pins a replica; a pinned one may be on the datanode that is away. */
  private static final String PINNED_FAILED = "queries of one replica failed";

  private static final int PAUSE_AFTER_FAILURE_MILLIS = 300;

  private final String name;
  private final Random random;
  private final ClientProcess client;
  private final ExpectedState state;
  private final Oracle oracle;
  private final EventLog events;
  private final InFlight inFlight;
  private final LoadControl control;

  public Worker(
      String name,
      long seed,
      ClientProcess client,
      ExpectedState state,
      Oracle oracle,
      EventLog events,
      InFlight inFlight,
      LoadControl control) {
    this.name = name;
    this.random = new Random(seed);
    this.client = client;
    this.state = state;
    this.oracle = oracle;
    this.events = events;
    this.inFlight = inFlight;
    this.control = control;
  }

  /** The directory of a worker. */
  public static String directory(String worker) {
    return ROOT + "/" + worker;
  }

  @Override
  public Void call() throws Exception {
    try (client;
        state;
        LoadControl.Member member = control.join()) {
      while (member.goesOn(state.isCertain())) {
        try {
          client.ensureRunning();
          step();
        } catch (ClientGone e) {
          events.count("clients gone");
          events.add(name, e.getMessage());
        }
      }
      return null;
    } catch (WrongAnswer | LoadFailure | IOException | SQLException e) {
      control.end();
      events.add(name, "FAILURE " + e);
      throw e;
    }
  }

  private void step() throws IOException, SQLException, InterruptedException {
    if (!state.isCertain()) {
      resolve();
      return;
    }
    Map<String, Content> files = state.files();
    String path = directory(name) + "/" + random.nextInt(NAMES);
    String other = directory(name) + "/" + random.nextInt(NAMES);
    int dice = random.nextInt(100);
    long seed = random.nextLong(1_000_000);
    boolean hail = random.nextInt(5) > 0;
    if (!files.containsKey(path) || dice < 25) {
      change(Operation.put(path, new Content(hail, seed)));
    } else if (dice < 33) {
      change(Operation.delete(path));
    } else if (dice < 42 && !files.containsKey(other)) {
      change(Operation.rename(path, other));
    } else if (files.get(path).hail() && dice < 90) {
      query(path, files.get(path), random.nextInt(8), random.nextInt(4) - 1);
    } else {
      look(path, files.get(path));
    }
  }

  private void change(Operation operation) throws IOException, InterruptedException {
    state.intend(operation);
    events.count(operation.kind() + " begun");
    String answer = client.call(operation.toString());
    if (answer.startsWith(LoadClient.OK)) {
      state.acknowledge();
      events.count(operation.kind() + " acknowledged");
      events.count(EventLog.ANSWERED);
      return;
    }
    failed(operation.toString(), answer, EventLog.FAILED);
  }

  /** Without failover a pinned replica may fail; what is answered must be right all the same. */
  private void query(String path, Content content, int i, int replica)
      throws IOException, SQLException, InterruptedException {
    String command = "query " + path + " " + content.seed() + " " + i + " " + replica;
    String answer = client.call(command);
    if (!answer.startsWith(LoadClient.OK)) {
      failedRead(command, answer, replica < 0 ? EventLog.FAILED : PINNED_FAILED);
      return;
    }
    events.count(replica < 0 ? "queries" : "queries of one replica");
    events.count(EventLog.ANSWERED);
    expect(command, LoadClient.OK + oracle.query(content, i), answer);
  }

  private void look(String path, Content content)
      throws IOException, SQLException, InterruptedException {
    String command = "identify " + path;
    String answer = client.call(command);
    if (!answer.startsWith(LoadClient.OK)) {
      failedRead(command, answer, EventLog.FAILED);
      return;
    }
    events.count("files read");
    events.count(EventLog.ANSWERED);
    expect(command, LoadClient.OK + oracle.whole(content), answer);
  }

  private void expect(String command, String expected, String answer) {
    if (!answer.equals(expected)) {
      throw new WrongAnswer(
          name + ": " + command + " answered " + answer + ", expected was " + expected);
    }
  }

  private void failedRead(String command, String answer, String kind)
      throws IOException, InterruptedException {
    if (answer.equals(LoadClient.ABSENT)) {
      throw new WrongAnswer(name + ": a file that must be there is not: " + command);
    }
    failed(command, answer, kind);
  }

  private void failed(String command, String answer, String kind)
      throws IOException, InterruptedException {
    if (answer.startsWith(LoadClient.IMPOSSIBLE)) {
      throw new LoadFailure(name + ": " + command + " answered " + answer);
    }
    events.count(kind);
    events.add(name, command + " answered " + answer);
    Thread.sleep(PAUSE_AFTER_FAILURE_MILLIS);
  }

  /** Looks at what the last operations left, when they can no longer be under way. */
  private void resolve() throws IOException, SQLException, InterruptedException {
    for (int round = 0; round < 2; round++) {
      String path = state.doubts().keySet().iterator().next();
      if (client.call("identify " + path).startsWith("fail")) {
        Thread.sleep(PAUSE_AFTER_FAILURE_MILLIS);
        return;
      }
      if (round == 0) {
        inFlight.await();
      }
    }
    List<String> paths = new ArrayList<>(state.doubts().keySet());
    for (String path : paths) {
      Set<Content> possible = state.doubts().get(path);
      if (possible == null) {
        continue;
      }
      String answer = client.call("identify " + path);
      if (answer.startsWith("fail")) {
        return;
      }
      observe(path, possible, answer);
    }
    events.count("doubts resolved");
  }

  private void observe(String path, Set<Content> possible, String answer)
      throws IOException, SQLException {
    for (Content content : possible) {
      String expected = content == null ? LoadClient.ABSENT : LoadClient.OK + oracle.whole(content);
      if (expected.equals(answer) && state.observe(path, content)) {
        return;
      }
    }
    throw new WrongAnswer(
        name + ": " + path + " is " + answer + ", possible were " + state.doubts().get(path));
  }
}
