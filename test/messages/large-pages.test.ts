import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { breakD1, evict, hush, keepAlarmQuiet, refused, ring } from '../support/faults'
import { refusal } from '../support/answers'
import { messageIds } from '../support/messages'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'
import { rowsIn, writesTo } from '../support/tables'

const MESSAGES = 24
const LARGE = 400_000
/** More than a page of messages holds, whatever is asked for, in characters. */
const MOST_CHARACTERS = 5_000_000

async function quietRealm(): Promise<Cast> {
  const cast = await freshRealm()
  await ring(cast.realm)
  await keepAlarmQuiet(cast.realm)
  return cast
}

async function sends(person: Person, { general }: Cast, count = MESSAGES): Promise<number[]> {
  const ids: number[] = []
  for (let nth = 0; nth < count; nth++) ids.push((await person.sends(general, 'lunch', `pizza ${nth}`)).id)
  return ids
}

/** Makes the messages of a realm large in D1, as if that had once been allowed. */
async function enlargeInD1({ name }: TestRealm, table: string): Promise<void> {
  const html = `'<p>pizza ' || id || '</p>' || ?2`
  await env.DB.prepare(`UPDATE ${table} SET rendered_content = ${html} WHERE realm_id = ?1`)
    .bind(name, 'x'.repeat(LARGE))
    .run()
}

/** The same of what waits for D1. */
const enlargeInOutbox = (realm: TestRealm) =>
  writesTo(
    realm,
    `UPDATE outbox SET body = json_set(body, '$.rendered_content', body ->> '$.content' || ?)`,
    'x'.repeat(LARGE),
  )

/** Fetches, and measures what comes. */
async function fetches(person: Person, query: Record<string, string | number | boolean>): Promise<Json> {
  const answer = succeeded(await person.get('/messages', query))
  expect(JSON.stringify(answer).length).toBeLessThan(MOST_CHARACTERS)
  return answer
}

/** Pages on from an anchor to one end, as clients do. */
async function pagesOn(person: Person, direction: 'before' | 'after', anchor: string | number, narrow = '[]') {
  const ids: number[] = []
  const pages: number[] = []
  for (let from = anchor, include_anchor = true; ; include_anchor = false) {
    const page = await fetches(person, { anchor: from, include_anchor, [`num_${direction}`]: 100, narrow })
    const found = messageIds(page)
    pages.push(found.length)
    ids.push(...found)
    if (page[direction === 'before' ? 'found_oldest' : 'found_newest']) return { ids: ids.sort((a, b) => a - b), pages }
    expect(found.length).toBeGreaterThan(0)
    from = direction === 'before' ? found[0]! : found.at(-1)!
  }
}

const WHERE = [
  {
    where: 'in D1',
    prepare: () => undefined,
    enlarge: async ({ realm }: Cast) => {
      await ring(realm)
      await enlargeInD1(realm, 'messages')
      await evict(realm)
    },
  },
  {
    where: 'in the outbox',
    prepare: ({ realm }: Cast) => {
      hush('warn')
      breakD1(realm, refused)
    },
    enlarge: ({ realm }: Cast) => enlargeInOutbox(realm),
  },
] as const

describe.each(WHERE)('pages of large messages that are $where', ({ prepare, enlarge }) => {
  test('are cut short, and whoever pages on gets every message once', async () => {
    const cast = await quietRealm()
    const { dov, ezra } = cast
    prepare(cast)
    const sent = await sends(dov, cast)
    await enlarge(cast)
    for (const [direction, anchor] of [
      ['before', 'newest'],
      ['after', 'oldest'],
    ] as const) {
      const { ids, pages } = await pagesOn(ezra, direction, anchor)
      expect(ids).toEqual(sent)
      expect(pages.length).toBeGreaterThan(2)
      expect(pages[0]).toBeGreaterThan(1)
    }
  })

  test('have what is nearest to the anchor, on both of its sides', async () => {
    const cast = await quietRealm()
    const { dov, ezra } = cast
    prepare(cast)
    const sent = await sends(dov, cast)
    await enlarge(cast)
    const anchor = sent[12]!
    const page = await fetches(ezra, { anchor, num_before: 50, num_after: 50 })
    const found = messageIds(page)
    expect(page).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false })
    expect(found).toEqual(sent.filter((id) => id >= found[0]! && id <= found.at(-1)!))
    expect(Math.abs(found.indexOf(anchor) - (found.length - 1) / 2)).toBeLessThanOrEqual(0.5)

    const [before, after] = [found[0]!, found.at(-1)!]
    const older = await pagesOn(ezra, 'before', before)
    const newer = await pagesOn(ezra, 'after', after)
    expect([...new Set([...older.ids, ...found, ...newer.ids])].sort((a, b) => a - b)).toEqual(sent)
  })
})

