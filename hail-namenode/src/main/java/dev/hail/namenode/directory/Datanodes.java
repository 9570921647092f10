// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The datanodes and storages seen, the latter numbered so that a replica needs four bytes to name
 * its place. The namenode knows every one of them, so they are few, and kept.
 */
final class Datanodes {
  private final Map<String, Datanode> byUuid = new ConcurrentHashMap<>();
  private volatile Storage[] storages = new Storage[16];
  private int storageCount;

  Datanode get(String uuid) {
    return byUuid.computeIfAbsent(uuid, Datanode::new);
  }

  /** The datanode, or null if it was never heard of. */
  Datanode known(String uuid) {
    return byUuid.get(uuid);
  }

  Collection<Datanode> all() {
    return byUuid.values();
  }

  Storage storage(int number) {
    return storages[number];
  }

  /** The datanode that holds a replica of a stripe; under the lock of the stripe. */
  Datanode holder(Stripe stripe, int replica) {
    return storage(stripe.storage(replica)).datanode();
  }

  /**
   * The storage of a datanode with a given id.
   *
   * @throws RefusedException if the datanode claims to have more of them than makes sense
   */
  Storage storage(Datanode datanode, String id) throws RefusedException {
    Storage known = datanode.storages().get(id);
    return known != null ? known : newStorage(datanode, id);
  }

  private synchronized Storage newStorage(Datanode datanode, String id) throws RefusedException {
    Storage known = datanode.storages().get(id);
    if (known != null) {
      return known;
    }
    if (datanode.storages().size() >= Datanode.MAX_STORAGES) {
      throw new RefusedException(
          "datanode "
              + datanode.uuid()
              + " names more than "
              + Datanode.MAX_STORAGES
              + " storages; HAIL takes no more of them");
    }
    Storage storage = new Storage(datanode, id, storageCount);
    Storage[] grown =
        storageCount == storages.length ? Arrays.copyOf(storages, storageCount * 2) : storages;
    grown[storageCount++] = storage;
    // A volatile write even without growth, so that readers of the number see the entry.
    storages = grown;
    datanode.storages().put(id, storage);
    return storage;
  }
}
