import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runAlarm } from '../support/alarms'
import { ADMINISTRATORS_ONLY, INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { advanceClockPerReading, stopClock } from '../support/clock'
import { breakD1, unavailable } from '../support/d1-faults'
import { captureConsole, evict, RESTARTS } from '../support/faults'
import { groupOfUsers } from '../support/groups'
import { sendMany } from '../support/many-messages'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel, type TestRealm } from '../support/realm'
import { changesNothing, eventsOfType, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { countRows, selectRows } from '../support/tables'
import { setVisibilityPolicy } from '../support/user-topics'

const deleteMessage = (person: Person, id: number): Promise<Json> => person.delete(`/messages/${id}`)

const deletions = (events: Json[]) => eventsOfType(events, 'delete_message')
const deletedIds = (events: Json[]): number[][] => deletions(events).map(({ message_ids }) => message_ids)
/** The event of one deleted channel message, for clients without and with bulk_message_deletion. */
const messageDeleted = (id: number, { stream_id }: Channel, topic: string) => ({
  plain: { type: 'delete_message', message_id: id, message_type: 'stream', stream_id, topic },
  able: { type: 'delete_message', message_ids: [id], message_type: 'stream', stream_id, topic },
})

const rowsInD1 = async ({ name }: TestRealm) =>
  (
    await env.DB.prepare(
      'SELECT id, content, rendered_content, is_deleted FROM messages WHERE realm_id = ? ORDER BY id',
    )
      .bind(name)
      .all()
  ).results

const readableIds = async (person: Person): Promise<number[]> =>
  succeeded(await person.get('/messages', { anchor: 'newest', num_before: 100 })).messages.map(({ id }: Json) => id)

const firstMessageOf = async (person: Person, { stream_id }: Channel) =>
  succeeded(await person.get(`/streams/${stream_id}`)).stream.first_message_id

describe('DELETE /messages/:message_id', () => {
  test('all users who can read the message receive its deletion; older clients receive the old form', async () => {
    const { ada, cleo, dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const { id } = await dov.sends(general, 'lunch', '@**all** or @**Ada**')
    succeeded(await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }))
    succeeded(await cleo.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    const received = await receivedBy([ada, cleo, dov, ezra], async () =>
      expect(await deleteMessage(dov, id)).toEqual(SUCCESS),
    )
    const { plain, able } = messageDeleted(id, general, 'lunch')
    for (const userEvents of received) expect(userEvents).toEqual({ plain: [plain], able: [able] })
    for (const person of [ada, dov]) {
      expect(await person.get(`/messages/${id}`)).toEqual(INVALID_MESSAGES)
      expect(await readableIds(person)).not.toContain(id)
    }
    await changesNothing([ada], async () => {
      expect(await deleteMessage(dov, id)).toEqual(INVALID_MESSAGES)
      expect(await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'collapsed' })).toEqual(
        INVALID_MESSAGES,
      )
      expect(await ada.post('/messages/flags', { messages: [id], op: 'remove', flag: 'starred' })).toMatchObject({
        messages: [],
      })
    })
  })

  test('users who cannot read the message receive nothing; users who can read it need no subscription', async () => {
    const { ada, ben, cleo, dov, ezra, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const secret = await ada.sends(vault, 'keys', 'Under the mat')
    const visible = await ada.sends(garden, 'roses', 'Red')
    const direct = await ada.sendsDirectly([ben], 'Hi')
    await ada.sends(vault, 'keys', 'Moved')
    await ada.sends(garden, 'roses', 'White')
    const [, benEvents, cleoEvents, , ezraEvents] = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      for (const { id } of [secret, visible, direct]) expect(await deleteMessage(ada, id)).toEqual(SUCCESS)
    })
    expect(deletedIds(benEvents!.able)).toEqual([[secret.id], [visible.id], [direct.id]])
    expect(deletedIds(cleoEvents!.able)).toEqual([[visible.id]])
    expect(ezraEvents!).toEqual({ plain: [], able: [] })
  })

  test('the participants receive the deletion of a direct message, without its recipients', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const first = await dov.sendsDirectly([ada], '1')
    const second = await dov.sendsDirectly([ada], '2')
    const [adaEvents, , cleoEvents] = await receivedBy([ada, dov, cleo], () => deleteMessage(dov, second.id))
    expect(adaEvents!.plain).toEqual([{ type: 'delete_message', message_id: second.id, message_type: 'private' }])
    expect(adaEvents!.able).toEqual([{ type: 'delete_message', message_ids: [second.id], message_type: 'private' }])
    expect(cleoEvents!.able).toEqual([])
    const recentConversations = async () => (await ada.registers()).state.recent_private_conversations
    expect(await recentConversations()).toEqual([{ max_message_id: first.id, user_ids: [dov.id] }])
    await replays([ada, dov], () => deleteMessage(dov, first.id))
    expect(await recentConversations()).toEqual([])
    await replays([ada, dov], () => dov.sendsDirectly([ada], '3'))
    expect(await recentConversations()).toHaveLength(1)
  })

  test('the empty topic name is “general chat” for clients that do not know it', async () => {
    const { ada, general } = await freshRealm()
    await ada.sends(general, 'lunch', 'first')
    const { id } = await ada.sends(general, '', 'Hello')
    const [adaEvents] = await receivedBy([ada], () => deleteMessage(ada, id))
    expect(adaEvents!.plain[0]).toMatchObject({ topic: 'general chat' })
    expect(adaEvents!.able[0]).toMatchObject({ topic: '' })
  })

  test('in protected history, only users who received the message receive its deletion', async () => {
    const { ada, dov, cleo } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    const before = await ada.sends(cellar, 'keys', 'Under the mat')
    await ada.subscribes(cellar, { principals: [cleo.id] })
    const after = await ada.sends(cellar, 'keys', 'Moved')
    const [, dovEvents, cleoEvents] = await receivedBy([ada, dov, cleo], async () => {
      succeeded(await deleteMessage(ada, before.id))
      succeeded(await deleteMessage(ada, after.id))
    })
    expect(deletedIds(dovEvents!.able)).toEqual([[before.id], [after.id]])
    expect(deletedIds(cleoEvents!.able)).toEqual([[after.id]])
  })

  test('the first message of a channel changes before its deletion; a channel without messages has none', async () => {
    const { ada, general } = await freshRealm()
    const first = await ada.sends(general, 'lunch', '1')
    const second = await ada.sends(general, 'dinner', '2')
    const firstMessageChanged = (value: number | null) => ({
      type: 'stream',
      op: 'update',
      stream_id: general.stream_id,
      name: 'general',
      property: 'first_message_id',
      value,
    })
    const [adaEvents] = await receivedBy([ada], () => deleteMessage(ada, first.id))
    expect(adaEvents!.able).toEqual([firstMessageChanged(second.id), messageDeleted(first.id, general, 'lunch').able])
    expect(await firstMessageOf(ada, general)).toBe(second.id)
    const [adaEventsLater] = await receivedBy([ada], () => deleteMessage(ada, second.id))
    expect(adaEventsLater!.able).toEqual([firstMessageChanged(null), messageDeleted(second.id, general, 'dinner').able])
    expect(succeeded(await ada.get(`/users/me/${general.stream_id}/topics`)).topics).toEqual([])
    await receivedBy([ada], () => ada.sends(general, 'lunch', '3'))
    expect(await firstMessageOf(ada, general)).toBe(second.id + 1)
  })

  test.for(RESTARTS)(
    'the id of a deleted message is not used again, also after the realm $how',
    async ({ restart }) => {
      const { realm, ada, dov, general } = await freshRealm()
      await ada.sends(general, 'lunch', '1')
      const [last, direct] = [await ada.sendsDirectly([dov], '2'), await ada.sendsDirectly([dov], '3')]
      for (const { id } of [direct, last]) succeeded(await deleteMessage(ada, id))
      const newestConversation = async () =>
        (await selectRows(realm, 'SELECT max(id) AS id FROM conversations'))[0].id as number
      const before = await newestConversation()
      await restart(realm)
      expect((await ada.sendsDirectly([dov], '4')).id).toBe(direct.id + 1)
      expect(await newestConversation()).toBe(before + 2)
    },
  )

  test('the reactions of the message are deleted with it', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    expect(await countRows(realm, 'reactions')).toBe(1)
    succeeded(await deleteMessage(ada, id))
    for (const table of ['reactions', 'mentions', 'message_index']) expect(await countRows(realm, table)).toBe(0)
  })
})

