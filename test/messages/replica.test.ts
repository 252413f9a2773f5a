import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { blockOf, Digest, digestOfAll, placeNumber, type Place } from '../../src/domain/messages/replica/digest-rules'
import { storeAllSentIds } from '../../src/domain/messages/message-index/sent-ids-storage'
import { realmSql } from '../../src/store/realm-sql'
import { runAlarm } from '../support/alarms'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { meterOf } from '../support/meter'
import { executeSql, selectRows } from '../support/tables'

const kept = async (person: Person, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  succeeded(await person.post('/parley/replica/messages', fields))

const compared = async (person: Person, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  succeeded(await person.post('/parley/replica/digests', { from: 0, ...fields }))

const listed = async (person: Person): Promise<Json> =>
  succeeded(await person.post('/parley/replica/versions', { blocks: [0] }))

const idsOf = ({ messages }: Json): number[] => messages.map(({ id }: Json) => id)
const listedIds = ({ places }: Json): number[] =>
  places.flatMap(({ ids }: Json) => ids).sort((a: number, b: number) => b - a)

/** Returns the digest of some messages, as a client computes it. */
function digestOf(messages: readonly { id: number; place: Place; version?: number; marks?: number }[]): number {
  const digest = new Digest()
  for (const { id, place, version = 0, marks = 0 } of messages) digest.add(id, version, placeNumber(place), marks)
  return digest.value
}

const KEEPING_IS_OFF = refusal('This organization lets browsers keep no messages.')

/** Lets browsers keep nothing, as the owner. */
const forbids = async (ada: Person) => succeeded(await ada.patch('/realm', { parley_keep_in_browsers: false }))

describe('POST /parley/replica/messages', () => {
  test('has the messages of subscribed channels and direct conversations, the newest first, with what they share once', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    const first = (await dov.sends(general, 'lunch', 'soup')).id
    const second = (await dov.sends(general, 'lunch', '/me eats')).id
    const direct = (await cleo.sendsDirectly([dov], 'hello **you**')).id
    succeeded(await cleo.post(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
    const answer = await kept(dov)
    const { messages } = succeeded(
      await dov.get('/messages', { message_ids: [first, second, direct], client_gravatar: false }),
    )
    const [soup, eats, hello] = messages
    const sender = ({ sender_id, sender_email, sender_full_name, sender_realm_str, avatar_url }: Json) => ({
      sender_id,
      sender_email,
      sender_full_name,
      sender_realm_str,
      avatar_url,
    })
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      event: expect.any(Number),
      reached: 0,
      left_out: [],
      senders: [sender(hello), sender(soup)],
      conversations: [
        {
          type: 'private',
          recipient_id: hello.recipient_id,
          subject: '',
          topic_links: [],
          display_recipient: hello.display_recipient,
        },
        {
          type: 'stream',
          recipient_id: soup.recipient_id,
          stream_id: general.stream_id,
          subject: 'lunch',
          topic_links: [],
          display_recipient: 'general',
        },
      ],
      messages: [
        { id: direct, sender: 0, conversation: 0, timestamp: hello.timestamp, content: hello.content },
        {
          id: second,
          sender: 1,
          conversation: 1,
          timestamp: eats.timestamp,
          content: eats.content,
          is_me_message: true,
        },
        {
          id: first,
          sender: 1,
          conversation: 1,
          timestamp: soup.timestamp,
          content: soup.content,
          version: answer.event,
          reactions: soup.reactions,
        },
      ],
    })
    expect(idsOf(await kept(ada))).toEqual([second, first])
  })

  test('continues before a message, and has messages by id', async () => {
    const { dov, general } = await freshRealm()
    const ids = []
    for (const text of ['1', '2', '3']) ids.push((await dov.sends(general, 'lunch', text)).id)
    expect(idsOf(await kept(dov, { before: ids[1] }))).toEqual([ids[0]])
    const answer = await kept(dov, { message_ids: [ids[2], ids[0], 9999] })
    expect(answer).toMatchObject({ reached: null, left_out: [] })
    expect(idsOf(answer)).toEqual([ids[2], ids[0]])
  })

  test('has nothing of a channel that the user left, or never joined, although it is public', async () => {
    const { ada, dov, general } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const elsewhere = (await ada.sends(river, 'water', 'cold')).id
    const { id } = await ada.sends(general, 'lunch', 'soup')
    expect(idsOf(await kept(dov))).toEqual([id])
    await dov.subscribes(river)
    expect(idsOf(await kept(dov))).toEqual([id, elsewhere])
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    expect(idsOf(await kept(dov))).toEqual([elsewhere])
    expect(idsOf(await kept(dov, { message_ids: [id] }))).toEqual([])
    expect(listedIds(await listed(dov))).toEqual([elsewhere])
  })

  test('has of a protected history what the user received, or what was moved to the user', async () => {
    const { ada, cleo, general } = await freshRealm()
    const cave = await newChannel(ada, 'cave', [ada], { invite_only: true, history_public_to_subscribers: false })
    const before = (await ada.sends(cave, 'depth', 'before')).id
    await ada.subscribes(cave, { principals: [cleo.id] })
    const during = (await ada.sends(cave, 'depth', 'during')).id
    const moved = (await ada.sends(general, 'lunch', 'moved')).id
    const move = { stream_id: cave.stream_id, topic: 'depth', propagate_mode: 'change_one' }
    succeeded(await ada.patch(`/messages/${moved}`, { ...move, send_notification_to_new_thread: false }))
    const own = [moved, during]
    expect(idsOf(await kept(cleo)).filter((id) => id >= during)).toEqual(own)
    expect(listedIds(await listed(cleo))).toEqual(idsOf(await kept(cleo)))
    expect(listedIds(await listed(ada))).toEqual(idsOf(await kept(ada)))
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: ['cave'] }))
    const away = (await ada.sends(cave, 'depth', 'away')).id
    await ada.subscribes(cave, { principals: [cleo.id] })
    expect(idsOf(await kept(cleo)).filter((id) => id >= during)).toEqual(own)
    expect(listedIds(await listed(cleo))).toEqual(idsOf(await kept(cleo)))
    expect(idsOf(await kept(cleo, { message_ids: [before, away, ...own] }))).toEqual(own)
    expect(idsOf(await kept(ada, { message_ids: [before, away] }))).toEqual([away, before])
  })

  test('a page of a thousand messages reads a row for each, and the next page continues', async () => {
    const { realm, dov } = await realmWithMany(2500)
    const { rows, result } = await counted(realm, () => kept(dov))
    expect(rows).toBeLessThan(1150)
    expect(result.reached).toBe(realmFirst + 1500)
    expect(result.messages).toHaveLength(1000)
    const next = await counted(realm, () => kept(dov, { before: result.reached }))
    expect(next.rows).toBeLessThan(1150)
    expect(next.result.reached).toBe(realmFirst + 500)
  })

  test('is refused if the organization lets browsers keep nothing, and bots keep nothing', async () => {
    const { ada, dov, fig } = await freshRealm()
    expect(await fig.post('/parley/replica/messages')).toMatchObject({ result: 'error' })
    await kept(dov)
    await forbids(ada)
    expect(await dov.post('/parley/replica/messages')).toEqual(KEEPING_IS_OFF)
  })
})

