/** The example tables and jobs, by name: what the commands and the benchmarks start from. */
package dev.hail.examples;
