import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { breakD1, unavailable } from '../support/d1-faults'
import { evict, captureConsole } from '../support/faults'
import { refusal } from '../support/answers'
import { messageIds } from '../support/messages'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'
import { selectRows, executeSql } from '../support/tables'

const MESSAGES = 24
const LARGE = 400_000
/** No response has more characters. */
const MAX_CHARACTERS = 5_000_000

async function quietRealm(): Promise<Cast> {
  const cast = await freshRealm()
  await runAlarm(cast.realm)
  return cast
}

async function sendMessages(person: Person, { general }: Cast, count = MESSAGES): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push((await person.sends(general, 'lunch', `pizza ${index}`)).id)
  return ids
}

/** Makes the messages of a realm large in D1. A request could not. */
async function enlargeInD1({ name }: TestRealm, table: string): Promise<void> {
  const html = `'<p>pizza ' || id || '</p>' || ?2`
  await env.DB.prepare(`UPDATE ${table} SET rendered_content = ${html} WHERE realm_id = ?1`)
    .bind(name, 'x'.repeat(LARGE))
    .run()
}

/** Makes the messages large that D1 does not have yet. */
const enlargeInOutbox = (realm: TestRealm) =>
  executeSql(
    realm,
    `UPDATE outbox SET body = json_set(body, '$.rendered_content', body ->> '$.content' || ?)`,
    'x'.repeat(LARGE),
  )

/** Fetches messages, and checks the size of the response. */
async function fetchMessages(person: Person, query: Record<string, string | number | boolean>): Promise<Json> {
  const answer = succeeded(await person.get('/messages', query))
  expect(JSON.stringify(answer).length).toBeLessThan(MAX_CHARACTERS)
  return answer
}

/** Fetches page after page from an anchor to one end, as clients do. */
async function fetchAll(person: Person, direction: 'before' | 'after', anchor: string | number, narrow = '[]') {
  const ids: number[] = []
  const pages: number[] = []
  for (let from = anchor, include_anchor = true; ; include_anchor = false) {
    const page = await fetchMessages(person, { anchor: from, include_anchor, [`num_${direction}`]: 100, narrow })
    const found = messageIds(page)
    pages.push(found.length)
    ids.push(...found)
    if (page[direction === 'before' ? 'found_oldest' : 'found_newest']) return { ids: ids.sort((a, b) => a - b), pages }
    expect(found.length).toBeGreaterThan(0)
    from = direction === 'before' ? found[0]! : found.at(-1)!
  }
}

const PLACES = [
  {
    where: 'in D1',
    prepare: () => undefined,
    enlarge: async ({ realm }: Cast) => {
      await runAlarm(realm)
      await enlargeInD1(realm, 'messages')
      await evict(realm)
    },
  },
  {
    where: 'in the outbox',
    prepare: ({ realm }: Cast) => {
      captureConsole('warn')
      breakD1(realm, unavailable)
    },
    enlarge: ({ realm }: Cast) => enlargeInOutbox(realm),
  },
] as const

describe.each(PLACES)('pages of large messages that are $where', ({ prepare, enlarge }) => {
  test('have fewer messages, and a client that requests further pages gets each message once', async () => {
    const cast = await quietRealm()
    const { dov, ezra } = cast
    prepare(cast)
    const sent = await sendMessages(dov, cast)
    await enlarge(cast)
    for (const [direction, anchor] of [
      ['before', 'newest'],
      ['after', 'oldest'],
    ] as const) {
      const { ids, pages } = await fetchAll(ezra, direction, anchor)
      expect(ids).toEqual(sent)
      expect(pages.length).toBeGreaterThan(2)
      expect(pages[0]).toBeGreaterThan(1)
    }
  })

  test('have the messages nearest to the anchor, on both sides', async () => {
    const cast = await quietRealm()
    const { dov, ezra } = cast
    prepare(cast)
    const sent = await sendMessages(dov, cast)
    await enlarge(cast)
    const anchor = sent[12]!
    const page = await fetchMessages(ezra, { anchor, num_before: 50, num_after: 50 })
    const found = messageIds(page)
    expect(page).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false })
    expect(found).toEqual(sent.filter((id) => id >= found[0]! && id <= found.at(-1)!))
    expect(Math.abs(found.indexOf(anchor) - (found.length - 1) / 2)).toBeLessThanOrEqual(0.5)

    const [before, after] = [found[0]!, found.at(-1)!]
    const older = await fetchAll(ezra, 'before', before)
    const newer = await fetchAll(ezra, 'after', after)
    expect([...new Set([...older.ids, ...found, ...newer.ids])].sort((a, b) => a - b)).toEqual(sent)
  })
})

