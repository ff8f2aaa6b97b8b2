/**
 * Other people's estimators of V_π, from episodes one by one: importance sampling in its forms,
 * doubly robust, marginalized, and the model's plug-in. Each has a normal interval from its
 * influence function, robust to clusters of episodes. Right in the limit; none is a guarantee.
 */
package io.sluice.rivals;
