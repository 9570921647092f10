/** Text for a person at a terminal: progress and tables. */
package dev.hail.bench.console;
