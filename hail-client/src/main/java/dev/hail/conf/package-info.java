/** Configuration: the keys, their defaults and the resources they are read from. */
package dev.hail.conf;
