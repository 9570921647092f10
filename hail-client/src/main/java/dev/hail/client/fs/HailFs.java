// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;

/**
 * {@link HailFileSystem} for programs that use {@code FileContext}. Hadoop finds it by the key
 * {@code fs.AbstractFileSystem.hail.impl}.
 */
public final class HailFs extends DelegateToFileSystem {
  /** Called by Hadoop. */
  public HailFs(URI uri, Configuration configuration) throws IOException, URISyntaxException {
    super(uri, new HailFileSystem(), configuration, HailFileSystem.SCHEME, false);
  }

  @Override
  public int getUriDefaultPort() {
    return HailFileSystem.NO_DEFAULT_PORT;
  }
}
