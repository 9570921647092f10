/**
 * Replicas on their way in: gathers the packets of a HAIL block in bounded memory, or in the file
 * Hadoop would use, until the block is whole.
 */
package dev.hail.datanode.assembly;
