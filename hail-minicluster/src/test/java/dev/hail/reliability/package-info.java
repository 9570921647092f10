/**
 * What is left when machines, disks, processes and networks fail: nothing lost, orders restored.
 */
package dev.hail.reliability;
