/** The filters that files are read with: recorded, remembered, and turned into advice. */
package dev.hail.client.workload;
