/**
 * Learners: a policy from an estimated model, backward over the steps. They differ only in the
 * score that they maximize.
 */
package io.sluice.learning;
