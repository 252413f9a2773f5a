import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { refusalToDelete } from '../../src/domain/writing/deletion/rules'
import type { User } from '../../src/domain/people/users/user'
import { breakD1, countIn, evict, hush, keepAlarmQuiet, refused, RESTARTS, ring } from '../support/faults'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { idsOfMany } from '../support/many'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel, type TestRealm } from '../support/realm'
import { replays } from '../support/replays'
import { hurryClock, rowsIn, stopClock } from '../support/tables'

const deletes = (person: Person, id: number): Promise<Json> => person.delete(`/messages/${id}`)

const GONE = 'delete_message'
const oneGone = (id: number, { stream_id }: Channel, topic: string) => ({
  plain: { type: GONE, message_id: id, message_type: 'stream', stream_id, topic },
  able: { type: GONE, message_ids: [id], message_type: 'stream', stream_id, topic },
})

const inD1 = async ({ name }: TestRealm) =>
  (
    await env.DB.prepare(
      'SELECT id, content, rendered_content, is_deleted FROM messages WHERE realm_id = ? ORDER BY id',
    )
      .bind(name)
      .all()
  ).results

const readableBy = async (person: Person): Promise<number[]> =>
  succeeded(await person.get('/messages', { anchor: 'newest', num_before: 100 })).messages.map(({ id }: Json) => id)

const firstMessageOf = async (person: Person, { stream_id }: Channel) =>
  succeeded(await person.get(`/streams/${stream_id}`)).stream.first_message_id

