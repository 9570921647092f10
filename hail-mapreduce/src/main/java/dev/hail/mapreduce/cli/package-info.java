/** The {@code hail query} command: a selection as a MapReduce job. */
package dev.hail.mapreduce.cli;
