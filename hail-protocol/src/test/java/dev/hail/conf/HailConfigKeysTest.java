// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class HailConfigKeysTest {
  @Test
  void configurationKeys_inCodeAndDescriptions_areTheSame() throws Exception {
    Map<String, String> described = descriptions();
    assertThat(described.keySet()).isEqualTo(HailConfiguration.keys());
    assertThat(described).allSatisfy((key, text) -> assertThat(text).as(key).isNotBlank());
  }

  @Test
  void descriptions_ofNumbers_endWithTheRange() throws Exception {
    Map<String, String> described = descriptions();
    for (String key : NumberKeys.keys()) {
      if (described.containsKey(key)) {
        assertThat(described.get(key).replaceAll("\\s+", " "))
            .as(key)
            .endsWith(" A" + NumberKeys.range(key).substring(1) + ".");
      }
    }
  }

  @Test
  void defaults_inCodeAndResource_areEqual() throws Exception {
    Configuration resource = new Configuration(false);
    resource.addResource(HailConfiguration.DEFAULT_RESOURCE);
    for (Field field : HailConfigKeys.class.getFields()) {
      if (!field.getName().endsWith("_DEFAULT")) {
        continue;
      }
      String keyField =
          field.getName().substring(0, field.getName().length() - "_DEFAULT".length());
      if (!hasField(keyField)) {
        continue;
      }
      String key = (String) HailConfigKeys.class.getField(keyField).get(null);
      assertThat(resource.getRaw(key)).as(key).isEqualTo(String.valueOf(field.get(null)));
    }
  }

  @Test
  void hailResources_inAnyConfiguration_areLoaded() {
    assertThat(HailConfiguration.load().getInt(HailConfigKeys.PUT_THREADS, -1))
        .isEqualTo(HailConfigKeys.PUT_THREADS_DEFAULT);
  }

  private static boolean hasField(String name) {
    for (Field field : HailConfigKeys.class.getFields()) {
      if (field.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, String> descriptions() throws Exception {
    TreeMap<String, String> result = new TreeMap<>();
    try (InputStream in =
        HailConfigKeys.class.getResourceAsStream("/" + HailConfiguration.DEFAULT_RESOURCE)) {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
      NodeList properties = document.getElementsByTagName("property");
      for (int i = 0; i < properties.getLength(); i++) {
        Element property = (Element) properties.item(i);
        result.put(text(property, "name"), text(property, "description"));
      }
    }
    return result;
  }

  private static String text(Element property, String tag) {
    return property.getElementsByTagName(tag).item(0).getTextContent().strip();
  }
}
