/** Runs a job and tells what it cost and what it wrote. */
package dev.hail.bench.job;