describe('large messages', () => {
  test('that are asked for by their ids are too many for one answer, or they all come', async () => {
    const cast = await quietRealm()
    const { realm, dov, ezra } = cast
    const sent = await sends(dov, cast)
    await ring(realm)
    await enlargeInD1(realm, 'messages')
    await evict(realm)
    const tooLarge = refusal('These messages are too large for one answer. Ask for fewer messages.')
    expect(await ezra.get('/messages', { message_ids: JSON.stringify(sent) })).toEqual(tooLarge)
    const narrow = JSON.stringify([['search', 'pizza']])
    expect(await ezra.get('/messages/matches_narrow', { msg_ids: JSON.stringify(sent), narrow })).toEqual(tooLarge)
    const few = sent.slice(3, 6)
    expect(messageIds(await fetches(ezra, { message_ids: JSON.stringify(few) }))).toEqual(few)
  })

  test('are found by searching, page by page, each once', async () => {
    const cast = await quietRealm()
    const { realm, dov, ezra } = cast
    const sent = await sends(dov, cast)
    await ring(realm)
    await enlargeInD1(realm, 'messages')
    await evict(realm)
    const narrow = JSON.stringify([['search', 'pizza']])
    expect((await pagesOn(ezra, 'before', 'newest', narrow)).ids).toEqual(sent)
    expect((await pagesOn(ezra, 'after', 'oldest', narrow)).ids).toEqual(sent)
  })

  test('are answered alone, however large', async () => {
    const cast = await quietRealm()
    const { realm, dov, ezra } = cast
    const [id] = await sends(dov, cast, 2)
    await ring(realm)
    await env.DB.prepare('UPDATE messages SET rendered_content = ?2 WHERE realm_id = ?1')
      .bind(realm.name, 'x'.repeat(1_900_000))
      .run()
    await evict(realm)
    const page = await fetches(ezra, { anchor: 'oldest', num_after: 10 })
    expect(messageIds(page)[0]).toBe(id)
    expect(succeeded(await ezra.get(`/messages/${id}`)).message.content.length).toBeGreaterThanOrEqual(1_900_000)
  })
})

describe('a message that was edited often', () => {
  /** As if it had been edited so often, from a large version to the next. */
  async function editedOften(count: number) {
    const cast = await quietRealm()
    const { realm, dov } = cast
    const [id, other] = await sends(dov, cast, 2)
    succeeded(await dov.patch(`/messages/${id}`, { content: 'pizza!' }))
    await ring(realm)
    const [{ edit }] = await rowsIn(realm, 'SELECT id AS edit FROM message_edits')
    const numbers = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count - 1})`
    await writesTo(
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

  test('shows the newest of its large versions, alone and among others', async () => {
    const { cast, id, other } = await editedOften(30)
    await enlargeInD1(cast.realm, 'old_versions')
    const page = await fetches(cast.ezra, { anchor: 'newest', num_before: 10 })
    const [edited] = page.messages.filter((message: Json) => message.id === id)
    // The other message is nearer to the anchor, and the edited one comes with its newest versions or in the next page.
    const shown = edited ?? (await fetches(cast.ezra, { anchor: id, num_after: 0, num_before: 0 })).messages[0]
    expect(messageIds(page)).toContain(other)
    expect(shown.edit_history.length).toBeGreaterThan(0)
    expect(shown.edit_history.length).toBeLessThan(10)
    const stamps = shown.edit_history.map(({ timestamp }: Json) => timestamp)
    expect(stamps[0]).toBe(shown.last_edit_timestamp)
    expect(stamps).toEqual([...stamps].sort((a, b) => b - a))

    const { message_history } = succeeded(await cast.ezra.get(`/messages/${id}/history`))
    expect(JSON.stringify(message_history).length).toBeLessThan(MOST_CHARACTERS)
    expect(message_history.length).toBe(shown.edit_history.length + 1)
    const [first, second, last] = [message_history[0], message_history[1], message_history.at(-1)]
    expect(Object.keys(first).sort()).toEqual(['content', 'rendered_content', 'timestamp', 'topic', 'user_id'])
    expect(first.content).toBe(second.prev_content)
    expect(first.timestamp).toBe(second.timestamp - 1) // that of the last change before it
    expect(last.content).toBe('pizza!')
  })

  test('shows no more than the newest thousand changes, and the newest hundred in a page', async () => {
    const { cast, id } = await editedOften(1500)
    const { message_history } = succeeded(await cast.ezra.get(`/messages/${id}/history`))
    expect(message_history).toHaveLength(1001)
    expect(message_history[0].timestamp).toBe(message_history[1].timestamp - 1)
    const [message] = (await fetches(cast.ezra, { message_ids: `[${id}]` })).messages
    expect(message.edit_history).toHaveLength(100)
    expect(message.edit_history[0].timestamp).toBe(message.last_edit_timestamp)
  })
})

test('what hangs off messages is bounded, too', async () => {
  const cast = await quietRealm()
  const { realm, dov, ezra } = cast
  const sent = await sends(dov, cast, 6)
  await writesTo(
    realm,
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 12000)
     INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, position)
     SELECT m.id, 'unicode_emoji', '1f44d', n.n, 'thumbs_up', n.n FROM n, message_index m`,
  )
  await writesTo(realm, 'UPDATE message_index SET traits = traits | 8')
  const { ids, pages } = await pagesOn(ezra, 'before', 'newest')
  expect(ids).toEqual(sent)
  expect(pages.length).toBeGreaterThan(1)
  const [message] = (await fetches(ezra, { message_ids: `[${sent[0]}]` })).messages
  expect(message.reactions.length).toBeGreaterThan(5000)
  const given = message.reactions.map(({ user_id }: Json) => user_id)
  expect(given).toEqual([...given].sort((a, b) => a - b))
})
