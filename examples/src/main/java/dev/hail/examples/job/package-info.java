/** An example job in its two forms, for plain Hadoop and for HAIL. */
package dev.hail.examples.job;
