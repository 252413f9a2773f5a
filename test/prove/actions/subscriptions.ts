import type { RequestGenerators } from '../request-generator'
import { some } from '../chances'

const NAMES = ['general', 'vault', 'garden-1', 'cellar-1', 'attic']

export const subscriptions: RequestGenerators = {
  'POST /users/me/subscriptions': [
    ({ pick, world }) => ({
      subscriptions: some(pick, NAMES, 2).map((name) => ({ name })),
      principals: pick([undefined, some(pick, world.people, 2).map(({ id }) => id)]),
      invite_only: pick([true, false]),
      history_public_to_subscribers: pick([undefined, true]),
      authorization_errors_fatal: pick([true, false]),
      send_new_subscription_messages: pick([false, true]),
    }),
  ],
  'DELETE /users/me/subscriptions': [
    ({ pick, world }) => ({
      subscriptions: [pick(NAMES)],
      principals: pick([undefined, some(pick, world.people, 2).map(({ id }) => id)]),
    }),
  ],
  // No muting: by events alone, a client cannot know whether a wildcard mention in a muted channel counts.
  'POST /users/me/subscriptions/properties': [
    ({ pick }) => ({
      subscription_data: [
        pick<object>([
          { stream_id: pick([1, 2, 3]), property: 'pin_to_top', value: pick([true, false]) },
          { stream_id: pick([1, 2, 3]), property: 'color', value: '#76ce90' },
          { stream_id: pick([1, 2, 3]), property: 'push_notifications', value: pick([true, false]) },
        ]),
      ],
    }),
  ],
}
