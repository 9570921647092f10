// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join;

import dev.hail.conf.HailConfigKeys;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.nativejoin.FlatJoins;
import dev.hail.nativejoin.JavaFlatJoins;
import dev.hail.nativejoin.NativeFlatJoins;
import dev.hail.nativejoin.NativeLibraryMissingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The implementation of joins. It is decided once, when the job is submitted, so that no task is
 * silently slower or larger than the others.
 */
public final class JoinLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(JoinLibrary.class);
  private static final String AUTO = "auto";
  private static final String NATIVE = "native";
  private static final String JAVA = "java";

  private JoinLibrary() {}

  /**
   * Returns the implementation for a job that is submitted: {@code hail.join.implementation}.
   *
   * @throws JoinRefusedException if the key asks for one that does not exist or cannot be loaded
   */
  public static FlatJoins ofJob(Configuration conf) throws JoinRefusedException {
    String wanted = conf.getTrimmed(HailConfigKeys.JOIN_IMPLEMENTATION, AUTO);
    return switch (wanted) {
      case JAVA -> new JavaFlatJoins();
      case AUTO, NATIVE -> nativeIfThere(wanted.equals(NATIVE));
      default ->
          throw new JoinRefusedException(
              HailConfigKeys.JOIN_IMPLEMENTATION
                  + " is `"
                  + wanted
                  + "'; it can be auto, native or java");
    };
  }

  private static FlatJoins nativeIfThere(boolean required) throws JoinRefusedException {
    try {
      return NativeFlatJoins.load();
    } catch (NativeLibraryMissingException missing) {
      if (required) {
        throw new JoinRefusedException(
            HailConfigKeys.JOIN_IMPLEMENTATION
                + " is native, but this client has no native joins. "
                + missing.getMessage()
                + ". Set it to java",
            missing);
      }
      LOG.warn("The job joins in Java, with more memory and time: {}", missing.getMessage());
      return new JavaFlatJoins();
    }
  }

  /** Returns the name of an implementation in plans. */
  public static String nameOf(FlatJoins library) {
    return library instanceof NativeFlatJoins ? NATIVE : JAVA;
  }

  /** Returns whether each task reads images into its heap, where others map them. */
  public static boolean readsIntoHeap(String name) {
    return name.equals(JAVA);
  }

  /**
   * Returns the implementation that a plan names.
   *
   * @throws IOException if this machine cannot load it
   */
  public static FlatJoins ofTask(String name) throws IOException {
    if (name.equals(JAVA)) {
      return new JavaFlatJoins();
    }
    try {
      return NativeFlatJoins.load();
    } catch (NativeLibraryMissingException missing) {
      throw new IOException(
          "The job was planned with native joins, which "
              + host()
              + " cannot load: "
              + missing.getMessage()
              + ". Submit the job with -D "
              + HailConfigKeys.JOIN_IMPLEMENTATION
              + "=java, or mend the node",
          missing);
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "this node";
    }
  }
}