describe('DELETE /messages/:message_id', () => {
  test('the message is gone for everyone who could read it, and each of their clients hears so in its own form', async () => {
    const { ada, cleo, dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const { id } = await dov.sends(general, 'lunch', '@**all** or @**Ada**')
    succeeded(await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }))
    succeeded(await cleo.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    const heard = await receivedBy([ada, cleo, dov, ezra], async () => expect(await deletes(dov, id)).toEqual(SUCCESS))
    const { plain, able } = oneGone(id, general, 'lunch')
    for (const each of heard) expect(each).toEqual({ plain: [plain], able: [able] })
    for (const person of [ada, dov]) {
      expect(await person.get(`/messages/${id}`)).toEqual(INVALID_MESSAGES)
      expect(await readableBy(person)).not.toContain(id)
    }
    await changesNothing([ada], async () => {
      expect(await deletes(dov, id)).toEqual(INVALID_MESSAGES)
      expect(await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'collapsed' })).toEqual(
        INVALID_MESSAGES,
      )
      expect(await ada.post('/messages/flags', { messages: [id], op: 'remove', flag: 'starred' })).toMatchObject({
        messages: [],
      })
    })
  })

  test('who may not read it hears nothing, and who may though they are not in the channel does', async () => {
    const { ada, ben, cleo, dov, ezra, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const secret = await ada.sends(vault, 'keys', 'Under the mat')
    const open = await ada.sends(garden, 'roses', 'Red')
    const direct = await ada.sendsDirectly([ben], 'Hi')
    await ada.sends(vault, 'keys', 'Moved')
    await ada.sends(garden, 'roses', 'White')
    const [, his, hers, , guests] = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      for (const { id } of [secret, open, direct]) expect(await deletes(ada, id)).toEqual(SUCCESS)
    })
    const told = ({ able }: { able: Json[] }) =>
      able.filter(({ type }) => type === GONE).map(({ message_ids }) => message_ids[0])
    expect(told(his!)).toEqual([secret.id, open.id, direct.id])
    expect(told(hers!)).toEqual([open.id])
    expect(guests!).toEqual({ plain: [], able: [] })
  })

  test('of a direct message its people hear, without being told where it was', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const first = await dov.sendsDirectly([ada], '1')
    const second = await dov.sendsDirectly([ada], '2')
    const [hers, , others] = await receivedBy([ada, dov, cleo], () => deletes(dov, second.id))
    expect(hers!.plain).toEqual([{ type: GONE, message_id: second.id, message_type: 'private' }])
    expect(hers!.able).toEqual([{ type: GONE, message_ids: [second.id], message_type: 'private' }])
    expect(others!.able).toEqual([])
    const recent = async () => (await ada.registers()).state.recent_private_conversations
    expect(await recent()).toEqual([{ max_message_id: first.id, user_ids: [dov.id] }])
    await replays([ada, dov], () => deletes(dov, first.id))
    expect(await recent()).toEqual([])
    await replays([ada, dov], () => dov.sendsDirectly([ada], '3'))
    expect(await recent()).toHaveLength(1)
  })

  test('the general chat goes by the name that the client knows', async () => {
    const { ada, general } = await freshRealm()
    await ada.sends(general, 'lunch', 'first')
    const { id } = await ada.sends(general, '', 'Hello')
    const [hers] = await receivedBy([ada], () => deletes(ada, id))
    expect(hers!.plain[0]).toMatchObject({ topic: 'general chat' })
    expect(hers!.able[0]).toMatchObject({ topic: '' })
  })

  test('where history is protected, only those hear who received it', async () => {
    const { ada, dov, cleo } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    const before = await ada.sends(cellar, 'keys', 'Under the mat')
    await ada.subscribes(cellar, { principals: [cleo.id] })
    const after = await ada.sends(cellar, 'keys', 'Moved')
    const [, his, hers] = await receivedBy([ada, dov, cleo], async () => {
      succeeded(await deletes(ada, before.id))
      succeeded(await deletes(ada, after.id))
    })
    const told = (heard: Json[]) => heard.filter(({ type }) => type === GONE).map(({ message_ids }) => message_ids)
    expect(told(his!.able)).toEqual([[before.id], [after.id]])
    expect(told(hers!.able)).toEqual([[after.id]])
  })

  test('with its first message a channel begins later, which is told before; with its last it has none', async () => {
    const { ada, general } = await freshRealm()
    const first = await ada.sends(general, 'lunch', '1')
    const second = await ada.sends(general, 'dinner', '2')
    const moved = (value: number | null) => ({
      type: 'stream',
      op: 'update',
      stream_id: general.stream_id,
      name: 'general',
      property: 'first_message_id',
      value,
    })
    const [hers] = await receivedBy([ada], () => deletes(ada, first.id))
    expect(hers!.able).toEqual([moved(second.id), oneGone(first.id, general, 'lunch').able])
    expect(await firstMessageOf(ada, general)).toBe(second.id)
    const [again] = await receivedBy([ada], () => deletes(ada, second.id))
    expect(again!.able).toEqual([moved(null), oneGone(second.id, general, 'dinner').able])
    expect(succeeded(await ada.get(`/users/me/${general.stream_id}/topics`)).topics).toEqual([])
    await receivedBy([ada], () => ada.sends(general, 'lunch', '3'))
    expect(await firstMessageOf(ada, general)).toBe(second.id + 1)
  })

  for (const { how, restart } of RESTARTS)
    test(`the newest id is never given again, not even when the object ${how}`, async () => {
      const { realm, ada, dov, general } = await freshRealm()
      await ada.sends(general, 'lunch', '1')
      const [last, direct] = [await ada.sendsDirectly([dov], '2'), await ada.sendsDirectly([dov], '3')]
      for (const { id } of [direct, last]) succeeded(await deletes(ada, id))
      const conversation = async () => (await rowsIn(realm, 'SELECT max(id) AS id FROM conversations'))[0].id as number
      const before = await conversation()
      await restart(realm)
      expect((await ada.sendsDirectly([dov], '4')).id).toBe(direct.id + 1)
      expect(await conversation()).toBe(before + 2)
    })

  test('reactions go with the message', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    expect(await countIn(realm, 'reactions')).toBe(1)
    succeeded(await deletes(ada, id))
    for (const table of ['reactions', 'mentions', 'message_index']) expect(await countIn(realm, table)).toBe(0)
  })
})

