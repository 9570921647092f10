package dev.hail.reliability;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Metrics of all datanodes of this process, as JMX shows them. */
final class Metrics {
  private Metrics() {}

  /** The sum of a metric of HAIL over the datanodes. */
  static long sum(String metric) throws JMException {
    return sum("Hadoop:name=HailDataNode*,*", metric);
  }

  /** The sum of a metric of HDFS over the datanodes. */
  static long sumOfHdfs(String metric) throws JMException {
    return sum("Hadoop:service=DataNode,name=DataNodeActivity*", metric);
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
