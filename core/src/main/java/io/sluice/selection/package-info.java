/**
 * Choosing among learned policies with a certificate: learned on one part of a log, judged on the
 * other.
 */
package io.sluice.selection;