describe('who may delete', () => {
  test('administrators any message they can read, others their own and their bots’, for ten minutes', async () => {
    const { ada, ben, cleo, dov, ezra, fig, realm, general } = await freshRealm()
    await stopClock(realm, 1_900_000_000)
    const mine = await dov.sends(general, 'lunch', '1')
    const bots = await fig.sends(general, 'lunch', '2')
    const theirs = await ezra.sends(general, 'lunch', '3')
    const late = await dov.sends(general, 'lunch', '4')
    const hidden = await cleo.sendsDirectly([dov], '5')
    const denied = refusal("You don't have permission to delete this message")
    await changesNothing([ada, dov], async () => {
      for (const person of [cleo, ezra, fig]) expect(await deletes(person, mine.id)).toEqual(denied)
      expect(await deletes(dov, theirs.id)).toEqual(denied)
      expect(await deletes(dov, hidden.id)).toEqual(denied)
      for (const id of [hidden.id, 999, 0]) expect(await deletes(ben, id)).toEqual(INVALID_MESSAGES)
    })
    await stopClock(realm, 1_900_000_600)
    await replays([ada, dov], async () => {
      expect(await deletes(dov, mine.id)).toEqual(SUCCESS)
      expect(await deletes(dov, bots.id)).toEqual(SUCCESS)
      expect(await deletes(ezra, theirs.id)).toEqual(SUCCESS)
    })
    await stopClock(realm, 1_900_000_601)
    await changesNothing([ada, dov], async () =>
      expect(await deletes(dov, late.id)).toEqual(refusal('The time limit for deleting this message has passed')),
    )
    expect(await deletes(ben, late.id)).toEqual(SUCCESS)
  })

  test('whoever the channel lets, any message in it or their own', async () => {
    const { ada, cleo, dov, ezra, general } = await freshRealm()
    const only = (person: Person) => ({ direct_members: [person.id], direct_subgroups: [] })
    const garden = await newChannel(ada, 'garden', [ada, cleo, dov, ezra], {
      can_delete_any_message_group: only(dov),
    })
    const there = await ezra.sends(garden, 'roses', 'Red')
    const elsewhere = await ezra.sends(general, 'lunch', 'Pizza?')
    expect(await deletes(cleo, there.id)).toMatchObject({ result: 'error' })
    expect(await deletes(dov, elsewhere.id)).toMatchObject({ result: 'error' })
    await replays([ada, ezra], async () => expect(await deletes(dov, there.id)).toEqual(SUCCESS))
  })

  const person = (user_id: number, bot_owner_id: number | null = null) => ({ user_id, bot_owner_id }) as User
  const CASES: [
    what: string,
    sender: User,
    any: boolean,
    own: boolean,
    age: number,
    limit: number | null,
    msg?: string,
  ][] = [
    ['any, however old', person(2), true, false, 9999, 600],
    ['own in time', person(1), false, true, 600, 600],
    ['own too late', person(1), false, true, 601, 600, 'The time limit for deleting this message has passed'],
    ['own without a limit', person(1), false, true, 9999, null],
    ['own where nobody may', person(1), false, false, 0, null, "You don't have permission to delete this message"],
    ['one’s bot’s', person(2, 1), false, true, 0, 600],
    ['another’s bot’s', person(2, 3), false, true, 0, 600, "You don't have permission to delete this message"],
    ['another’s', person(2), false, true, 0, null, "You don't have permission to delete this message"],
  ]
  test.each(CASES)('%s', (_, sender, any, own, age_seconds, limit_seconds, msg) => {
    const mayDelete = { any, own }
    expect(refusalToDelete({ actor: person(1), sender, mayDelete, age_seconds, limit_seconds })?.refusal.msg).toBe(msg)
  })
})

