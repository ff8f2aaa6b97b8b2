package io.sluice.report.page;

import static io.sluice.report.page.Html.text;

import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Table;
import java.util.List;
import java.util.Locale;

/** A table as HTML, with what helps to find something in a long one. */
final class TableHtml {
  /** Longer ones can be searched. */
  private static final int SHORT = 12;

  private TableHtml() {}

  static void add(Table table, StringBuilder body) {
    String id = text(table.id());
    body.append("<div class=\"table\">\n<p class=\"tools\">");
    body.append("<span id=\"%s-caption\">%s</span>".formatted(id, text(table.caption())));
    if (table.rows().size() < table.total()) {
      body.append(
          text(
              Numbers.say(
                  " (the first %,d of %,d; %,d are left out)",
                  table.rows().size(), table.total(), table.total() - table.rows().size())));
    }
    if (table.rows().size() > SHORT) {
      tools(table, id, body);
    }
    body.append(
        " <button type=\"button\" class=\"copy\" data-table=\"%s\">copy as CSV</button></p>\n"
            .formatted(id));
    body.append(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"%1$s-caption\"><table id=\"%1$s\" aria-labelledby=\"%1$s-caption\">\n<thead><tr>"
            .formatted(id));
    table.columns().forEach(c -> body.append("<th scope=\"col\">").append(text(c)).append("</th>"));
    body.append("</tr></thead>\n<tbody>\n");
    for (List<Object> row : table.rows()) {
      body.append("<tr>");
      row.forEach(cell -> body.append(cell(cell)));
      body.append("</tr>\n");
    }
    body.append("</tbody>\n</table></div>\n</div>\n");
  }

  /** A search, and a choice for every column of names that come again and again. */
  private static void tools(Table table, String id, StringBuilder body) {
    body.append(
        " <input type=\"search\" data-table=\"%s\" placeholder=\"search\" aria-label=\"search this table\">"
            .formatted(id));
    for (int c = 0; c < table.columns().size(); c++) {
      int column = c;
      List<Object> different =
          table.rows().stream().map(row -> row.get(column)).distinct().toList();
      boolean names = different.stream().allMatch(v -> v instanceof String || v instanceof Integer);
      if (names && different.size() > 1 && 2 * different.size() <= table.rows().size()) {
        String name = text(table.columns().get(c));
        body.append(
            " <select data-table=\"%s\" data-column=\"%s\" aria-label=\"%s\"><option value=\"\">any %s</option>"
                .formatted(id, c, name, name));
        different.forEach(v -> body.append(option(shown(v))));
        body.append("</select>");
      }
    }
  }

  /** The value begins with "=", so that an empty name is not the choice of any. */
  private static String option(String value) {
    return "<option value=\"=%s\">%s</option>".formatted(text(value), text(value));
  }

  private static String shown(Object value) {
    return value instanceof Double number
        ? Numbers.shown(number)
        : value instanceof Number whole
            ? String.format(Locale.ROOT, "%,d", whole.longValue())
            : String.valueOf(value);
  }

  /** Numbers keep all their digits in {@code data-value}, which is what is copied. */
  private static String cell(Object value) {
    return value instanceof Number
        ? "<td class=\"number\" data-value=\"%s\">%s</td>".formatted(value, text(shown(value)))
        : "<td>" + text(shown(value)) + "</td>";
  }
}
