// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.namenode.directory.DirectorySize;
import dev.hail.protocol.ClusterStatus;
import dev.hail.protocol.DatanodeStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.http.HtmlQuoting;

/** The state of the replica directory as a web page. It names datanodes, never files. */
final class StatusPage {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>HAIL</title>
      <style>
      body { font-family: sans-serif; margin: 2em; }
      table { border-collapse: collapse; margin-bottom: 2em; }
      th, td { border: 1px solid #ccc; padding: .3em .8em; text-align: right; }
      th:first-child, td:first-child { text-align: left; }
      </style></head><body>
      """;

  private final ReplicaDirectoryService service;
  private final ClientService clients;
  private final ActiveVetoes vetoes;

  StatusPage(ReplicaDirectoryService service, ClientService clients, ActiveVetoes vetoes) {
    this.service = service;
    this.clients = clients;
    this.vetoes = vetoes;
  }

  /** The page as it is now. */
  String render() {
    ClusterStatus status = clients.status();
    StringBuilder page = new StringBuilder(HEAD);
    page.append("<h1>HAIL replica directory</h1>\n<table>\n");
    DirectorySize size = service.directory().size();
    row(page, "HAIL version", status.hailVersion());
    row(page, "Block format", status.formatVersion());
    row(page, "This namenode", status.active() ? "active" : "standby");
    row(page, "Directory since", Instant.ofEpochMilli(status.epoch()));
    row(page, "Reports", service.isComplete() ? "complete" : "datanodes still owe reports");
    row(page, "Datanodes with HAIL", status.hailDatanodes() + " of " + status.liveDatanodes());
    row(page, "Blocks", size.blocks());
    row(page, "Replicas", size.replicas());
    row(page, "Orders assigned, not reported", size.openAssignments());
    row(page, "Blocks missing an order", service.repair().suspects());
    row(page, "Replicas told to take a lost order", service.repair().wishes());
    row(page, "Memory, bytes", size.bytes());
    row(page, "Append and truncate of HAIL files", vetoes.asked() ? "refused" : notRefused());
    row(page, "Plain reads of HAIL files", plainReads());
    page.append("</table>\n");
    datanodes(page, status.datanodes());
    return page.append("</body></html>\n").toString();
  }

  private String plainReads() {
    if (!vetoes.asked()) {
      return notRefused();
    }
    return switch (vetoes.plainReads().mode()) {
      case REFUSE -> "refused: " + vetoes.plainReadsRefused() + " since the start";
      case WARN -> "allowed with a warning: " + vetoes.plainReadsWarned() + " since the start";
      case ALLOW -> "allowed";
    };
  }

  private String notRefused() {
    return "not refused by the namenode: " + vetoes.remedy();
  }

  private static void datanodes(StringBuilder page, List<DatanodeStatus> datanodes) {
    SortedSet<Integer> attributes = new TreeSet<>();
    datanodes.forEach(datanode -> attributes.addAll(datanode.replicas().keySet()));
    page.append("<h2>Replicas by sort attribute</h2>\n<table>\n<tr><th>datanode</th>");
    page.append("<th>reported</th>");
    for (int attribute : attributes) {
      page.append("<th>").append(attribute == 0 ? "unsorted" : "@" + attribute).append("</th>");
    }
    page.append("</tr>\n");
    datanodes.stream()
        .sorted(Comparator.comparing(DatanodeStatus::host))
        .forEach(
            datanode -> {
              page.append("<tr><td>").append(quoted(datanode.host())).append("</td><td>");
              page.append(datanode.reported() ? "yes" : "no").append("</td>");
              for (int attribute : attributes) {
                long count = datanode.replicas().getOrDefault(attribute, 0L);
                page.append("<td>").append(count).append("</td>");
              }
              page.append("</tr>\n");
            });
    page.append("</table>\n");
  }

  private static void row(StringBuilder page, String name, Object value) {
    page.append("<tr><td>")
        .append(quoted(name))
        .append("</td><td>")
        .append(quoted(value.toString()))
        .append("</td></tr>\n");
  }

  private static String quoted(String text) {
    return HtmlQuoting.quoteHtmlChars(text);
  }
}
