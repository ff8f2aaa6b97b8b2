/**
 * A report that answers back: one log, counted once, and a page on this machine where policy and
 * settings can be changed. Questions go from {@link io.sluice.serve.LocalServer} through the guard
 * and the routes to {@code JobRunner}, which has one of them worked on at a time.
 */
package io.sluice.serve;
