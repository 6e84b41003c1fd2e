import { z } from "zod";

/**
 * Topic of the event that a publisher sends, to everyone, whenever it has learnt of a new subscription; its data is an
 * empty map and it takes a sequence number like any other event. A subscriber that has received it knows that nothing
 * published from then on escapes it unseen. Subscribers of other topics ignore it.
 */
export const subscribedTopic = "subscribed";
export const subscribedEvent = z.object({});
