/** Sample sizes: how many episodes an interval of a given width needs, and how to collect them. */
package io.sluice.design;
