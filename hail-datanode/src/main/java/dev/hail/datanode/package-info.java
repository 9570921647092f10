/** HAIL on a datanode: its parts put together. */
package dev.hail.datanode;