describe('what was said', () => {
  async function settled() {
    const cast = await freshRealm()
    await ring(cast.realm)
    await keepAlarmQuiet(cast.realm)
    return cast
  }
  const tombstone = (id: number) => ({ id, content: '', rendered_content: '', is_deleted: 1 })

  test('is gone from D1 as well, whether it had come there or not', async () => {
    const { realm, ada, general } = await settled()
    const there = await ada.sends(general, 'lunch', 'one')
    await ring(realm)
    const waiting = await ada.sends(general, 'lunch', 'two')
    const kept = await ada.sends(general, 'lunch', 'three')
    for (const { id } of [there, waiting]) succeeded(await deletes(ada, id))
    expect(JSON.stringify(await rowsIn(realm, 'SELECT body FROM outbox'))).not.toMatch(/one|two/)
    await ring(realm)
    const rows = await inD1(realm)
    expect(rows.slice(0, 2)).toEqual([tombstone(there.id), tombstone(waiting.id)])
    expect(rows[2]).toMatchObject({ id: kept.id, content: 'three', is_deleted: null })
    await evict(realm)
    expect(await readableBy(ada)).toEqual([kept.id])
  })

  test('is left out for whoever had asked for it just before', async () => {
    const { realm, ada, general } = await settled()
    const gone = await ada.sends(general, 'lunch', 'one')
    const kept = await ada.sends(general, 'lunch', 'two')
    await ring(realm)
    await evict(realm)
    // As D1 is when the realm has answered and the message is deleted before its body is read.
    await env.DB.prepare('UPDATE messages SET is_deleted = 1 WHERE realm_id = ? AND id = ?')
      .bind(realm.name, gone.id)
      .run()
    expect(await readableBy(ada)).toEqual([kept.id])
    expect(await ada.get(`/messages/${gone.id}`)).toEqual(INVALID_MESSAGES)
  })

  test('does not come back by a batch that was on its way', async () => {
    hush('warn')
    const { realm, ada, general } = await settled()
    const { id } = await ada.sends(general, 'lunch', 'one')
    const d1 = breakD1(realm, refused)
    const older = await rowsIn(realm, 'SELECT version FROM outbox')
    succeeded(await deletes(ada, id))
    await ring(realm)
    d1.mend()
    await ring(realm)
    expect(await inD1(realm)).toEqual([tombstone(id)])
    const [{ version }] = (
      await env.DB.prepare('SELECT version FROM messages WHERE realm_id = ?')
        .bind(realm.name)
        .all<{ version: number }>()
    ).results as [{ version: number }]
    expect(version).toBeGreaterThan(older[0].version)
  })
})

