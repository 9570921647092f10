/**
 * What a datanode and the namenodes' replica directory tell each other: reports of replicas and
 * their orders, questions for an order, duties to make a replica anew.
 */
package dev.hail.datanode.registry;
