/**
 * Published baseline estimators of V_π, from episodes one by one: importance sampling in its forms,
 * doubly robust, marginalized, and the model's plug-in. Each has a normal interval from its
 * influence function, with cluster-robust standard errors. Asymptotically valid; none is a
 * finite-sample guarantee.
 */
package io.sluice.baselines;
