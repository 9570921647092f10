// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.MiniDFSCluster.NameNodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Reads the current metrics of the daemons of a cluster in this process. */
public final class DaemonMetrics {
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

  private DaemonMetrics() {}

  /** Returns the sum of a HAIL metric over the datanodes of one cluster. */
  public static long ofDataNodes(HailMiniCluster cluster, String metric) throws JMException {
    long sum = 0;
    for (DataNode node : cluster.dfs().getDataNodes()) {
      String name = "Hadoop:name=HailDataNode-*-" + node.getXferPort() + ",*";
      if (BEANS.queryNames(new ObjectName(name), null).isEmpty()) {
        throw new AssertionError("No bean is named " + name);
      }
      sum += sum(name, metric);
    }
    return sum;
  }

  /** Returns the sum of a HAIL metric over the namenodes of one cluster. */
  public static long ofNameNodes(HailMiniCluster cluster, String metric) throws JMException {
    Set<String> pools = new HashSet<>();
    for (NameNodeInfo each : cluster.dfs().getNameNodeInfos()) {
      pools.add(each.nameNode.getNamesystem().getBlockPoolId());
    }
    // Only the pool tells the beans of several clusters in this process apart.
    return sum(
        "Hadoop:name=HailDirectory*,*",
        metric,
        record ->
            record.tags().stream()
                .anyMatch(tag -> tag.name().equals("BlockPoolId") && pools.contains(tag.value())));
  }

  /** Returns the sum of an HDFS metric over the datanodes of one cluster. */
  public static long ofHdfs(HailMiniCluster cluster, String metric) throws JMException {
    long sum = 0;
    for (DataNode node : cluster.dfs().getDataNodes()) {
      // Only the port tells the beans of several clusters in this process apart.
      String name = "Hadoop:service=DataNode,name=DataNodeActivity-*-" + node.getXferPort();
      // A datanode restarted on its old port gets a number appended to its bean's name.
      sum += sum(name, metric) + sum(name + "-*", metric);
    }
    return sum;
  }

  /** Returns how often the namenode at this port of this process answered a call. */
  public static long ofCalls(int port, String call) throws JMException {
    return sum("Hadoop:service=NameNode,name=RpcDetailedActivityForPort" + port, call + "NumOps");
  }

  private static long sum(String beans, String metric) throws JMException {
    return sum(beans, metric, record -> true);
  }

  private static long sum(String beans, String metric, Predicate<MetricsRecord> counts)
      throws JMException {
    long sum = 0;
    for (ObjectName name : BEANS.queryNames(new ObjectName(beans), null)) {
      sum += now(name.getKeyProperty("name"), metric, counts);
    }
    return sum;
  }

  /** Asks the metrics source directly, because beans show values up to ten seconds old. */
  private static long now(String name, String metric, Predicate<MetricsRecord> counts) {
    MetricsSource source = DefaultMetricsSystem.instance().getSource(name);
    if (source == null) {
      // The datanode stopped after the names were listed.
      return 0;
    }
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    Iterable<? extends MetricsRecord> records = collector.getRecords();
    for (MetricsRecord each : records) {
      if (!counts.test(each)) {
        return 0;
      }
      for (AbstractMetric value : each.metrics()) {
        if (value.name().equals(metric)) {
          return value.value().longValue();
        }
      }
    }
    throw new AssertionError(name + " has no metric " + metric);
  }
}
