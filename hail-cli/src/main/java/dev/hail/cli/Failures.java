// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.cli.output.ReaderGoneException;
import dev.hail.client.PathException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/** Turns failures into lines a user can act on. */
final class Failures {
  private Failures() {}

  /** Prints {@code command: what} and, on a second line, what to do. */
  static void print(Throwable failure, CommandContext context) {
    Throwable shown = unwrap(failure);
    PrintStream err = context.err();
    err.println(context.command() + ": " + describe(shown));
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
        || failure instanceof InterruptedIOException
        || failure instanceof ReaderGoneException);
  }

  private static Throwable unwrap(Throwable failure) {
    return failure instanceof RemoteException remote ? remote.unwrapRemoteException() : failure;
  }

  /** Returns what is wrong as one line. */
  static String describe(Throwable failure) {
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return failure.getClass().getSimpleName();
    }
    boolean ownWords =
        failure instanceof PathException || failure instanceof IllegalArgumentException;
    if (ownWords) {
      return message.stripTrailing();
    }
    String firstLine = message.strip().lines().findFirst().orElse("");
    if (failure instanceof NoSuchFileException) {
      return "`" + firstLine + "': No such file or directory";
    }
    if (failure instanceof IOException) {
      return firstLine;
    }
    return failure.getClass().getSimpleName() + ": " + firstLine;
  }

  /** Returns what the user can do about it; may be empty. */
  static String remedy(Throwable failure, CommandContext context) {
    if (failure instanceof PathException path) {
      return path.remedy();
    }
    if (failure instanceof ConnectException) {
      return "Check that the namenode runs and that fs.defaultFS ("
          + context.configuration().get("fs.defaultFS")
          + ") or -fs names it.";
    }
    if (failure instanceof AccessControlException) {
      return "Ask the owner for access, or run as another user.";
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
