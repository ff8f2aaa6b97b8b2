/** Boosted trees for regressions on feature columns, learned by XGBoost. */
package io.sluice.xgboost;
