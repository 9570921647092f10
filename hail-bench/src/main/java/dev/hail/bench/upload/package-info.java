/** {@code hail bench upload}: the same text into plain HDFS, HAIL and column files. */
package dev.hail.bench.upload;
