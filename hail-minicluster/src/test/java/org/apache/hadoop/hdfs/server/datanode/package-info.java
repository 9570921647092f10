/** Access to what Hadoop keeps to the package of its datanode, for tests. */
package org.apache.hadoop.hdfs.server.datanode;
