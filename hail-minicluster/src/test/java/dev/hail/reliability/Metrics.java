package dev.hail.reliability;

import dev.hail.minicluster.HailMiniCluster;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** Metrics of all datanodes of this process, as JMX shows them. */
final class Metrics {
  private Metrics() {}

  /** The sum of a metric of HAIL over the datanodes. */
  static long sum(String metric) throws JMException {
    return sum("Hadoop:name=HailDataNode*,*", metric);
  }

  /** The sum of a metric of HDFS over the datanodes of one cluster. */
  static long sumOfHdfs(HailMiniCluster cluster, String metric) throws JMException {
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
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    long sum = 0;
    for (ObjectName name : server.queryNames(new ObjectName(beans), null)) {
      sum += (Long) server.getAttribute(name, metric);
    }
    return sum;
  }
}
