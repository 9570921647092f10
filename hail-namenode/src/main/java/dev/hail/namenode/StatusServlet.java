// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.http.HttpServer2;

/** Serves {@link StatusPage} at {@code /hail} of the namenode, to whom {@code /jmx} is open. */
public final class StatusServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final String PAGE = "hail.status.page";

  /** Adds the page to a web server. */
  static void addTo(HttpServer2 server, StatusPage page) {
    server.setAttribute(PAGE, page);
    server.addServlet("hail", "/hail", StatusServlet.class);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!HttpServer2.isInstrumentationAccessAllowed(getServletContext(), request, response)) {
      return;
    }
    StatusPage page = (StatusPage) getServletContext().getAttribute(PAGE);
    response.setContentType("text/html; charset=utf-8");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    response.getWriter().write(page.render());
  }
}
