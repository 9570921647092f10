// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.PathException;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;

/**
 * A failure of Hadoop whose own message is too long, or says too little, in words for users.
 *
 * @param what what is wrong
 * @param remedy what the user can do about it; may be empty
 */
record HadoopFailure(String what, String remedy) {
  /** HDFS' client, of a URI such as {@code hdfs:///x} without a namenode in the configuration. */
  private static final Pattern NO_NAMENODE =
      Pattern.compile("Incomplete HDFS URI, no host: (hdfs:/(?!/[^/]).*)");

  /** The file system {@code hail://}, of the same. */
  private static final String NO_DEFAULT_NAMENODE = " names no namenode, and neither does ";

  /** What helps without a cluster. */
  static final String NAME_THE_CLUSTER =
      "Set HADOOP_CONF_DIR, or name the cluster with -fs hdfs://NAMENODE:PORT.";

  /** A namenode, of a block for which it finds too few datanodes. */
  private static final Pattern TOO_FEW_DATANODES =
      Pattern.compile(
          "could only be written to (\\d+) of the (\\d+) .*"
              + "There are (\\d+) datanode\\(s\\) running and (\\w+) node\\(s\\) are excluded");

  /** Returns the words for a failure; nothing if its own message does. */
  static Optional<HadoopFailure> of(Throwable failure) {
    if (failure.getCause() instanceof XMLStreamException malformed) {
      return Optional.of(ofConfiguration(malformed));
    }
    if (!(failure instanceof IOException) || failure instanceof PathException) {
      return Optional.empty();
    }
    String message = PathException.firstLine(failure);
    Matcher namenode = NO_NAMENODE.matcher(message);
    if (namenode.matches()) {
      return Optional.of(
          new HadoopFailure(
              "`" + namenode.group(1) + "': no cluster is configured", NAME_THE_CLUSTER));
    }
    if (message.contains(NO_DEFAULT_NAMENODE)) {
      return Optional.of(new HadoopFailure(message, NAME_THE_CLUSTER));
    }
    Matcher datanodes = TOO_FEW_DATANODES.matcher(message);
    if (datanodes.find()) {
      return Optional.of(
          new HadoopFailure(
              "HDFS found %s of the %s datanodes that a block needs: %s live, %s excluded"
                  .formatted(
                      datanodes.group(1),
                      datanodes.group(2),
                      datanodes.group(3),
                      datanodes.group(4)),
              "`hdfs dfsadmin -report' shows which datanodes are live, and their free space."));
    }
    return Optional.empty();
  }

  private static HadoopFailure ofConfiguration(XMLStreamException malformed) {
    String reason = PathException.firstLine(malformed);
    Location place = malformed.getLocation();
    return place == null
        ? new HadoopFailure(
            "malformed configuration: " + reason,
            "Check the files in HADOOP_CONF_DIR, for example with xmllint.")
        : new HadoopFailure(
            "malformed configuration, line "
                + place.getLineNumber()
                + " of "
                + place.getSystemId()
                + ": "
                + reason,
            "");
  }
}
