// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.join.plan.JoinSide;
import dev.hail.join.plan.MatchKind;
import dev.hail.join.plan.StarNames;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;
import org.junit.jupiter.api.Test;

final class JobQueryTest {

  private static final Schema SCHEMA =
      Schema.parse("sourceIP STRING, destURL STRING, visitDate DATE, adRevenue DOUBLE");

  @HailQuery(
      filter = "@3 between(1999-01-01, 2000-01-01)",
      projection = {"adRevenue", "@1"})
  static class Bob extends Mapper<Text, HailRecord, Text, NullWritable> {}

  private final Configuration conf = new Configuration(false);

  @Test
  void queryAnnotation_withSilentConfiguration_holds() throws Exception {
    JobQuery query = JobQuery.of(conf, Bob.class);

    assertThat(query.filter()).isEqualTo("@3 between(1999-01-01, 2000-01-01)");
    assertThat(query.projection()).containsExactly("adRevenue", "@1");
    assertThat(query.filterPlace()).isEqualTo("@HailQuery on class " + Bob.class.getName());
  }

  @Test
  void configuration_overridesAnnotation_elementByElement() throws Exception {
    conf.set(HailConfigKeys.QUERY_FILTER, "adRevenue > 1");
    assertThat(JobQuery.of(conf, Bob.class).filter()).isEqualTo("adRevenue > 1");
    assertThat(JobQuery.of(conf, Bob.class).projection()).containsExactly("adRevenue", "@1");

    conf.set(HailConfigKeys.QUERY_FILTER, "");
    conf.set(HailConfigKeys.QUERY_PROJECTION, " @2 , visitDate ");
    assertThat(JobQuery.of(conf, Bob.class).filter()).isEmpty();
    assertThat(JobQuery.of(conf, Bob.class).projection()).containsExactly("@2", "visitDate");

    conf.set(HailConfigKeys.QUERY_PROJECTION, "");
    assertThat(JobQuery.of(conf, Bob.class).projection()).isEmpty();
  }

  @Test
  void unknownKey_ofQuery_isRefusedWithNearest() {
    conf.set("hail.query.fliter", "adRevenue > 1");
    assertThatThrownBy(() -> JobQuery.of(conf, Bob.class))
        .isInstanceOf(HailQueryException.class)
        .hasMessage(
            "There is no configuration key hail.query.fliter; the nearest is hail.query.filter");
  }

  @Test
  void projection_withQuotedNames_isSplitAtCommasOutside() throws Exception {
    conf.set(HailConfigKeys.QUERY_PROJECTION, "\"order, date\", @1");
    JobQuery query = JobQuery.of(conf, Bob.class);
    assertThat(query.projection()).containsExactly("\"order, date\"", "@1");
    conf.set(HailConfigKeys.QUERY_FILTER, "");
    Schema odd = Schema.parse("k INT, \"order, date\" DATE");
    assertThat(JobQuery.of(conf, Bob.class).bind(odd, "/f", StarNames.NONE).projection())
        .containsExactly(2, 1);

    conf.set(HailConfigKeys.QUERY_PROJECTION, "a,,b");
    assertThatThrownBy(() -> JobQuery.of(conf, Bob.class))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("hail.query.projection: empty attribute name");
  }

  @Test
  void projection_withQuotedNamesOfBuildSides_isSplitAtCommasOutside() throws Exception {
    conf.set(HailConfigKeys.QUERY_PROJECTION, "d.\"order, date\", k, @d.1, \"d\"\"d\", e.*");
    conf.set(HailConfigKeys.QUERY_FILTER, "");
    Schema input = Schema.parse("k INT, key INT");
    StarNames joins =
        new StarNames(
            List.of(
                new JoinSide(
                    "d",
                    MatchKind.LEFT,
                    Schema.parse("k INT, \"order, date\" DATE, \"d\"\"d\" INT")),
                new JoinSide("e", MatchKind.INNER, Schema.parse("\"x,y\" INT, z INT"))),
            List.of("key"),
            List.of());

    BoundQuery bound = JobQuery.of(conf, Bob.class).bind(input, "/f", joins);

    assertThat(bound.delivered()).containsExactly(4, 1, 3, 5, 6, 7);
    assertThat(bound.projection()).containsExactly(1, 2);
  }

  @Test
  void describedDefaults_doNotOverride_annotation() throws Exception {
    conf.addResource("hail-default.xml");

    assertThat(JobQuery.of(conf, Bob.class).filter()).startsWith("@3");
    assertThat(JobQuery.of(conf, Bob.class).projection()).hasSize(2);
  }

  @Test
  void names_inQuery_bindToPositionsOfProjection() throws Exception {
    BoundQuery bound = JobQuery.of(conf, Bob.class).bind(SCHEMA, "/f", StarNames.NONE);

    assertThat(bound.projection()).containsExactly(4, 1);
    assertThat(bound.predicate().attributes()).containsExactly(3);
  }

  @Test
  void job_withoutQuery_readsAllRowsAndAttributes() throws Exception {
    BoundQuery bound = JobQuery.of(conf, Mapper.class).bind(SCHEMA, "/f", StarNames.NONE);

    assertThat(bound.projection()).isNull();
    assertThat(bound.predicate()).isInstanceOf(Predicate.True.class);
  }

  @Test
  void wrongConstant_inQuery_isRefusedWithPlaceAndPosition() throws Exception {
    conf.set(HailConfigKeys.QUERY_FILTER, "@3 = 'soon'");
    JobQuery query = JobQuery.of(conf, Bob.class);

    assertThatThrownBy(() -> query.bind(SCHEMA, "hdfs://nn/logs", StarNames.NONE))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("Mapper " + Bob.class.getName())
        .hasMessageContaining("configuration key hail.query.filter")
        .hasMessageContaining("hdfs://nn/logs")
        .hasMessageContaining("visitDate DATE")
        .hasMessageContaining("column 6");
  }

  @Test
  void attribute_missingInSchema_isRefused() throws Exception {
    conf.set(HailConfigKeys.QUERY_PROJECTION, "@1,@9");
    JobQuery query = JobQuery.of(conf, Bob.class);

    assertThatThrownBy(() -> query.bind(SCHEMA, "/f", StarNames.NONE))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("projection of configuration key hail.query.projection")
        .hasMessageContaining("Unknown attribute @9");
  }

  @Test
  void attribute_namedTwice_isRefused() throws Exception {
    conf.set(HailConfigKeys.QUERY_PROJECTION, "@1,SOURCEIP");
    JobQuery query = JobQuery.of(conf, Bob.class);

    assertThatThrownBy(() -> query.bind(SCHEMA, "/f", StarNames.NONE))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("attribute SOURCEIP is named twice");
  }

  @Test
  void multithreadedMapper_ofJob_isRefused() throws Exception {
    Job job = Job.getInstance(conf);
    job.setMapperClass(MultithreadedMapper.class);

    assertThatThrownBy(() -> JobQuery.of(job))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("MultithreadedMapper copies every input value");
  }

  @Test
  void query_sentToTasks_isUnchanged() throws Exception {
    JobQuery query = new JobQuery("M", "a = 'ü'", "here", List.of("@1", "b"), "there");
    DataOutputBuffer out = new DataOutputBuffer();
    query.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());

    assertThat(JobQuery.read(in)).isEqualTo(query);
  }
}