let realmFirst = 0

/** A realm with many messages of one topic. */
async function realmWithMany(count: number) {
  const cast = await freshRealm()
  const { realm, dov, general } = cast
  realmFirst = (await dov.sends(general, 'first', 'x')).id + 1
  await executeSql(
    realm,
    `WITH RECURSIVE n(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + ?2 - 1)
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags) SELECT id, 1000, ?3, 0, 0 FROM n`,
    realmFirst,
    count,
    dov.id,
  )
  await executeSql(
    realm,
    `INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
     SELECT 1000, ?, 'busy', 'busy', NULL, min(id), max(id) FROM message_index WHERE conversation_id = 1000`,
    general.stream_id,
  )
  await env.DB.prepare(
    `WITH RECURSIVE n(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + ?2 - 1)
     INSERT INTO messages (realm_id, id, version, content, rendered_content, client, is_me_message)
     SELECT ?3, id, 1, 'soup', '<p>soup</p>', 'website', 0 FROM n`,
  )
    .bind(realmFirst, count, realm.name)
    .run()
  await runInDurableObject(realm.stub, (_, { storage }) => {
    for (const _ of storeAllSentIds(realmSql(storage.sql), realmFirst + count - 1));
  })
  await evictDurableObject(realm.stub)
  // While texts wait for D1, the realm looks for each one.
  while ((await selectRows(realm, 'SELECT 1 FROM outbox LIMIT 1')).length > 0) await runAlarm(realm)
  return cast
}

/** Returns how many rows of the realm an action reads. */
async function counted<Result>(realm: TestRealm, act: () => Promise<Result>) {
  await act()
  const before = await meterOf(realm)
  const result = await act()
  return { rows: (await meterOf(realm)).read - before.read, result }
}

