// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.uservisits;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/** The pieces of text that rows are made of, as bytes. None holds a comma or a quote. */
final class Vocabulary {
  private static final String[] ONSETS = {
    "ba", "do", "fi", "gra", "hu", "je", "ka", "lo", "mi", "no", "pe", "qui", "ra", "sto", "tu",
    "ve"
  };
  private static final String[] MIDDLES = {"ber", "lan", "min", "ral", "sen", "tor", "vil", "zo"};
  private static final String[] ENDINGS = {
    "", "da", "ge", "hold", "king", "lo", "mark", "net", "ping", "que", "ring", "s", "ton", "us",
    "wer", "x"
  };

  static final byte[][] WORDS = words();

  static final byte[][] DOMAINS = bytes(".com/", ".org/", ".net/", ".de/", ".co.uk/", ".fr/");

  /** User agents of at most 64 characters each. */
  static final byte[][] USER_AGENTS =
      bytes(
          "Mozilla/1.22 (compatible; MSIE 2.0; Windows 95)",
          "Mozilla/2.0 (compatible; MSIE 3.02; Windows CE; 240x320)",
          "Mozilla/3.0 (compatible; NetPositive/2.1.1; BeOS)",
          "Mozilla/3.01 (WinNT; I)",
          "Mozilla/4.0 (compatible; MSIE 5.0; Windows 98)",
          "Mozilla/4.0 (compatible; MSIE 5.5; Windows NT 5.0)",
          "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)",
          "Mozilla/4.0 (compatible; MSIE 5.23; Mac_PowerPC)",
          "Mozilla/4.08 [en] (WinNT; U ;Nav)",
          "Mozilla/4.61 [en] (OS/2; U)",
          "Mozilla/4.76 [de] (X11; U; Linux 2.4.4 i686)",
          "Mozilla/4.8 [en] (Windows NT 5.0; U)",
          "Mozilla/5.0 (X11; U; Linux i686; en-US) Gecko/20020529",
          "Mozilla/5.0 (Windows; U; Windows NT 5.1; de) Gecko/20020823",
          "Mozilla/5.0 (compatible; Konqueror/2.2.2; Linux 2.4.14)",
          "Mozilla/5.0 (Macintosh; U; PPC; en-US) Gecko/20020412",
          "Opera/5.02 (Windows NT 5.0; U) [en]",
          "Opera/6.01 (Windows XP; U) [ru]",
          "Opera/6.05 (Linux 2.4.18 i686; U) [fr]",
          "Lynx/2.8.4rel.1 libwww-FM/2.14",
          "Links (0.96; Linux 2.4.20 i586)",
          "w3m/0.3.1",
          "NCSA_Mosaic/2.0 (Windows 3.1)",
          "NCSA Mosaic/3.0 (X11; SunOS 5.4 sun4m)",
          "iCab/2.8.1 (Macintosh; I; PPC)",
          "amaya/6.2 libwww/5.3.1",
          "Googlebot/2.1 (+http://www.googlebot.com/bot.html)",
          "Scooter/3.2",
          "Slurp/2.0 (slurp@inktomi.com; http://www.inktomi.com/)",
          "Wget/1.8.1");

  /** ISO 3166 country and the language spoken there, as the two fields of a row. */
  static final byte[][] COUNTRIES_AND_LANGUAGES =
      bytes(
          "USA,en-US",
          "DEU,de-DE",
          "GBR,en-GB",
          "FRA,fr-FR",
          "JPN,ja-JP",
          "CHN,zh-CN",
          "BRA,pt-BR",
          "IND,hi-IN",
          "ITA,it-IT",
          "ESP,es-ES",
          "CAN,en-CA",
          "CAN,fr-CA",
          "MEX,es-MX",
          "KOR,ko-KR",
          "RUS,ru-RU",
          "AUS,en-AU",
          "NLD,nl-NL",
          "TUR,tr-TR",
          "CHE,de-CH",
          "CHE,fr-CH",
          "SWE,sv-SE",
          "POL,pl-PL",
          "BEL,nl-BE",
          "BEL,fr-BE",
          "NOR,nb-NO",
          "AUT,de-AT",
          "DNK,da-DK",
          "FIN,fi-FI",
          "GRC,el-GR",
          "PRT,pt-PT",
          "CZE,cs-CZ",
          "HUN,hu-HU",
          "IRL,en-IE",
          "ISR,he-IL",
          "ZAF,af-ZA",
          "EGY,ar-EG",
          "ARG,es-AR",
          "CHL,es-CL",
          "NZL,en-NZ",
          "LUX,lb-LU",
          "ISL,is-IS",
          "EST,et-EE");

  private Vocabulary() {}

  /** Returns {@code days} consecutive dates from {@code first} on, as yyyy-MM-dd. */
  static byte[][] dates(LocalDate first, int days) {
    byte[][] dates = new byte[days][];
    for (int day = 0; day < days; day++) {
      dates[day] = ascii(first.plusDays(day).toString());
    }
    return dates;
  }

  private static byte[][] words() {
    byte[][] words = new byte[ONSETS.length * MIDDLES.length * ENDINGS.length][];
    int count = 0;
    for (String ending : ENDINGS) {
      for (String middle : MIDDLES) {
        for (String onset : ONSETS) {
          words[count++] = ascii(onset + middle + ending);
        }
      }
    }
    return words;
  }

  private static byte[][] bytes(String... texts) {
    byte[][] bytes = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      bytes[i] = ascii(texts[i]);
    }
    return bytes;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
