// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.stress;

import dev.hail.load.ClientProcess;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.Firewall.Link;
import dev.hail.minicluster.process.ProcessCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Chooses who is cut off from whom: one victim at a time, all of them alive. */
final class Partitions {
  /** Long enough that the namenode takes a datanode for dead. */
  private static final int LONG_MILLIS = 14_000;

  private static final int SHORT_MILLIS = 300;
  private static final int MORE_MILLIS = 3_500;

  private final Random random;
  private final ProcessCluster cluster;
  private final List<ClientProcess> clients;

  Partitions(Random random, ProcessCluster cluster, List<ClientProcess> clients) {
    this.random = random;
    this.cluster = cluster;
    this.clients = clients;
  }

  /**
   * A partition.
   *
   * @param victim {@code datanode}, {@code namenode} or {@code client}
   * @param description for people
   * @param links what does not arrive
   * @param millis for how long
   */
  record Cut(String victim, String description, Set<Link> links, int millis) {}

  /** The next one, from the seed. */
  Cut next() {
    int dice = random.nextInt(10);
    int millis = SHORT_MILLIS + random.nextInt(MORE_MILLIS);
    if (dice < 6) {
      Daemon victim = pick(cluster.dataNodes());
      Map<String, String> peers =
          switch (random.nextInt(4)) {
            case 0 -> daemons(cluster.nameNodes());
            case 1 -> daemons(cluster.dataNodes());
            case 2 -> clientHosts();
            default -> everybody();
          };
      boolean longEnough = random.nextInt(4) == 0;
      return cut(
          "datanode", victim.name(), victim.host(), peers, longEnough ? LONG_MILLIS : millis);
    }
    if (dice < 8) {
      Daemon victim = pick(cluster.nameNodes());
      Map<String, String> peers = random.nextBoolean() ? everybody() : some(everybody());
      return cut("namenode", victim.name(), victim.host(), peers, millis);
    }
    ClientProcess victim = pick(clients);
    Map<String, String> peers = random.nextBoolean() ? everybody() : some(everybody());
    return cut("client", victim.name(), victim.host(), peers, millis);
  }

  private Cut cut(String kind, String name, String host, Map<String, String> peers, int millis) {
    int direction = random.nextInt(4);
    Set<Link> links = new java.util.LinkedHashSet<>();
    for (String peer : peers.values()) {
      if (peer.equals(host)) {
        continue;
      }
      if (direction != 0) {
        links.add(new Link(host, peer));
      }
      if (direction != 1) {
        links.add(new Link(peer, host));
      }
    }
    Set<String> names = new TreeSet<>(peers.keySet());
    names.remove(name);
    String way = direction == 0 ? "nothing arrives" : direction == 1 ? "nothing leaves" : "cut off";
    return new Cut(kind, name + ": " + way + ", for " + millis + " ms, of " + names, links, millis);
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private Map<String, String> some(Map<String, String> all) {
    List<String> names = new ArrayList<>(all.keySet());
    Collections.shuffle(names, random);
    Map<String, String> chosen = new LinkedHashMap<>();
    for (String name : names.subList(0, 1 + random.nextInt(names.size() - 1))) {
      chosen.put(name, all.get(name));
    }
    return chosen;
  }

  private Map<String, String> everybody() {
    Map<String, String> all = daemons(cluster.daemons());
    all.putAll(clientHosts());
    return all;
  }

  private static Map<String, String> daemons(List<Daemon> daemons) {
    Map<String, String> hosts = new LinkedHashMap<>();
    daemons.forEach(daemon -> hosts.put(daemon.name(), daemon.host()));
    return hosts;
  }

  private Map<String, String> clientHosts() {
    Map<String, String> hosts = new LinkedHashMap<>();
    clients.forEach(client -> hosts.put(client.name(), client.host()));
    return hosts;
  }
}
