/**
 * Files that are written whole or not at all, and files that exist only while a process works. No
 * statistics.
 */
package io.sluice.files;
