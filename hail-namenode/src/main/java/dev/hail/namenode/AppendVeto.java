// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.util.Locale;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider.AuthorizationContext;
import org.apache.hadoop.security.AccessControlException;

/** Refuses append and truncate. */
final class AppendVeto implements Veto {

  @Override
  public boolean concerns(AuthorizationContext context) {
    String operation = context.getOperationName();
    return "append".equals(operation) || "truncate".equals(operation);
  }

  @Override
  public void check(AuthorizationContext context) throws AccessControlException {
    throw new AccessControlException(
        String.format(
            Locale.ROOT,
            "%s of %s is refused: it is a HAIL file, whose replicas hold the same rows in different"
                + " orders, so no byte has the same place in all of them. Upload more rows as a"
                + " file of their own (hail put), or replace this file",
            context.getOperationName(),
            context.getPath()));
  }
}
