// A realm with a long history, and the requests that `npm run history` measures.

import { markRead, openCast, register } from './cast.ts'
import { keysOf, mapKeys } from './records.ts'
import { get, patch, type Fields } from './requests.ts'
import type { Program } from './runtime.ts'
import { at } from './statistics.ts'

type Size = { messages: number; longTopic: number }
type LongRealm = Awaited<ReturnType<typeof openLongRealm>>
type Term = [operator: string, operand: string | number]

const PEOPLE = 100
const UNREAD = 1000
const TOPICS = 200
const MARKED = 5000
const MARKED_AT_ONCE = 5000
/** Those who write in a quiet channel. All others write in the busy one only. */
const QUIET = { people: 5, messages: 1000, topics: 10 }

/** Creates the realm. One user has read all messages except the newest; the others have read none. `say` prints progress. */
export async function openLongRealm(server: Program, { messages, longTopic }: Size, say: (what: string) => void) {
  const cast = await openCast(server, 'old')
  await cast.invite(PEOPLE)
  const hall = await cast.channel('hall', cast.people)
  say(`writing ${messages} messages`)
  const { before } = await cast.history(messages, cast.people, hall, TOPICS)
  await cast.die()
  const lake = await cast.channel('lake', cast.people)
  say(`writing one topic of ${longTopic}`)
  const { before: beforeLong } = await cast.history(longTopic, cast.people, lake, 1)
  await cast.die()
  const pond = await cast.channel('pond', cast.people)
  await cast.history(QUIET.messages, cast.people.slice(0, QUIET.people), pond, QUIET.topics)
  await cast.die()
  const reader = at(cast.people, 0)
  const lastRead = before + messages - UNREAD
  say(`reading ${lastRead} of them`)
  for (let first = 1; first <= lastRead; first += MARKED_AT_ONCE) {
    const count = Math.min(MARKED_AT_ONCE, lastRead - first + 1)
    await cast.json(
      markRead(
        reader,
        Array.from({ length: count }, (_, nth) => first + nth),
      ),
    )
  }
  const { topics } = await cast.json<{ topics: { name: string }[] }>(get(`/api/v1/users/me/${hall}/topics`, reader))
  const last = before + messages
  return { cast, hall, lake, pond, topic: at(topics, 7 % topics.length).name, last, lastOfLong: beforeLong + longTopic }
}

/** Returns the narrows of usual combinations of operators by name, also those without a message. */
function combinationsIn({ cast, hall, pond, topic }: LongRealm): Record<string, Term[]> {
  const [person, other] = [at(cast.people, 50).user_id, at(cast.people, 51).user_id]
  return {
    'a channel, by one person': [['channel', hall], ['sender', person]],
    'a channel, by one who never wrote in it': [['channel', pond], ['sender', person]],
    'a busy channel, by one who never wrote': [['channel', hall], ['sender', cast.owner.user_id]],
    'a topic, by one person': [['channel', hall], ['topic', topic], ['sender', person]],
    'a topic, by one who never wrote in it': [['channel', hall], ['topic', topic], ['sender', cast.owner.user_id]],
    'two persons at once': [['sender', person], ['sender', other]],
    'unread of a channel, by one person': [['channel', hall], ['sender', person], ['is', 'unread']],
    'a channel, with a link': [['channel', hall], ['has', 'link']],
    'a channel, mentions': [['channel', hall], ['is', 'mentioned']],
    'a channel, starred': [['channel', hall], ['is', 'starred']],
    'by one person, with an attachment': [['sender', person], ['has', 'attachment']],
    'direct messages, by one person': [['is', 'dm'], ['sender', person]],
    'direct messages with one person': [['dm', person]],
    'resolved topics of a channel': [['channel', hall], ['is', 'resolved']],
    'followed topics, by one person': [['is', 'followed'], ['sender', person]],
  } // prettier-ignore
}

/** Returns the read requests by name. They can be repeated. */
export function readsOf(realm: LongRealm): Record<string, Buffer> {
  const { cast, hall, topic, last } = realm
  const reader = at(cast.people, 0)
  const middle = Math.floor(last / 2)
  const fetch = (anchor: string | number, narrow: Term[] = [], { before = 50, after = 50 } = {}) =>
    get(
      `/api/v1/messages?${new URLSearchParams({ anchor: `${anchor}`, num_before: `${before}`, num_after: `${after}`, narrow: JSON.stringify(narrow) })}`,
      reader,
    )
  const newest = (...narrow: Term[]) => fetch('newest', narrow, { before: 100, after: 0 })
  const searchFor = (words: string, ...narrow: Term[]) => newest(['search', words], ...narrow)
  const combinations = combinationsIn(realm)
  // What the web client asks: up to a thousand matches, or one piece of a search.
  const matchesOf = (words: string, ...narrow: Term[]) =>
    get(
      `/api/v1/parley/search?${new URLSearchParams({ narrow: JSON.stringify([['search', words], ...narrow]) })}`,
      reader,
    )
  return {
    '100 newest': newest(),
    '100 around the first unread': fetch('first_unread'),
    '100 around the middle': fetch(middle),
    '100 newest of the channel': newest(['channel', hall]),
    '100 around its middle': fetch(middle, [['channel', hall]]),
    '100 newest of a topic': newest(['channel', hall], ['topic', topic]),
    '100 newest by one person': newest(['sender', at(cast.people, 50).user_id]),
    '100 newest with a picture (there are none)': newest(['has', 'image']),
    ...mapKeys(keysOf(combinations), (name) => newest(...(combinations[name] ?? []))),
    'search: a word in every message': searchFor('something'),
    'search: one in 5,000 messages': searchFor('subject4321'),
    'search: one in a single message': searchFor('12345th'),
    'search: a word in no message': searchFor('nothing'),
    'search: two words': searchFor('something subject4321'),
    'search: a phrase': searchFor('"about subject4321"'),
    'search: a phrase of frequent words, in no message': matchesOf('"here written"'),
    'search: six frequent words, by one person': matchesOf('something was written here the time', [
      'sender',
      at(cast.people, 50).user_id,
    ]),
    'search: a word of every message, in a topic': searchFor('something', ['topic', topic]),
    'search: one in 5,000 messages, by one person': searchFor('subject4321', ['sender', at(cast.people, 21).user_id]),
    'search: a word in a topic name': searchFor('old'),
  }
}

/** Returns the changes by name: functions that return a request with something to change. */
export function changesOf({ cast, hall, lake, last, lastOfLong }: LongRealm): Record<string, () => Buffer> {
  const [newcomer, others] = [at(cast.people, 1), cast.people.slice(2)]
  let marks = 0
  let names = 0
  let moves = 0
  const move = (fields: Fields) =>
    patch(
      `/api/v1/messages/${lastOfLong}`,
      { propagate_mode: 'change_all', send_notification_to_new_thread: 'false', ...fields },
      cast.owner,
    )
  return {
    'register a queue, all is unread': () => register(newcomer, {}),
    // Every third message, so that the ids are no range; and another user each time, who has read none of them.
    [`mark ${MARKED} as read`]: () => markRead(at(others, marks++ % others.length), every3rdBefore(last)),
    'rename the long topic': () => move({ topic: `elsewhere ${names++}` }),
    'move it to another channel': () => move({ stream_id: moves++ % 2 === 0 ? hall : lake }),
  }
}

const every3rdBefore = (last: number) =>
  Array.from({ length: MARKED }, (_, nth) => last - nth * 3).filter((id) => id > 0)
