/** Self-contained web reports: inline SVG, no script, nothing fetched from elsewhere. */
package dev.hail.bench.report;
