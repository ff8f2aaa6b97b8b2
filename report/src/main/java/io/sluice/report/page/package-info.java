/**
 * Results as one self-contained page: words first, then charts and tables, all script and style
 * inside. Pages are put together from {@link io.sluice.report.page.Block blocks}; only {@link
 * io.sluice.report.page.Page} knows HTML.
 */
package io.sluice.report.page;
