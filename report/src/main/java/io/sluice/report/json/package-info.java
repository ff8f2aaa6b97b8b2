/** Results for programs: the one place where JSON is made. {@code docs/json.md} is the contract. */
package io.sluice.report.json;
