// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributes;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Refuses append and truncate of HAIL files before they begin, and plain clients that open HAIL
 * files; set it as {@code dfs.namenode.inode.attributes.provider.class}. Everything else it leaves
 * to the provider named in {@code hail.namenode.inode.attributes.provider.class}, if any, or to
 * HDFS.
 *
 * <p>Without it datanodes refuse the same, but a file whose truncation they refused stays under
 * recovery. HDFS asks providers only while {@code dfs.permissions.enabled} is on, and does not tell
 * them the arguments of an operation. So two harmless operations are refused as well: appending a
 * new block, and truncating at the end of a block.
 */
public final class HailAttributeProvider extends INodeAttributeProvider implements Configurable {
  private final HailFiles files = new HailFiles();
  private Configuration conf;
  private INodeAttributeProvider delegate;
  private PlainReadVeto plainReads;

  @Override
  public void setConf(Configuration newConf) {
    HailConfiguration.addResources();
    conf = newConf;
    plainReads = PlainReadVeto.of(newConf);
    String name = newConf.getTrimmed(HailConfigKeys.NAMENODE_ATTRIBUTE_PROVIDER, "");
    if (name.isEmpty()) {
      return;
    }
    if (name.equals(getClass().getName())) {
      throw new IllegalArgumentException(
          HailConfigKeys.NAMENODE_ATTRIBUTE_PROVIDER
              + " names HAIL's own provider; it is for the one that was there before");
    }
    Class<? extends INodeAttributeProvider> type =
        newConf.getClass(
            HailConfigKeys.NAMENODE_ATTRIBUTE_PROVIDER, null, INodeAttributeProvider.class);
    delegate = ReflectionUtils.newInstance(type, newConf);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  /** Lets the provider look into the namespace, as the plugin of the same namenode does. */
  void connect(HailNamespace namespace, HailFiles.BlockTest hailBlocks) {
    files.connect(namespace, hailBlocks);
  }

  /** What it does about plain clients, and how often it did. */
  PlainReadVeto plainReads() {
    return plainReads;
  }

  @Override
  public void start() {
    if (delegate != null) {
      delegate.start();
    }
  }

  @Override
  public void stop() {
    if (delegate != null) {
      delegate.stop();
    }
  }

  @Override
  public INodeAttributes getAttributes(String[] pathElements, INodeAttributes inode) {
    return delegate == null ? inode : delegate.getAttributes(pathElements, inode);
  }

  @Override
  public INodeAttributes getAttributes(byte[][] components, INodeAttributes inode) {
    return delegate == null ? inode : delegate.getAttributes(components, inode);
  }

  @Override
  public AccessControlEnforcer getExternalAccessControlEnforcer(AccessControlEnforcer byDefault) {
    AccessControlEnforcer inner =
        delegate == null ? null : delegate.getExternalAccessControlEnforcer(byDefault);
    return new VetoingEnforcer(
        inner == null ? byDefault : inner, files, List.of(new AppendVeto(), plainReads));
  }
}
