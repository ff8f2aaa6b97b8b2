/**
 * How much each decision of a log moves an estimate: influence functions of plug-in estimates, and
 * the intervals whose width is their variance.
 */
package io.sluice.influence;
