/**
 * The vocabulary of all other packages: how large a problem is, numbers per state, policies, and
 * how much can be earned.
 */
package io.sluice.mdp;
