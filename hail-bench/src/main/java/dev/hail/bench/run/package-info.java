/** What all benchmarks have in common on the command line: options, progress, results. */
package dev.hail.bench.run;
