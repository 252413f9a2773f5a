/** Returns the form of a topic name by which topics are compared: case does not matter. */
export const topicKey = (topic: string) => topic.toLowerCase()

/** Returns the key of a topic among the topics of all channels. */
export const topicKeyInRealm = (stream_id: number, topic: string): string => `${stream_id} ${topicKey(topic)}`
