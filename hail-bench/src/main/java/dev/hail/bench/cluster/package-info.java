/** The embedded cluster that demo and benchmarks run on, its files and its log. */
package dev.hail.bench.cluster;
