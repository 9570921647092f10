/** {@code hail bench adaptive}: sequences of jobs that index as they go (thesis, section 3.10). */
package dev.hail.bench.adaptive;