describe('large messages', () => {
  test('requested by id come all in one response, or the request is refused', async () => {
    const cast = await quietRealm()
    const { realm, dov, ezra } = cast
    const sent = await sendMessages(dov, cast)
    await runAlarm(realm)
    await enlargeInD1(realm, 'messages')
    await evict(realm)
    const tooLarge = refusal('These messages are too large for one response. Request fewer messages.')
    expect(await ezra.get('/messages', { message_ids: JSON.stringify(sent) })).toEqual(tooLarge)
    const narrow = JSON.stringify([['search', 'pizza']])
    expect(await ezra.get('/messages/matches_narrow', { msg_ids: JSON.stringify(sent), narrow })).toEqual(tooLarge)
    const few = sent.slice(3, 6)
    expect(messageIds(await fetchMessages(ezra, { message_ids: JSON.stringify(few) }))).toEqual(few)
  })

  test('are found by a search, page by page, each once', async () => {
    const cast = await quietRealm()
    const { realm, dov, ezra } = cast
    const sent = await sendMessages(dov, cast)
    await runAlarm(realm)
    await enlargeInD1(realm, 'messages')
    await evict(realm)
    const narrow = JSON.stringify([['search', 'pizza']])
    expect((await fetchAll(ezra, 'before', 'newest', narrow)).ids).toEqual(sent)
    expect((await fetchAll(ezra, 'after', 'oldest', narrow)).ids).toEqual(sent)
  })

  test('come alone if one fills the response', async () => {
    const cast = await quietRealm()
    const { realm, dov, ezra } = cast
    const [id] = await sendMessages(dov, cast, 2)
    await runAlarm(realm)
    await env.DB.prepare('UPDATE messages SET rendered_content = ?2 WHERE realm_id = ?1')
      .bind(realm.name, 'x'.repeat(1_900_000))
      .run()
    await evict(realm)
    const page = await fetchMessages(ezra, { anchor: 'oldest', num_after: 10 })
    expect(messageIds(page)[0]).toBe(id)
    expect(succeeded(await ezra.get(`/messages/${id}`)).message.content.length).toBeGreaterThanOrEqual(1_900_000)
  })
})

describe('a message that was edited often', () => {
  /** A realm in whose tables a message has so many edits. */
  async function editedOften(count: number) {
    const cast = await quietRealm()
    const { realm, dov } = cast
    const [id, other] = await sendMessages(dov, cast, 2)
    succeeded(await dov.patch(`/messages/${id}`, { content: 'pizza!' }))
    await runAlarm(realm)
    const [{ edit }] = await selectRows(realm, 'SELECT id AS edit FROM message_edits')
    const numbers = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count - 1})`
    await executeSql(
      realm,
      `${numbers} INSERT INTO message_edits (id, message_id, user_id, edited_at)
       SELECT e.id + n.n, e.message_id, e.user_id, e.edited_at + n.n FROM n, message_edits e`,
    )
    await env.DB.prepare(
      `${numbers} INSERT INTO old_versions (realm_id, id, version, content, rendered_content)
       SELECT o.realm_id, o.id + n.n, o.version, o.content || ' ' || n.n, o.rendered_content
       FROM n, old_versions o WHERE o.realm_id = ?`,
    )
      .bind(realm.name)
      .run()
    return { cast, id: id!, other: other!, edit: Number(edit) }
  }

  test('has the newest of its large versions, alone and among other messages', async () => {
    const { cast, id, other } = await editedOften(30)
    await enlargeInD1(cast.realm, 'old_versions')
    const page = await fetchMessages(cast.ezra, { anchor: 'newest', num_before: 10 })
    const [edited] = page.messages.filter(({ id: found }: Json) => found === id)
    // The other message is nearer to the anchor. The edited one comes with its newest versions, or in the next page.
    const message = edited ?? (await fetchMessages(cast.ezra, { anchor: id, num_after: 0, num_before: 0 })).messages[0]
    expect(messageIds(page)).toContain(other)
    expect(message.edit_history.length).toBeGreaterThan(0)
    expect(message.edit_history.length).toBeLessThan(10)
    const stamps = message.edit_history.map(({ timestamp }: Json) => timestamp)
    expect(stamps[0]).toBe(message.last_edit_timestamp)
    expect(stamps).toEqual([...stamps].sort((a, b) => b - a))

    const { message_history } = succeeded(await cast.ezra.get(`/messages/${id}/history`))
    expect(JSON.stringify(message_history).length).toBeLessThan(MAX_CHARACTERS)
    expect(message_history.length).toBe(message.edit_history.length + 1)
    const [first, second, last] = [message_history[0], message_history[1], message_history.at(-1)]
    expect(Object.keys(first).sort()).toEqual(['content', 'rendered_content', 'timestamp', 'topic', 'user_id'])
    expect(first.content).toBe(second.prev_content)
    expect(first.timestamp).toBe(second.timestamp - 1) // the time of the last omitted change
    expect(last.content).toBe('pizza!')
  })

  test('has its newest 1000 changes in its history, and the newest 100 in a page', async () => {
    const { cast, id } = await editedOften(1500)
    const { message_history } = succeeded(await cast.ezra.get(`/messages/${id}/history`))
    expect(message_history).toHaveLength(1001)
    expect(message_history[0].timestamp).toBe(message_history[1].timestamp - 1)
    const [message] = (await fetchMessages(cast.ezra, { message_ids: `[${id}]` })).messages
    expect(message.edit_history).toHaveLength(100)
    expect(message.edit_history[0].timestamp).toBe(message.last_edit_timestamp)
  })
})

test('pages are limited by the size of reactions, too', async () => {
  const cast = await quietRealm()
  const { realm, dov, ezra } = cast
  const sent = await sendMessages(dov, cast, 6)
  await executeSql(
    realm,
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 12000)
     INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, position)
     SELECT m.id, 'unicode_emoji', '1f44d', n.n, 'thumbs_up', n.n FROM n, message_index m`,
  )
  await executeSql(realm, 'UPDATE message_index SET index_flags = index_flags | 8')
  const { ids, pages } = await fetchAll(ezra, 'before', 'newest')
  expect(ids).toEqual(sent)
  expect(pages.length).toBeGreaterThan(1)
  const [message] = (await fetchMessages(ezra, { message_ids: `[${sent[0]}]` })).messages
  expect(message.reactions.length).toBeGreaterThan(5000)
  const user_ids = message.reactions.map(({ user_id }: Json) => user_id)
  expect(user_ids).toEqual([...user_ids].sort((a, b) => a - b))
})
