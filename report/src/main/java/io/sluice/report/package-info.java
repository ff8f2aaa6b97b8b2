/**
 * Results as files for people: numbers, pictures, and what they say about each claim of the paper.
 */
package io.sluice.report;
