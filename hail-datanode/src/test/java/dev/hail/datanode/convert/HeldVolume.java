// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import java.lang.reflect.Proxy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** A volume that can be held and has a name, and nothing else. */
final class HeldVolume {

  private HeldVolume() {}

  static FsVolumeSpi create() {
    FsVolumeReference held =
        new FsVolumeReference() {
          @Override
          public FsVolumeSpi getVolume() {
            throw new UnsupportedOperationException("Nobody asks for the volume");
          }

          @Override
          public void close() {}
        };
    return (FsVolumeSpi)
        Proxy.newProxyInstance(
            FsVolumeSpi.class.getClassLoader(),
            new Class<?>[] {FsVolumeSpi.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "obtainReference" -> held;
                  case "getStorageID" -> "DS-1";
                  case "hashCode" -> 1;
                  case "equals" -> proxy == arguments[0];
                  case "toString" -> "a volume";
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
