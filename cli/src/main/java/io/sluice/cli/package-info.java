/** The command line: reads what the user asks for, runs it, and prints. No other module prints. */
package io.sluice.cli;
