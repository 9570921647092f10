/** HAIL's access to parts of the namenode that only its own package may touch. */
package org.apache.hadoop.hdfs.server.namenode;