describe('POST /parley/replica/digests', () => {
  test('is the same for the same messages, and differs after each change', async () => {
    const { cleo, dov, general } = await freshRealm()
    const lunch = { stream_id: general.stream_id, topic: 'lunch' }
    const first = (await dov.sends(general, 'lunch', 'soup')).id
    const direct = (await cleo.sendsDirectly([dov], 'hello')).id
    const talk = { id: direct, place: { user_ids: [cleo.id, dov.id].sort((a, b) => a - b) } }
    const own = digestOf([{ id: first, place: lunch }, talk])
    const answer = await compared(dov)
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      event: answer.event,
      to: direct,
      newest: direct,
      same: false,
      digests: [own],
    })
    expect(await compared(dov, { digest: digestOfAll([own]) })).toMatchObject({ same: true, digests: [] })
    succeeded(await dov.patch(`/messages/${first}`, { content: 'stew' }))
    const edited = await compared(dov, { digest: digestOfAll([own]) })
    expect(edited.digests).toEqual([digestOf([{ id: first, place: lunch, version: edited.event }, talk])])
    succeeded(await dov.patch(`/messages/${first}`, { topic: 'dinner', send_notification_to_new_thread: false }))
    const dinner = { id: first, place: { ...lunch, topic: 'dinner' }, version: edited.event }
    expect((await compared(dov)).digests).toEqual([digestOf([dinner, talk])])
    succeeded(await dov.post('/messages/flags', { messages: [first], op: 'add', flag: 'collapsed' }))
    expect((await compared(dov)).digests).toEqual([digestOf([{ ...dinner, marks: 1 }, talk])])
    succeeded(await dov.delete(`/messages/${first}`))
    expect((await compared(dov)).digests).toEqual([digestOf([talk])])
    expect((await compared(dov, { from: direct + 1 })).digests).toEqual([0])
  })

  test('reads rows for blocks, not for messages, in turns of the realm', async () => {
    const { realm, dov, general } = await realmWithMany(30_000)
    const { rows, result } = await counted(realm, () => compared(dov))
    const ids = Array.from({ length: 30_000 }, (_, nth) => realmFirst + nth)
    const blocks = Map.groupBy(ids, blockOf)
    const place = { stream_id: general.stream_id, topic: 'busy' }
    const expected = [...blocks.values()].map((all) => digestOf(all.map((id) => ({ id, place }))))
    expect(result.digests.slice(1)).toEqual(expected.slice(1))
    expect(rows).toBeLessThan(100)
  })

  test('reads marks and versions of its own blocks only, and so does a page of messages', async () => {
    const { realm, cleo, dov } = await freshRealm()
    const { id } = await cleo.sendsDirectly([dov], 'hello')
    const far = 'WITH RECURSIVE far (chunk) AS (SELECT 100 UNION ALL SELECT chunk + 1 FROM far WHERE chunk < 599)'
    await executeSql(realm, `${far} INSERT INTO message_versions (chunk, versions) SELECT chunk, x'' FROM far`)
    for (const flag of ['collapsed', 'hide_link_previews'])
      await executeSql(
        realm,
        `${far} INSERT INTO message_flags (user_id, flag, chunk, ids) SELECT ${dov.id}, '${flag}', chunk, x'' FROM far`,
      )
    expect((await counted(realm, () => compared(dov))).rows).toBeLessThan(100)
    expect((await counted(realm, () => kept(dov))).rows).toBeLessThan(100)
    expect((await counted(realm, () => kept(dov, { message_ids: [id] }))).rows).toBeLessThan(100)
  })

  test('covers a limited range', async () => {
    const { ada, realm, dov } = await freshRealm()
    await dov.sendsDirectly([ada], 'x')
    await executeSql(realm, 'UPDATE message_index SET id = id + 2000000')
    const { to, newest } = await compared(dov, { from: 0 })
    expect(to).toBe(131_071)
    expect(newest).toBeGreaterThan(2_000_000)
    expect(await compared(dov, { from: 0, to })).toMatchObject({ to, same: false })
    expect(await dov.post('/parley/replica/digests', { from: 0, to: to + 1 })).toEqual(
      refusal('A comparison covers at most 131072 ids.'),
    )
    expect((await compared(dov, { from: 1_999_999 })).to).toBe(newest)
  })

  test('is refused if the organization lets browsers keep nothing', async () => {
    const { ada, dov } = await freshRealm()
    await compared(dov)
    await forbids(ada)
    expect(await dov.post('/parley/replica/digests', { from: 0 })).toEqual(KEEPING_IS_OFF)
  })
})

describe('POST /parley/replica/versions', () => {
  test('lists the messages of blocks by place, with the versions and marks that are not 0', async () => {
    const { cleo, dov, general } = await freshRealm()
    const first = (await dov.sends(general, 'lunch', 'soup')).id
    const direct = (await cleo.sendsDirectly([dov], 'hello')).id
    succeeded(await dov.post('/messages/flags', { messages: [direct], op: 'add', flag: 'hide_link_previews' }))
    succeeded(await cleo.post(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
    const answer = await listed(dov)
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      event: answer.event,
      places: [
        { place: { stream_id: general.stream_id, topic: 'lunch' }, ids: [first] },
        { place: { user_ids: [cleo.id, dov.id].sort((a, b) => a - b) }, ids: [direct] },
      ],
      versions: [[first, answer.event]],
      marks: [[direct, 2]],
    })
    succeeded(await cleo.delete(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
    const later = await listed(dov)
    expect(later.versions).toEqual([[first, later.event]])
    expect(succeeded(await dov.post('/parley/replica/versions', { blocks: [7] })).places).toEqual([])
  })

  test('is refused if the organization lets browsers keep nothing', async () => {
    const { ada, dov } = await freshRealm()
    await listed(dov)
    await forbids(ada)
    expect(await dov.post('/parley/replica/versions', { blocks: [0] })).toEqual(KEEPING_IS_OFF)
  })
})
