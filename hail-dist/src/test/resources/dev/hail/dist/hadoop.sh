#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# In place of Hadoop's scripts hadoop, hdfs and yarn, which no Maven repository has: the same words for the
# same main classes. A daemon ends when nobody writes to the pipe LIFELINE any more.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
conf=${HADOOP_CONF_DIR:-$home/etc/hadoop}
class_path=$conf:$home/share/hadoop/common/lib/*:$home/share/hadoop/hdfs/lib/*${HADOOP_CLASSPATH:+:$HADOOP_CLASSPATH}
opens=()
for package in lang io net nio util; do opens+=("--add-opens=java.base/java.$package=ALL-UNNAMED"); done
java=("$JAVA_HOME/bin/java" "${opens[@]}" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m
  -Djava.net.preferIPv4Stack=true -Dhadoop.log.dir="$home/logs" -Dyarn.log.dir="$home/logs"
  -Dlog4j.configuration="file:$home/etc/hadoop/log4j.properties"
  -cp "$class_path")

main_class() {
  case $1 in
    namenode) echo org.apache.hadoop.hdfs.server.namenode.NameNode ;;
    datanode) echo org.apache.hadoop.hdfs.server.datanode.DataNode ;;
    resourcemanager) echo org.apache.hadoop.yarn.server.resourcemanager.ResourceManager ;;
    nodemanager) echo org.apache.hadoop.yarn.server.nodemanager.NodeManager ;;
    dfs) echo org.apache.hadoop.fs.FsShell ;;
    dfsadmin) echo org.apache.hadoop.hdfs.tools.DFSAdmin ;;
    fsck) echo org.apache.hadoop.hdfs.tools.DFSck ;;
    jar) echo org.apache.hadoop.util.RunJar ;;
    *) echo "no stand-in for $1" >&2; exit 1 ;;
  esac
}

# run_daemon NAME: until it ends or the pipe is closed
run_daemon() {
  "${java[@]}" "$(main_class "$1")" &
  local daemon=$!
  echo "$daemon" >"$home/$1.pid"
  cat "$LIFELINE" &
  local watcher=$!
  wait -n || true
  kill -9 "$daemon" "$watcher" 2>/dev/null || true
}

case $1 in
  classpath) echo "$class_path" ;;
  --daemon)
    case $2 in
      start) run_daemon "$3" </dev/null >>"$home/$3.log" 2>&1 & ;;
      stop)
        daemon=$(cat "$home/$3.pid")
        kill "$daemon"
        while kill -0 "$daemon" 2>/dev/null; do sleep 0.1; done
        ;;
    esac
    ;;
  *) exec "${java[@]}" "$(main_class "$1")" "${@:2}" ;;
esac
