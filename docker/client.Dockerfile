# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# HAIL's client from an archive of bin/release, with Hadoop's. docker/build --client fills the context.
# The base image has Java 17, bash and the tools of a minimal Debian or Ubuntu.
ARG BASE_IMAGE=eclipse-temurin:17-jre
FROM ${BASE_IMAGE}
COPY hadoop/ /opt/hadoop/
COPY hail/ /opt/hail/
RUN useradd --system --uid 10001 --create-home hail \
 && mkdir -p /etc/hadoop/conf
ENV LC_ALL=C.UTF-8 \
    HADOOP_HOME=/opt/hadoop \
    HADOOP_CONF_DIR=/etc/hadoop/conf \
    PATH=/opt/hail/bin:/opt/hadoop/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/java/openjdk/bin
USER hail
WORKDIR /home/hail
ENTRYPOINT ["/opt/hail/bin/hail"]
CMD ["--help"]
