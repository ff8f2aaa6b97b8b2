/**
 * Rewards and next states, estimated from counts or known; how far they may be off; and the one
 * backward recursion that learners, bounds and exact values share.
 */
package io.sluice.model;
