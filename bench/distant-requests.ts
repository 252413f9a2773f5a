// The actions of a user who may be far from the realm.

import { actionsIn } from './actions.ts'
import { register, type Cast } from './cast.ts'
import { get, patch, post, postFile } from './requests.ts'
import { at } from './statistics.ts'

const PEOPLE = 50
const MESSAGES = 3000

/** Fills a realm, and returns the request of each action of a user. The number of the repetition makes requests different that must be. */
export async function distantRequests(cast: Cast): Promise<Record<string, (nth: number) => Buffer>> {
  await cast.invite(PEOPLE)
  const hall = await cast.channel('hall', cast.people)
  const { before } = await cast.history(MESSAGES, cast.people, hall, 20)
  await cast.die()
  const reader = at(cast.people, 0)
  const page = (narrow: unknown[], anchor: string | number = 'newest') =>
    get(
      `/api/v1/messages?${new URLSearchParams({ anchor: String(anchor), num_before: '50', num_after: '0', narrow: JSON.stringify(narrow) })}`,
      reader,
    )
  const upload = postFile('/api/v1/user_uploads', 'text/plain', Buffer.from('Notes'), reader)
  const { url } = await cast.json<{ url: string }>(upload)
  const sent = Array.from({ length: 200 }, (_, nth) => before + nth)
  const actions = actionsIn({ owner: cast.owner, people: cast.people, channel: hall, sent })
  let number = 0
  const message = () => before + 500 + ++number
  return {
    'open a conversation': () => page([['channel', hall]], before + MESSAGES / 2),
    'search for a common word': () => page([['search', 'the']]),
    'search for a word without matches': () => page([['search', 'sauerkraut']]),
    'search in a channel by a sender': () =>
      page([
        ['channel', hall],
        ['sender', at(cast.people, 3).user_id],
        ['search', 'the'],
      ]),
    send: actions['send to a channel'],
    edit: () => patch(`/api/v1/messages/${message()}`, { topic: `moved ${number}` }, cast.owner),
    react: () => post(`/api/v1/messages/${message()}/reactions`, { emoji_name: 'tada' }, reader),
    'mark as read': actions['mark 20 messages as read'],
    'fetch a file': () => get(url, reader),
    'upload a file': () => upload,
    'log in': actions['log in'],
    'register a queue': () => register(reader, {}),
  }
}
