import { expect, test } from 'vitest'
import { ALL_MESSAGES, messageIds } from '../support/messages'
import { narrowOf, type Terms } from '../support/narrows'
import { succeeded, type Json } from '../support/person'
import { randomPick, randomBelow } from '../support/random-numbers'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { executeSql } from '../support/tables'

// The answer of each narrow, also of one whose terms exclude each other, is that of a plain filter over all messages.

const NEWEST_ANCHOR = 10_000_000_000_000_000

type Message = Json
type Predicate = (message: Message) => boolean

/** A realm whose messages ada received, a few of each kind. */
async function mixedRealm() {
  const cast = await freshRealm()
  const { realm, ada, ben, cleo, dov, general } = cast
  const lake = await newChannel(ada, 'lake', [ada, ben, cleo, dov])
  const pool = await newChannel(ada, 'pool', [ada, dov], { invite_only: true })
  const never = { automatically_follow_topics_policy: 4, automatically_unmute_topics_in_muted_streams_policy: 4 }
  succeeded(await ada.patch('/settings', { ...never, automatically_follow_topics_where_mentioned: false }))
  const texts = ['x', 'See https://example.com', 'https://example.com/x.png', '@**Ada**', '@**all**', '@**Ben**']
  const below = randomBelow(5)
  const moved: number[] = []
  for (let nth = 0; nth < 60; nth++) {
    const content = texts[below(texts.length)]!
    const sender = [ada, ben, dov][below(3)]!
    const topic = ['lunch', 'dinner', '✔ breakfast'][below(3)]!
    const place = below(6)
    if (place === 0) await sender.sendsDirectly([sender === ada ? ben : ada], content)
    else if (place === 1) await ada.sendsDirectly([ben, dov], content)
    else if (place === 2) await dov.sends(pool, topic, content)
    else if (place === 3) moved.push((await sender.sends(lake, topic, content)).id)
    else await sender.sends(general, topic, content)
  }
  const { messages }: { messages: Message[] } = succeeded(await ada.get('/messages', ALL_MESSAGES))
  const ids = messages.map(({ id }: Message): number => id)
  const flag = async (name: string, every: number) =>
    succeeded(
      await ada.post('/messages/flags', { messages: ids.filter((id) => id % every === 0), op: 'add', flag: name }),
    )
  await flag('read', 3)
  await flag('starred', 4)
  // Newer messages that ada cannot read: a narrow then reads from all of its sources, also from chunks of ids.
  const den = await newChannel(ben, 'den', [ben, dov], { invite_only: true })
  const { id: busy } = await dov.sends(den, 'busy', 'x')
  await executeSql(
    realm,
    `WITH RECURSIVE n(id) AS (SELECT ?1 + 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + 4500)
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
     SELECT n.id, m.conversation_id, m.sender_id, m.sent_at, 0 FROM n, message_index m WHERE m.id = ?1`,
    busy,
  )
  const { stream_id } = general
  succeeded(await ada.post('/user_topics', { stream_id, topic: 'lunch', visibility_policy: 3 }))
  succeeded(await ada.post('/user_topics', { stream_id, topic: 'dinner', visibility_policy: 1 }))
  const [first] = moved
  succeeded(await ada.patch(`/messages/${first}`, { stream_id, propagate_mode: 'change_one' }))
  return { ...cast, lake, pool }
}

/** All terms, with the plain filter that each of them is. */
function termsOf({ ada, ben, cleo, dov, general, vault, lake, pool }: Cast & Record<'lake' | 'pool', Cast['general']>) {
  const isIn =
    (stream_id: number): Predicate =>
    (message) =>
      message.stream_id === stream_id
  const isDirect: Predicate = ({ type }) => type === 'private'
  const people = ({ display_recipient }: Message): number[] => display_recipient.map((user: Json): number => user.id)
  const isAmong =
    (user_id: number): Predicate =>
    (message) =>
      isDirect(message) && people(message).includes(user_id)
  const isExactly =
    (...ids: number[]): Predicate =>
    (message) =>
      isDirect(message) && String(people(message).toSorted((a, b) => a - b)) === String(ids.toSorted((a, b) => a - b))
  const hasTopic =
    (topic: string): Predicate =>
    (message) =>
      !isDirect(message) && message.subject === topic
  const inGeneral =
    (topic: string): Predicate =>
    (message) =>
      isIn(general.stream_id)(message) && hasTopic(topic)(message)
  const has =
    (text: string): Predicate =>
    ({ content }) =>
      String(content).includes(text)
  const hasFlag =
    (flag: string): Predicate =>
    ({ flags }) =>
      flags.includes(flag)
  const isMuted = inGeneral('dinner')
  const terms: [operator: string, operand: Terms[number][1], Predicate][] = [
    ...[general, lake, pool, vault].map(({ stream_id }): [string, number, Predicate] => ['channel', stream_id, isIn(stream_id)]),
    ['channel', 'lake', isIn(lake.stream_id)],
    ['channels', 'public', (message) => isIn(general.stream_id)(message) || isIn(lake.stream_id)(message)],
    ['channels', 'archived', () => false],
    ...['lunch', 'dinner', '✔ breakfast', 'nowhere'].map((topic): [string, string, Predicate] => ['topic', topic, hasTopic(topic)]),
    ...[ada, ben, cleo, dov].map(({ id }): [string, number, Predicate] => ['sender', id, ({ sender_id }) => sender_id === id]),
    ['dm', [ben.id], isExactly(ada.id, ben.id)],
    ['dm', [ben.id, dov.id], isExactly(ada.id, ben.id, dov.id)],
    ['dm', [cleo.id], () => false],
    ['dm-including', ben.id, isAmong(ben.id)],
    ['dm-including', cleo.id, isAmong(cleo.id)],
    ['group-pm-with', dov.id, (message) => isAmong(dov.id)(message) && people(message).length > 2],
    ['is', 'dm', isDirect],
    ['is', 'private', isDirect],
    ['is', 'starred', hasFlag('starred')],
    ['is', 'unread', ({ flags }) => !flags.includes('read')],
    ['is', 'mentioned', ({ flags }) => flags.includes('mentioned') || flags.includes('wildcard_mentioned')],
    ['is', 'resolved', hasTopic('✔ breakfast')],
    ['is', 'followed', inGeneral('lunch')],
    ['is', 'muted', isMuted],
    ['in', 'home', (message) => !isMuted(message)],
    ['in', 'all', () => true],
    ['has', 'link', has('<a ')],
    ['has', 'image', has('.png')],
    ['has', 'reaction', () => false],
    ['id', 7, ({ id }) => id === 7],
    ['id', 20, ({ id }) => id === 20],
  ] // prettier-ignore
  return { terms, isMuted }
}

