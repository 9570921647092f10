// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Objects;

/**
 * The rows of a block in an order of their own, in a file of its own: a pseudo block replica
 * (thesis, section 3.5.3).
 *
 * @param path absolute path of the file, without scheme and authority; it holds one block
 * @param host name of the host of the datanode that holds that block
 * @param port port at which that datanode sends and receives blocks
 * @param located the file's block, not the one whose rows it has, and its datanode
 */
public record PseudoReplica(String path, String host, int port, LocatedReplica located) {
  public PseudoReplica {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(host, "host is null");
    Objects.requireNonNull(located, "located is null");
  }

  /** Host and port of the datanode, as several may share a host. */
  public String address() {
    return host + ":" + port;
  }

  /** Position, from 1, of the attribute the rows are sorted by. */
  public int sortAttribute() {
    return located.replica().sortAttribute();
  }
}