describe('permission to delete messages', () => {
  test('administrators may delete any message that they can read; members delete theirs and their bots’ for ten minutes', async () => {
    const { ada, ben, cleo, dov, ezra, fig, realm, general } = await freshRealm()
    await stopClock(realm, 1_900_000_000)
    const dovMessage = await dov.sends(general, 'lunch', '1')
    const botMessage = await fig.sends(general, 'lunch', '2')
    const ezraMessage = await ezra.sends(general, 'lunch', '3')
    const late = await dov.sends(general, 'lunch', '4')
    const hidden = await cleo.sendsDirectly([dov], '5')
    const denied = refusal("You don't have permission to delete this message")
    await changesNothing([ada, dov], async () => {
      for (const person of [cleo, ezra, fig]) expect(await deleteMessage(person, dovMessage.id)).toEqual(denied)
      expect(await deleteMessage(dov, ezraMessage.id)).toEqual(denied)
      expect(await deleteMessage(dov, hidden.id)).toEqual(denied)
      for (const id of [hidden.id, 999, 0]) expect(await deleteMessage(ben, id)).toEqual(INVALID_MESSAGES)
    })
    await stopClock(realm, 1_900_000_600)
    await replays([ada, dov], async () => {
      expect(await deleteMessage(dov, dovMessage.id)).toEqual(SUCCESS)
      expect(await deleteMessage(dov, botMessage.id)).toEqual(SUCCESS)
      expect(await deleteMessage(ezra, ezraMessage.id)).toEqual(SUCCESS)
    })
    await stopClock(realm, 1_900_000_601)
    await changesNothing([ada, dov], async () =>
      expect(await deleteMessage(dov, late.id)).toEqual(refusal('The time limit for deleting this message has passed')),
    )
    expect(await deleteMessage(ben, late.id)).toEqual(SUCCESS)
  })

  test('a permission of the channel allows deleting any message in it', async () => {
    const { ada, cleo, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, cleo, dov, ezra], {
      can_delete_any_message_group: groupOfUsers(dov),
    })
    const inGarden = await ezra.sends(garden, 'roses', 'Red')
    const inGeneral = await ezra.sends(general, 'lunch', 'Pizza?')
    expect(await deleteMessage(cleo, inGarden.id)).toMatchObject({ result: 'error' })
    expect(await deleteMessage(dov, inGeneral.id)).toMatchObject({ result: 'error' })
    await replays([ada, ezra], async () => expect(await deleteMessage(dov, inGarden.id)).toEqual(SUCCESS))
  })
})

