package io.sluice.serve;

import io.sluice.fit.ProgressListener;
import io.sluice.report.page.Page;

/** Answers any question about one log with a page; for one thread, but for {@link #cancel}. */
interface PageMaker extends AutoCloseable {
  LogAbout about();

  /** How many pieces of work {@link #page} reports. */
  int pieces(EvaluationRequest request);

  /**
   * The page that {@code sluice evaluate --report} writes, or {@code compare}.
   *
   * @throws io.sluice.fit.BadLogException if the question cannot be answered, in the words of the
   *     command
   */
  Page page(EvaluationRequest request, ProgressListener progress);

  /** Tells whoever runs this of a bug, which readers of the page are not told. */
  void report(Throwable bug);

  /** Ends the query that runs, if one does; from another thread. */
  void cancel();

  @Override
  void close();
}