const OF_CHANNELS = ['channel', 'channels', 'topic']
const OF_DIRECT_MESSAGES = ['dm', 'dm-including', 'group-pm-with']

/** The server refuses a narrow of both kinds. */
function hasTwoKinds(terms: Terms): boolean {
  const positive = terms.filter(([, , negated]) => !negated)
  const isDirect = ([operator, operand]: Terms[number]) =>
    OF_DIRECT_MESSAGES.includes(operator) || (operator === 'is' && (operand === 'dm' || operand === 'private'))
  return positive.some(([operator]) => OF_CHANNELS.includes(operator)) && positive.some(isDirect)
}

type Range = { anchor: string | number; num_before: number; num_after: number }

/** The page that a plain filter gives. */
function expectedPage(found: number[], unread: number[], { anchor, num_before, num_after }: Range) {
  const at =
    anchor === 'newest' ? NEWEST_ANCHOR : anchor === 'oldest' ? 0 : anchor === 'first_unread' ? (unread[0] ?? NEWEST_ANCHOR) : Number(anchor) // prettier-ignore
  const before = found.filter((id) => id < at).slice(-num_before)
  const after = found.filter((id) => id > at).slice(0, num_after)
  return {
    ids: [...(num_before > 0 ? before : []), ...found.filter((id) => id === at), ...after],
    anchor: at,
    found_anchor: found.includes(at),
    found_oldest: at === 0 || (num_before > 0 && before.length < num_before),
    found_newest: at === NEWEST_ANCHOR || after.length < num_after,
  }
}

test.each([1, 2, 3])('random narrows find what a plain filter finds, seed %i', async (seed) => {
  const cast = await mixedRealm()
  const { terms: all, isMuted } = termsOf(cast)
  const { messages }: { messages: Message[] } = succeeded(await cast.ada.get('/messages', ALL_MESSAGES))
  const below = randomBelow(seed)
  const pick = randomPick(seed)
  let emptyCount = 0
  for (let round = 0; round < 250; round++) {
    const chosen = Array.from({ length: 1 + below(4) }, () => ({ term: pick(all), negated: below(3) === 0 }))
    const terms = chosen.map(({ term: [operator, operand], negated }): Terms[number] =>
      negated ? [operator, operand, true] : [operator, operand],
    )
    if (hasTwoKinds(terms)) continue
    const matches: Predicate = (message) => chosen.every(({ term: [, , fits], negated }) => fits(message) !== negated)
    const found = messages.filter(matches)
    const isUnread: Predicate = (message) => !message.flags.includes('read') && !isMuted(message)
    const ids = found.map(({ id }): number => id)
    const unread = found.filter(isUnread).map(({ id }): number => id)
    if (found.length === 0) emptyCount++
    const range = pick<Range>([
      { anchor: 'newest', num_before: 1 + below(30), num_after: 0 },
      { anchor: 'oldest', num_before: 0, num_after: 1 + below(30) },
      { anchor: 1 + below(70), num_before: below(20) + 1, num_after: below(20) + 1 },
      { anchor: 'first_unread', num_before: 1 + below(20), num_after: 1 + below(20) },
    ])
    const title = JSON.stringify([terms, range])
    const answer = succeeded(await cast.ada.get('/messages', { narrow: narrowOf(terms), ...range }))
    const { anchor, found_anchor, found_oldest, found_newest } = answer
    const page = { ids: messageIds(answer), anchor, found_anchor, found_oldest, found_newest }
    expect(page, title).toEqual(expectedPage(ids, unread, range))
  }
  expect(emptyCount).toBeGreaterThan(50)
})
