/** The command line: reads what the user asks for, runs it, and prints. No other room prints. */
package io.sluice.cli;
