/** Faults at the steps of datanodes and uploads, in this process and in others. */
package dev.hail.fault;