describe('POST /streams/:stream_id/delete_topic', () => {
  const asks = (person: Person, { stream_id }: { stream_id: number }, topic_name: string): Promise<Json> =>
    person.post(`/streams/${stream_id}/delete_topic`, { topic_name })
  const COMPLETE = { ...SUCCESS, complete: true }

  test('the topic goes, the newest first and so many at once; older clients hear of each', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const ids = await idsOfMany(120, () => dov.sends(general, 'Lunch', 'Pizza?'))
    const other = await dov.sends(general, 'dinner', 'Pasta?')
    const [hers, his] = await receivedBy([ada, dov], async () =>
      expect(await asks(ben, general, 'lunch')).toEqual(COMPLETE),
    )
    const batches = (events: Json[]) => events.filter(({ type }) => type === GONE)
    expect(batches(his!.able).map(({ message_ids }) => message_ids)).toEqual([ids.slice(20), ids.slice(0, 20)])
    expect(batches(hers!.plain).map(({ message_id }) => message_id)).toEqual([...ids.slice(20), ...ids.slice(0, 20)])
    const firsts = his!.able.filter(({ property }) => property === 'first_message_id')
    expect(firsts.map(({ value }) => value)).toEqual([other.id])
    expect(await readableBy(dov)).toEqual([other.id])
  })

  test('what people chose for it goes with it', async () => {
    const { ada, dov, cleo, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const chooses = (person: Person, topic: string, visibility_policy: number) =>
      person.post('/user_topics', { stream_id: general.stream_id, topic, visibility_policy })
    for (const [person, policy] of [
      [dov, 1],
      [cleo, 3],
    ] as const) {
      succeeded(await chooses(person, 'lunch', policy))
      succeeded(await chooses(person, 'dinner', policy))
    }
    const legacy = await dov.registers({ event_types: ['muted_topics'] })
    const [hers, his, cleos] = await receivedBy([ada, dov, cleo], () => asks(ada, general, 'lunch'))
    const chosen = (events: Json[]) => events.filter(({ type }) => type === 'user_topic')
    expect(chosen(hers!.able)).toEqual([])
    for (const heard of [his!, cleos!])
      expect(chosen(heard.able)).toEqual([
        expect.objectContaining({ stream_id: general.stream_id, topic_name: 'lunch', visibility_policy: 0 }),
      ])
    expect((await legacy.events()).map(({ muted_topics }) => muted_topics)).toEqual([
      [['general', 'dinner', expect.any(Number)]],
    ])
  })

  test('when time is up it says so, and goes on when it is asked again', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await idsOfMany(210, () => dov.sends(general, 'lunch', 'Pizza?'))
    await hurryClock(realm, 30)
    expect(await asks(ada, general, 'lunch')).toEqual({ ...SUCCESS, complete: false })
    const left = await countIn(realm, 'message_index')
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(210)
    await stopClock(realm, 1_900_000_000)
    expect(await asks(ada, general, 'lunch')).toEqual(COMPLETE)
    expect(await countIn(realm, 'message_index')).toBe(0)
  })

  test('where history is protected, what an administrator cannot read stays, and so does what people chose', async () => {
    const { ada, ben, dov } = await freshRealm()
    const cellar = await newChannel(dov, 'cellar', [dov, ada], { invite_only: true })
    const before = await dov.sends(cellar, 'keys', 'Under the mat')
    await dov.subscribes(cellar, { principals: [ben.id] })
    const after = await dov.sends(cellar, 'keys', 'Moved')
    succeeded(await dov.post('/user_topics', { stream_id: cellar.stream_id, topic: 'keys', visibility_policy: 3 }))
    const [, his] = await receivedBy([ben, dov], async () => expect(await asks(ben, cellar, 'keys')).toEqual(COMPLETE))
    expect(his!.able).toEqual([oneGone(after.id, cellar, 'keys').able])
    expect(succeeded(await dov.get(`/users/me/${cellar.stream_id}/topics`)).topics).toEqual([
      { name: 'keys', max_id: before.id },
    ])
    expect(await asks(ada, cellar, 'keys')).toEqual(COMPLETE)
    expect((await dov.registers({ fetch_event_types: ['user_topic'] })).state.user_topics).toEqual([])
  })

  test('only administrators may, in channels they can read; a topic that is not there is gone already', async () => {
    const { ada, ben, cleo, dov, fig, general } = await freshRealm()
    const cellar = await newChannel(dov, 'cellar', [dov], { invite_only: true })
    await dov.sends(cellar, 'keys', 'Under the mat')
    await dov.sends(general, 'lunch', 'Pizza?')
    const denied = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
    await changesNothing([ada, dov], async () => {
      for (const person of [cleo, dov, fig]) expect(await asks(person, general, 'lunch')).toEqual(denied)
      expect(await asks(ben, cellar, 'keys')).toEqual(refusal('Invalid channel ID'))
      expect(await asks(ben, { stream_id: 999 }, 'keys')).toEqual(refusal('Invalid channel ID'))
      expect(await ben.post(`/streams/${general.stream_id}/delete_topic`)).toEqual(
        refusal("Missing 'topic_name' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'topic_name' }),
      )
      expect(await asks(ben, general, 'dinner')).toEqual(COMPLETE)
    })
  })
})
