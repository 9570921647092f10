/** Access classes only, for what Hadoop's datanode keeps to its package. */
package org.apache.hadoop.hdfs.server.datanode;
