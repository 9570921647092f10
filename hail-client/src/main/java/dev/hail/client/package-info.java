/** What reading and uploading share: names of extended attributes and failures with a remedy. */
package dev.hail.client;
