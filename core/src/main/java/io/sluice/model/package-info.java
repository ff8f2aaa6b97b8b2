/**
 * Models of rewards and next states, estimated from counts or known; bounds on their errors; and
 * the backward recursion that learners, value bounds and exact values share.
 */
package io.sluice.model;
