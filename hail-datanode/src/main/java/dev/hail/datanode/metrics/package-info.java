/** What a datanode counts about HAIL. */
package dev.hail.datanode.metrics;
