// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Cuts links between loopback addresses: packets over a cut link vanish without notice to either
 * end. The rules belong to an {@code nft} process. The kernel removes them when that process ends,
 * at the latest together with this one. Needs root and {@code nft}. Thread-safe.
 */
public final class Firewall implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 10;

  private final String table;
  private final Process nft;
  private final Writer commands;
  private final BufferedReader answers;

  private Firewall(String table, Process nft) {
    this.table = table;
    this.nft = nft;
    this.commands = new OutputStreamWriter(nft.getOutputStream(), StandardCharsets.UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(nft.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * One direction between two addresses.
   *
   * @param from address of the sender
   * @param to address of the receiver
   */
  public record Link(String from, String to) {}

  /**
   * Opens a firewall that cuts nothing yet.
   *
   * @throws IOException if {@code nft} is missing or this process may not use it; the message says
   *     which
   */
  public static Firewall open() throws IOException {
    Process nft;
    try {
      nft = new ProcessBuilder("nft", "-i").redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException("Cannot start nft; install the package nftables", e);
    }
    Firewall firewall = new Firewall("hail_" + nft.pid(), nft);
    try {
      firewall.tell("add table ip " + firewall.table + " { flags owner; }");
      firewall.tell(
          "add chain ip " + firewall.table + " cuts { type filter hook input priority 0; }");
      firewall.verify(Set.of());
      return firewall;
    } catch (IOException e) {
      firewall.close();
      throw e;
    }
  }

  /** Cuts these links and heals all others. */
  public synchronized void cut(Set<Link> links) throws IOException {
    tell("flush chain ip " + table + " cuts");
    for (Link link : links) {
      tell("add rule ip " + table + " cuts " + rule(link));
    }
    verify(links);
  }

  /** Heals every link. Connections that survived the cut continue. */
  public void heal() throws IOException {
    cut(Set.of());
  }

  private static String rule(Link link) {
    return "ip saddr " + link.from() + " ip daddr " + link.to() + " drop";
  }

  private void tell(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
  }

  /** Lists the rules to check them, because nft does not answer commands. */
  private void verify(Set<Link> links) throws IOException {
    List<String> lines = new ArrayList<>();
    try {
      tell("list table ip " + table);
      String line = answers.readLine();
      while (line != null && !line.equals("}") && !line.contains("Error")) {
        lines.add(line.trim());
        line = answers.readLine();
      }
      lines.add(String.valueOf(line));
    } catch (IOException ended) {
      lines.add(ended.getMessage());
    }
    boolean made = lines.stream().anyMatch(line -> line.startsWith("chain cuts"));
    long drops = lines.stream().filter(line -> line.endsWith("drop")).count();
    if (!made
        || drops != links.size()
        || !links.stream().allMatch(link -> lines.contains(rule(link)))) {
      throw new IOException(
          "nft did not set the rules; run this as root. It printed " + String.join(" ", lines));
    }
  }

  /** Heals every link and ends {@code nft}. */
  @Override
  public void close() throws IOException {
    nft.getOutputStream().close();
    boolean interrupted = false;
    try {
      if (!nft.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        nft.destroyForcibly();
      }
    } catch (InterruptedException e) {
      nft.destroyForcibly();
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
