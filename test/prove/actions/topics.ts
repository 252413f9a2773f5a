import type { RequestGenerators } from '../request-generator'
import { some } from '../chances'

const TOPICS = ['lunch', 'dinner', '']
const CHANNELS = [1, 2, 4]

export const topics: RequestGenerators = {
  'POST /user_topics': [
    // No muting: by events alone, a client cannot know whether a wildcard mention in a muted topic counts.
    ({ pick }) => ({ stream_id: pick(CHANNELS), topic: pick(TOPICS), visibility_policy: pick([3, 2, 0]) }),
  ],
  'POST /mark_topic_as_read': [({ pick }) => ({ stream_id: pick(CHANNELS), topic_name: pick(TOPICS) })],
  'POST /messages/flags/narrow': [
    ({ pick }) => ({
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: pick([[], [['channel', 'general']], [['is', 'dm']]]),
      op: pick(['add', 'remove']),
      flag: pick(['read', 'starred']),
    }),
  ],
  'POST /typing': [
    ({ pick, world }) => ({
      type: 'direct',
      op: pick(['start', 'stop']),
      to: [pick(world.people).id, ...some(pick, world.people, 1).map(({ id }) => id)],
    }),
    ({ pick }) => ({ type: 'channel', op: pick(['start', 'stop']), stream_id: pick(CHANNELS), topic: pick(TOPICS) }),
  ],
}
