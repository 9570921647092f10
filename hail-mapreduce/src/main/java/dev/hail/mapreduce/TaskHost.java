// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.net.UnknownHostException;
import org.apache.hadoop.net.DNS;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;

/** The host this task runs on, by the name that HDFS and YARN use. */
final class TaskHost {

  private TaskHost() {}

  /** Returns the node manager's host name in a container, otherwise the local host name. */
  static String current() throws UnknownHostException {
    String container = System.getenv(Environment.NM_HOST.name());
    return container != null ? container : DNS.getDefaultHost("default");
  }
}
