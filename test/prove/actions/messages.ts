import type { RequestGenerators } from '../request-generator'
import { some } from '../chances'
import type { World } from '../world'

const CHANNELS = ['general', 'vault', 'garden-1', 'cellar-1', 'attic']
const TOPICS = ['lunch', 'Lunch', '']

export const messages: RequestGenerators = {
  'POST /messages': [
    ({ pick, world }) => ({
      type: 'channel',
      to: pick(CHANNELS),
      topic: pick(TOPICS),
      content: `${secretOf(world)}${pick(['', `, @**${pick(world.people).account.full_name}**`, ', @**all**'])}`,
    }),
    ({ pick, world }) => ({
      type: 'direct',
      to: [pick(world.people).id, ...some(pick, world.people, 2).map(({ id }) => id)],
      content: secretOf(world),
    }),
  ],
  'GET /messages': [
    ({ pick }) => ({
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: pick<object>([[], [['channel', pick(CHANNELS)]], [['is', 'dm']], [['channels', 'public']]]),
    }),
  ],
  'GET /messages/:message_id': [({ pick }) => ({ message_id: pick([1, 2, 3, 4, 5, 6, 7, 8]) })],
}

/** Returns a word that no other text contains. */
const secretOf = (world: World) => `secret${world.counter++}x`