describe('deletion of the content', () => {
  async function realmWithoutDueWork() {
    const cast = await freshRealm()
    await runAlarm(cast.realm)
    return cast
  }
  const deletedRow = (id: number) => ({ id, content: '', rendered_content: '', is_deleted: 1 })

  test('the content is deleted from D1, and from the outbox if it is not in D1 yet', async () => {
    const { realm, ada, general } = await realmWithoutDueWork()
    const inD1 = await ada.sends(general, 'lunch', 'one')
    await runAlarm(realm)
    const inOutbox = await ada.sends(general, 'lunch', 'two')
    const remaining = await ada.sends(general, 'lunch', 'three')
    for (const { id } of [inD1, inOutbox]) succeeded(await deleteMessage(ada, id))
    expect(JSON.stringify(await selectRows(realm, 'SELECT body FROM outbox'))).not.toMatch(/one|two/)
    await runAlarm(realm)
    const rows = await rowsInD1(realm)
    expect(rows.slice(0, 2)).toEqual([deletedRow(inD1.id), deletedRow(inOutbox.id)])
    expect(rows[2]).toMatchObject({ id: remaining.id, content: 'three', is_deleted: null })
    await evict(realm)
    expect(await readableIds(ada)).toEqual([remaining.id])
  })

  test('a message that is deleted between the answer of the realm and the read of D1 is not returned', async () => {
    const { realm, ada, general } = await realmWithoutDueWork()
    const deleted = await ada.sends(general, 'lunch', 'one')
    const remaining = await ada.sends(general, 'lunch', 'two')
    await runAlarm(realm)
    await evict(realm)
    // The same as a deletion after the answer of the realm and before the read of D1.
    await env.DB.prepare('UPDATE messages SET is_deleted = 1 WHERE realm_id = ? AND id = ?')
      .bind(realm.name, deleted.id)
      .run()
    expect(await readableIds(ada)).toEqual([remaining.id])
    expect(await ada.get(`/messages/${deleted.id}`)).toEqual(INVALID_MESSAGES)
  })

  test('a failed batch with the content, when it is repeated, does not restore it', async () => {
    captureConsole('warn')
    const { realm, ada, general } = await realmWithoutDueWork()
    const { id } = await ada.sends(general, 'lunch', 'one')
    const d1 = breakD1(realm, unavailable)
    const older = await selectRows(realm, 'SELECT version FROM outbox')
    succeeded(await deleteMessage(ada, id))
    await runAlarm(realm)
    d1.mend()
    await runAlarm(realm)
    expect(await rowsInD1(realm)).toEqual([deletedRow(id)])
    const [{ version }] = (
      await env.DB.prepare('SELECT version FROM messages WHERE realm_id = ?')
        .bind(realm.name)
        .all<{ version: number }>()
    ).results as [{ version: number }]
    expect(version).toBeGreaterThan(older[0].version)
  })
})

