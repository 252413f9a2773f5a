// Common actions as requests. The bench counts what each action takes in a realm of a hundred users.

import { markRead, newestMessages, register, send, type Cast } from './cast.ts'
import { get, patch, post, type Person } from './requests.ts'
import { at } from './statistics.ts'
import type { ByAction } from './working-day.ts'

const API = '/api/v1'

type Realm = {
  owner: Cast['owner']
  people: readonly (Person & { user_id: number })[]
  channel: number
  /** The ids of messages. */
  sent: readonly number[]
}

/** Returns a function for each action. It takes the number of the repetition and returns the request. */
export const actionsIn = ({ owner, people, channel, sent }: Realm): ByAction<(nth: number) => Buffer> => {
  const [ada, bo] = [at(people, 0), at(people, 1)]
  return {
    'register a queue': () => register(ada, {}),
    'fetch 100 messages': () => newestMessages(ada, 100),
    'send to a channel': () => send(ada, channel, 'lunch'),
    'send a direct message': () =>
      post(`${API}/messages`, { type: 'direct', to: JSON.stringify([bo.user_id]), content: 'Are you there?' }, ada),
    'mention a user': () =>
      post(`${API}/messages`, { type: 'channel', to: channel, topic: 'lunch', content: '@**Person 1** soup?' }, ada),
    'react to a message': (nth) => post(`${API}/messages/${sent[nth]}/reactions`, { emoji_name: 'tada' }, ada),
    'mark 20 messages as read': (nth) => markRead(bo, sent.slice(nth * 20, nth * 20 + 20)),
    'send a typing notification': () =>
      post(`${API}/typing`, { type: 'stream', stream_id: channel, topic: 'lunch', op: 'start' }, ada),
    'edit a message': (nth) => patch(`${API}/messages/${sent[nth]}`, { content: `Better so, ${nth}.` }, ada),
    search: () =>
      get(
        `${API}/messages?${new URLSearchParams({ anchor: 'newest', num_before: '50', num_after: '0', narrow: '[["search","green"]]' })}`,
        ada,
      ),
    'send a presence ping': () =>
      post(`${API}/users/me/presence`, { status: 'active', ping_only: 'true', last_update_id: -1 }, ada),
    'log in': () => post(`${API}/fetch_api_key`, { username: owner.email, password: owner.password }, owner),
  }
}
