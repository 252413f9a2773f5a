import { topicKey } from './storage'

/** Returns the key of a topic among the topics of all channels. */
export const topicKeyInRealm = (stream_id: number, topic: string): string => `${stream_id} ${topicKey(topic)}`
