// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.cli.output.ReaderGoneException;
import dev.hail.client.PathException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/** Turns failures into lines a user can act on. */
public final class Failures {
  private static final int MOST_CAUSES = 20;

  /** How Java says that a text is no number. */
  private static final Pattern NO_NUMBER = Pattern.compile("For input string: \"(.*?)\"");

  /** Parts of Hadoop's messages, each with what the user can do. */
  private static final Map<String, String> REMEDIES =
      Map.of(
          // Hadoop reports it as a matter of rights.
          "(is not a directory)",
          "Name a path that leads through directories.",
          "exceeds maximum data length",
          "The address is not that of a namenode's RPC server; its web server has another port.",
          "in safe mode",
          "Wait until the namenode has left it; `hdfs dfsadmin -safemode get' tells.");

  private Failures() {}

  /** Prints {@code command: what} and, on a second line, what to do. */
  static void print(Throwable failure, CommandContext context) {
    Throwable shown = unwrap(failure);
    PrintStream err = context.err();
    err.println(
        context.command() + ": " + describe(shown) + keysOf(shown, context.configuration()));
    String remedy = remedy(shown, context);
    if (!remedy.isEmpty()) {
      err.println("  " + remedy);
    }
    if (context.verbose()) {
      shown.printStackTrace(err);
    }
  }

  /** Whether a failure concerns one file, so that a command can go on with the next one. */
  static boolean concernsOneFile(IOException failure) {
    return !(failure instanceof ConnectException
        || failure instanceof NoRouteToHostException
        || failure instanceof UnknownHostException
        || failure instanceof InterruptedIOException
        || failure instanceof ReaderGoneException);
  }

  /** Removes what only carries a failure. */
  private static Throwable unwrap(Throwable failure) {
    if (failure instanceof RemoteException remote) {
      return remote.unwrapRemoteException();
    }
    boolean carrier =
        failure instanceof UncheckedIOException
            || failure instanceof UndeclaredThrowableException
            || failure instanceof ExecutionException;
    return carrier && failure.getCause() != null ? unwrap(failure.getCause()) : failure;
  }

  /** Hadoop does not name the key whose value is no number; those that have the value follow. */
  private static String keysOf(Throwable failure, Configuration configuration) {
    Matcher value = NO_NUMBER.matcher(String.valueOf(failure.getMessage()));
    if (!(failure instanceof NumberFormatException) || !value.find()) {
      return "";
    }
    String keys =
        StreamSupport.stream(configuration.spliterator(), false)
            .filter(entry -> entry.getValue().strip().equals(value.group(1)))
            .map(Map.Entry::getKey)
            .sorted()
            .collect(Collectors.joining(", "));
    return keys.isEmpty() ? "" : ", which is the value of " + keys + "; it must be a number";
  }

  /** Returns what is wrong, without stack traces: one line, unless HAIL itself wrote more. */
  public static String describe(Throwable failure) {
    if (unknownHost(failure) instanceof UnknownHostException unknown) {
      return "unknown host: " + PathException.firstLine(unknown);
    }
    Optional<HadoopFailure> ofHadoop = HadoopFailure.of(failure);
    if (ofHadoop.isPresent()) {
      return ofHadoop.get().what();
    }
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return withoutMessage(failure);
    }
    boolean ownWords =
        failure instanceof PathException || failure instanceof IllegalArgumentException;
    if (ownWords) {
      return withoutFrames(message);
    }
    String firstLine = PathException.firstLine(failure);
    if (failure instanceof NoSuchFileException) {
      return "`" + firstLine + "': No such file or directory";
    }
    if (failure instanceof IOException) {
      return firstLine;
    }
    return failure.getClass().getSimpleName() + ": " + firstLine;
  }

  /** Lines of a message that are no stack frames; messages of a namenode have its stack below. */
  private static String withoutFrames(String message) {
    return message
        .lines()
        .filter(line -> !line.startsWith("\t"))
        .collect(Collectors.joining(System.lineSeparator()))
        .strip();
  }

  /** The class of a failure says little, so that of its causes comes with it. */
  private static String withoutMessage(Throwable failure) {
    Throwable cause = failure.getCause();
    String name = failure.getClass().getSimpleName();
    return cause == null || cause == failure
        ? "it failed without a message (" + name + ")"
        : name + ": " + describe(cause);
  }

  private static Throwable unknownHost(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
      if (cause instanceof UnknownHostException) {
        return cause;
      }
      cause = cause.getCause();
    }
    return null;
  }

  /** Returns what the user can do about it; may be empty. */
  static String remedy(Throwable failure, CommandContext context) {
    if (failure instanceof PathException path) {
      return path.remedy();
    }
    Optional<HadoopFailure> ofHadoop = HadoopFailure.of(failure);
    if (ofHadoop.isPresent()) {
      return ofHadoop.get().remedy();
    }
    if (failure instanceof ConnectException
        || failure instanceof NoRouteToHostException
        || unknownHost(failure) != null) {
      String byDefault = context.configuration().get("fs.defaultFS", "");
      return byDefault.startsWith("hdfs:")
          ? "Check that the namenode runs and that fs.defaultFS ("
              + byDefault
              + ") or -fs names it, unless the path does."
          : "Check that the namenode runs and that the path names it.";
    }
    String message = String.valueOf(failure.getMessage());
    for (Map.Entry<String, String> remedy : REMEDIES.entrySet()) {
      if (message.contains(remedy.getKey())) {
        return remedy.getValue();
      }
    }
    if (failure instanceof AccessControlException) {
      return "Ask the owner for access, or run as another user.";
    }
    if (failure instanceof OutOfMemoryError) {
      return "Give it more heap, such as HAIL_OPTS=-Xmx4g.";
    }
    if (failure instanceof FileNotFoundException || failure instanceof IOException) {
      return "";
    }
    if (failure instanceof IllegalArgumentException || context.verbose()) {
      return "";
    }
    return "This is a defect; -v shows where it happened.";
  }
}