describe('POST /streams/:stream_id/delete_topic', () => {
  const deleteTopic = (person: Person, { stream_id }: { stream_id: number }, topic_name: string): Promise<Json> =>
    person.post(`/streams/${stream_id}/delete_topic`, { topic_name })
  const COMPLETE = { ...SUCCESS, complete: true }

  test('the topic is deleted in batches, the newest first; older clients receive an event for each message', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const ids = await sendMany(120, () => dov.sends(general, 'Lunch', 'Pizza?'))
    const other = await dov.sends(general, 'dinner', 'Pasta?')
    const [adaEvents, dovEvents] = await receivedBy([ada, dov], async () =>
      expect(await deleteTopic(ben, general, 'lunch')).toEqual(COMPLETE),
    )
    expect(deletedIds(dovEvents!.able)).toEqual([ids.slice(20), ids.slice(0, 20)])
    expect(deletions(adaEvents!.plain).map(({ message_id }) => message_id)).toEqual([
      ...ids.slice(20),
      ...ids.slice(0, 20),
    ])
    const firstMessageUpdates = dovEvents!.able.filter(({ property }) => property === 'first_message_id')
    expect(firstMessageUpdates.map(({ value }) => value)).toEqual([other.id])
    expect(await readableIds(dov)).toEqual([other.id])
  })

  /** Acts once, when the realm waits between two batches. */
  function betweenBatches(act: () => Promise<unknown>): void {
    const wait = globalThis.setTimeout
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((resume: () => void, delay: number) => {
      if (delay !== 0) return wait(resume, delay)
      spy.mockRestore()
      return void act().finally(resume)
    }) as typeof setTimeout)
    onTestFinished(() => spy.mockRestore())
  }

  const REVOCATIONS: [change: string, revoke: (ada: Person, ben: Person) => Promise<Json>, code: object][] = [
    ['lost the role', (ada, ben) => ada.patch(`/users/${ben.id}`, { role: 400 }), ADMINISTRATORS_ONLY],
    ['was deactivated', (ada, ben) => ada.delete(`/users/${ben.id}`), { code: 'USER_DEACTIVATED' }],
  ]
  test.for(REVOCATIONS)('stops between two batches if its user %s meanwhile', async ([, revoke, refused]) => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    await sendMany(120, () => dov.sends(general, 'lunch', 'Pizza?'))
    betweenBatches(async () => succeeded(await revoke(ada, ben)))
    expect(await deleteTopic(ben, general, 'lunch')).toMatchObject(refused)
    expect(await countRows(realm, 'message_index')).toBeGreaterThanOrEqual(20)
  })

  test('the visibility policies of the topic are deleted with it', async () => {
    const { ada, dov, cleo, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    for (const [person, policy] of [
      [dov, 1],
      [cleo, 3],
    ] as const) {
      succeeded(await setVisibilityPolicy(person, general, 'lunch', policy))
      succeeded(await setVisibilityPolicy(person, general, 'dinner', policy))
    }
    const olderClient = await dov.registers({ event_types: ['muted_topics'] })
    const [adaEvents, dovEvents, cleoEvents] = await receivedBy([ada, dov, cleo], () =>
      deleteTopic(ada, general, 'lunch'),
    )
    const policyEvents = (events: Json[]) => eventsOfType(events, 'user_topic')
    expect(policyEvents(adaEvents!.able)).toEqual([])
    for (const userEvents of [dovEvents!, cleoEvents!])
      expect(policyEvents(userEvents.able)).toEqual([
        expect.objectContaining({ stream_id: general.stream_id, topic_name: 'lunch', visibility_policy: 0 }),
      ])
    expect((await olderClient.events()).map(({ muted_topics }) => muted_topics)).toEqual([
      [['general', 'dinner', expect.any(Number)]],
    ])
  })

  test('a request that reaches its time limit answers complete: false; a repeated request continues', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await sendMany(210, () => dov.sends(general, 'lunch', 'Pizza?'))
    await advanceClockPerReading(realm, 30)
    expect(await deleteTopic(ada, general, 'lunch')).toEqual({ ...SUCCESS, complete: false })
    const remaining = await countRows(realm, 'message_index')
    expect(remaining).toBeGreaterThan(0)
    expect(remaining).toBeLessThan(210)
    await stopClock(realm, 1_900_000_000)
    expect(await deleteTopic(ada, general, 'lunch')).toEqual(COMPLETE)
    expect(await countRows(realm, 'message_index')).toBe(0)
  })

  test('in protected history, messages that the actor cannot read remain, and so do the visibility policies', async () => {
    const { ada, ben, dov } = await freshRealm()
    const cellar = await newChannel(dov, 'cellar', [dov, ada], { invite_only: true })
    const before = await dov.sends(cellar, 'keys', 'Under the mat')
    await dov.subscribes(cellar, { principals: [ben.id] })
    const after = await dov.sends(cellar, 'keys', 'Moved')
    succeeded(await dov.post('/user_topics', { stream_id: cellar.stream_id, topic: 'keys', visibility_policy: 3 }))
    const [, dovEvents] = await receivedBy([ben, dov], async () =>
      expect(await deleteTopic(ben, cellar, 'keys')).toEqual(COMPLETE),
    )
    expect(dovEvents!.able).toEqual([messageDeleted(after.id, cellar, 'keys').able])
    expect(succeeded(await dov.get(`/users/me/${cellar.stream_id}/topics`)).topics).toEqual([
      { name: 'keys', max_id: before.id },
    ])
    expect(await deleteTopic(ada, cellar, 'keys')).toEqual(COMPLETE)
    expect((await dov.registers({ fetch_event_types: ['user_topic'] })).state.user_topics).toEqual([])
  })

  test('only administrators who can read the channel may delete a topic; a topic without messages is complete', async () => {
    const { ada, ben, cleo, dov, fig, general } = await freshRealm()
    const cellar = await newChannel(dov, 'cellar', [dov], { invite_only: true })
    await dov.sends(cellar, 'keys', 'Under the mat')
    await dov.sends(general, 'lunch', 'Pizza?')
    const denied = ADMINISTRATORS_ONLY
    await changesNothing([ada, dov], async () => {
      for (const person of [cleo, dov, fig]) expect(await deleteTopic(person, general, 'lunch')).toEqual(denied)
      expect(await deleteTopic(ben, cellar, 'keys')).toEqual(refusal('Invalid channel ID'))
      expect(await deleteTopic(ben, { stream_id: 999 }, 'keys')).toEqual(refusal('Invalid channel ID'))
      expect(await ben.post(`/streams/${general.stream_id}/delete_topic`)).toEqual(
        refusal("Missing 'topic_name' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'topic_name' }),
      )
      expect(await deleteTopic(ben, general, 'dinner')).toEqual(COMPLETE)
    })
  })
})
