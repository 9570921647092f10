// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.net.UnknownHostException;
import org.apache.hadoop.net.DNS;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;

/** The host this task runs on, by the name HDFS and YARN know it. */
final class TaskHost {

  private TaskHost() {}

  /** The node manager's host in a container, elsewhere the name of this host. */
  static String current() throws UnknownHostException {
    String container = System.getenv(Environment.NM_HOST.name());
    return container != null ? container : DNS.getDefaultHost("default");
  }
}
