// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Metrics of all daemons of this process, as they are now. */
public final class DaemonMetrics {
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

  private DaemonMetrics() {}

  /** The sum of a metric of HAIL over the datanodes. */
  public static long ofDataNodes(String metric) throws JMException {
    return sum("Hadoop:name=HailDataNode*,*", metric);
  }

  /** The sum of a metric of HAIL over the datanodes of one cluster. */
  public static long ofDataNodes(HailMiniCluster cluster, String metric) throws JMException {
    long sum = 0;
    for (DataNode node : cluster.dfs().getDataNodes()) {
      String name = "Hadoop:name=HailDataNode-*-" + node.getXferPort() + ",*";
      if (BEANS.queryNames(new ObjectName(name), null).isEmpty()) {
        throw new AssertionError("There is no " + name);
      }
      sum += sum(name, metric);
    }
    return sum;
  }

  /** The sum of a metric of HAIL over the namenodes. */
  public static long ofNameNodes(String metric) throws JMException {
    return sum("Hadoop:name=HailRegistry*,*", metric);
  }

  /** The sum of a metric of HDFS over the datanodes of one cluster. */
  public static long ofHdfs(HailMiniCluster cluster, String metric) throws JMException {
    long sum = 0;
    for (DataNode node : cluster.dfs().getDataNodes()) {
      // Those of other clusters in this process differ by nothing but their port.
      String name = "Hadoop:service=DataNode,name=DataNodeActivity-*-" + node.getXferPort();
      // A datanode that is started again at its port has a number in addition.
      sum += sum(name, metric) + sum(name + "-*", metric);
    }
    return sum;
  }

  private static long sum(String beans, String metric) throws JMException {
    long sum = 0;
    for (ObjectName name : BEANS.queryNames(new ObjectName(beans), null)) {
      sum += now(name.getKeyProperty("name"), metric);
    }
    return sum;
  }

  /** Asks the source itself, since the beans show values that are up to ten seconds old. */
  private static long now(String name, String metric) {
    MetricsSource source = DefaultMetricsSystem.instance().getSource(name);
    if (source == null) {
      // A datanode that stopped between the question for the names and this one.
      return 0;
    }
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    Iterable<? extends MetricsRecord> records = collector.getRecords();
    for (MetricsRecord each : records) {
      for (AbstractMetric value : each.metrics()) {
        if (value.name().equals(metric)) {
          return value.value().longValue();
        }
      }
    }
    throw new AssertionError(name + " has no metric " + metric);
  }
}
