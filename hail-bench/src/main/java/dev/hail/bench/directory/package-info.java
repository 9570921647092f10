/** {@code hail bench directory}: Dir_rep filled far beyond what tests fill it with. */
package dev.hail.bench.directory;
