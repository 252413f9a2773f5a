import type { Json, Person } from './person'
import type { Channel } from './realm'

/** The values of a visibility policy. */
export const MUTED = 1
export const UNMUTED = 2
export const FOLLOWED = 3

/** Requests a visibility policy for a topic, and returns the answer. */
export const setVisibilityPolicy = (
  person: Person,
  { stream_id }: Channel,
  topic: string,
  visibility_policy: number,
): Promise<Json> => person.post('/user_topics', { stream_id, topic, visibility_policy })
