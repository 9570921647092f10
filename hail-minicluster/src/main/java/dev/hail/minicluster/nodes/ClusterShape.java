// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a cluster is to consist of, besides its two namenodes and their journal node.
 *
 * @param nodes number of nodes, each with a datanode
 * @param yarn whether each has a node manager too, and there is a resource manager
 * @param settings settings of all daemons and clients
 */
record ClusterShape(int nodes, boolean yarn, Map<String, String> settings) {
  ClusterShape {
    settings = Map.copyOf(settings);
  }

  /** Returns the shape as arguments of a program. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("" + nodes, "" + yarn));
    settings.forEach((key, value) -> arguments.add(key + "=" + value));
    return arguments;
  }

  /** Reads what {@link #arguments} returned. */
  static ClusterShape parse(List<String> arguments) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String setting : arguments.subList(2, arguments.size())) {
      int end = setting.indexOf('=');
      settings.put(setting.substring(0, end), setting.substring(end + 1));
    }
    return new ClusterShape(
        Integer.parseInt(arguments.get(0)), Boolean.parseBoolean(arguments.get(1)), settings);
  }
}
