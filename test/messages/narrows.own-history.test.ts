import { expect, test } from 'vitest'
import { captureConsole } from '../support/faults'
import { messageIds } from '../support/messages'
import { idsWithTerms } from '../support/narrows'
import { succeeded, type Json, type Person } from '../support/person'
import { randomBelow } from '../support/random-numbers'
import { freshRealm, newChannel } from '../support/realm'
import { executeSql, rowsRead } from '../support/tables'

type Realm = Awaited<ReturnType<typeof freshRealm>>

const NEWEST = { anchor: 'newest', num_before: 1000 }

/** Sends a message to a channel without cleo, and adds many like it. A read of all messages reads these, too. */
async function addBusyTopic({ realm, dov, general }: Realm, count = 3000): Promise<number> {
  const { id } = await dov.sends(general, 'busy', 'x')
  await executeSql(
    realm,
    `WITH RECURSIVE n(id) AS (SELECT ?1 + 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + ?2)
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
     SELECT n.id, m.conversation_id, m.sender_id, m.sent_at, 0 FROM n, message_index m WHERE m.id = ?1`,
    id,
    count,
  )
  await executeSql(realm, "UPDATE conversations SET max_id = ? WHERE topic = 'busy'", id + count)
  return id
}

/** Returns a realm in which cleo is in no channel, two channels of others, and a function that does something at random. */
async function randomHistory(seed: number) {
  const cast = await freshRealm()
  const { ada, ben, cleo, dov } = cast
  const below = randomBelow(seed)
  const ponds = [await newChannel(ada, 'pond', [ada, dov]), await newChannel(ada, 'pool', [ada, dov])]
  await cleo.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  let own: number[] = []
  let all: { id: number; pond: number }[] = []
  const isSubscribed = [false, false]
  const add = (id: number) => {
    if (!own.includes(id)) own.push(id)
    own.sort((a, b) => a - b)
  }

  async function act() {
    const pond = below(2)
    const message = all[below(all.length)]
    switch (below(9)) {
      case 0:
        if (isSubscribed[pond]) await cleo.delete('/users/me/subscriptions', { subscriptions: [ponds[pond]!.name] })
        else await cleo.subscribes(ponds[pond]!)
        isSubscribed[pond] = !isSubscribed[pond]
        break
      case 1:
        add((await ben.sendsDirectly([cleo], 'Hi')).id)
        break
      case 2:
        if (message === undefined) break
        succeeded(await cleo.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'starred' }))
        add(message.id)
        break
      case 3: {
        if (message === undefined) break
        const elsewhere = { stream_id: ponds[1 - message.pond]!.stream_id, topic: `moved ${below(3)}` }
        const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
        succeeded(
          await ada.patch(`/messages/${message.id}`, { ...elsewhere, ...quietly, propagate_mode: 'change_one' }),
        )
        message.pond = 1 - message.pond
        break
      }
      case 4:
        if (message === undefined) break
        succeeded(await ada.delete(`/messages/${message.id}`))
        own = own.filter((id) => id !== message.id)
        all = all.filter(({ id }) => id !== message.id)
        break
      default: {
        const { id } = await dov.sends(ponds[pond]!, `topic ${below(5)}`, 'x')
        all.push({ id, pond })
        if (isSubscribed[pond]) add(id)
      }
    }
  }
  return { ...cast, ponds, act, own: () => own, inChannels: () => all }
}

async function paged(reader: Person, step: number): Promise<number[]> {
  const found: number[] = []
  for (let anchor: number | string = 'newest', isDone = false; !isDone;) {
    const page: Json = succeeded(
      await reader.get('/messages', { anchor, num_before: step, include_anchor: false, narrow: [] }),
    )
    found.unshift(...messageIds(page))
    ;[anchor, isDone] = [found[0] ?? 0, page.found_oldest]
  }
  return found
}

test('has the same messages from each source, after subscriptions, moves, deletions and stars, page by page', async () => {
  captureConsole('error')
  const history = await randomHistory(7)
  const { cleo, dov, act, own, inChannels } = history
  for (let i = 0; i < 60; i++) await act()
  expect(await idsWithTerms(cleo, [], NEWEST)).toEqual(own())

  expect(await addBusyTopic(history)).toBeGreaterThan(own().at(-1)!)
  expect(await idsWithTerms(cleo, [], NEWEST)).toEqual(own())
  for (const step of [1, 3, 7]) expect(await paged(cleo, step)).toEqual(own())
  const withoutDov = own().filter((id) => inChannels().every((message) => message.id !== id))
  expect(await idsWithTerms(cleo, [['sender', dov.id, true]], NEWEST)).toEqual(withoutDov)
})

test.for([11, 12, 13])('has the same messages while memory has the newest ones, seed %i', async (seed) => {
  captureConsole('error')
  const history = await randomHistory(seed)
  const { cleo, ada, ponds, act, own, inChannels } = history
  for (let i = 0; i < 20; i++) await act()
  await addBusyTopic(history)
  for (let i = 0; i < 60; i++) {
    await act()
    for (const num_before of [1, 4])
      expect(await idsWithTerms(cleo, [], { anchor: 'newest', num_before }), `step ${i}`).toEqual(
        own().slice(-num_before),
      )
    for (const [nth, { name }] of ponds.entries())
      expect(await idsWithTerms(ada, [['channel', name]], { anchor: 'newest', num_before: 4 }), `step ${i}`).toEqual(
        inChannels()
          .filter(({ pond }) => pond === nth)
          .map(({ id }) => id)
          .slice(-4),
      )
  }
  expect(await paged(cleo, 5)).toEqual(own())
})

test('is kept in memory after a read of hundreds of messages of others', async () => {
  const history = await randomHistory(5)
  const { realm, ben, cleo } = history
  const { id } = await ben.sendsDirectly([cleo], 'Hi')
  await addBusyTopic(history, 500)
  const read = () => idsWithTerms(cleo, [], { anchor: 'newest', num_before: 1 })
  expect(await rowsRead(realm, read)).toBeGreaterThan(500)
  expect(await rowsRead(realm, async () => expect(await read()).toEqual([id]))).toBeLessThan(20)
})

test('the newest messages of a channel are kept in memory after a read of hundreds of others', async () => {
  const history = await randomHistory(5)
  const { realm, ada, dov, ponds } = history
  const pond = ponds[0]!
  const ids: number[] = []
  for (let nth = 0; nth < 20; nth++) ids.push((await dov.sends(pond, `topic ${nth}`, 'x')).id)
  await addBusyTopic(history, 500)
  const read = () => idsWithTerms(ada, [['channel', pond.name]], { anchor: 'newest', num_before: 20 })
  expect(await rowsRead(realm, async () => expect(await read()).toEqual(ids))).toBeGreaterThan(500)
  ids.push((await dov.sends(pond, 'topic 3', 'y')).id)
  expect(await rowsRead(realm, async () => expect(await read()).toEqual(ids.slice(-20)))).toBeLessThan(200)
  // Memory has all down to the first of these messages, and no message of another channel.
  const arrived = [(await dov.sends(ponds[1]!, 'frogs', 'x')).id, (await dov.sends(ponds[1]!, 'frogs', 'y')).id]
  const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
  const here = { stream_id: pond.stream_id, propagate_mode: 'change_all', ...quietly }
  succeeded(await ada.patch(`/messages/${arrived[1]}`, here))
  expect(await read()).toEqual([...ids, ...arrived].slice(-20))
})

test('has all messages of a channel: memory keeps the newest ones only, and the table has the others', async () => {
  const history = await randomHistory(5)
  const { ada, dov, ponds } = history
  const [pond] = ponds
  const ids: number[] = []
  const send = async () => ids.push((await dov.sends(pond!, 'frogs', 'x')).id)
  for (let nth = 0; nth < 3; nth++) await send()
  await addBusyTopic(history)
  const newest = (num_before: number) => idsWithTerms(ada, [['channel', pond!.name]], { anchor: 'newest', num_before })
  // Memory keeps what a small page found.
  expect(await newest(10)).toEqual(ids)
  for (let nth = 0; nth < 130; nth++) await send()
  expect(await newest(1000)).toEqual(ids)
})

test('others have the messages of a channel with protected history which the first reader did not receive', async () => {
  const history = await randomHistory(5)
  const { ada, ben, cleo } = history
  const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
  const { id: first } = await ada.sends(club, 'plans', 'x')
  succeeded(await ada.post('/users/me/subscriptions', { subscriptions: [{ name: club.name }], principals: [cleo.id] }))
  const { id: last } = await ada.sends(club, 'plans', 'z')
  await addBusyTopic(history)
  const newest = { anchor: 'newest', num_before: 2 }
  expect(await idsWithTerms(cleo, [['channel', club.name]], newest)).toEqual([last])
  expect(await idsWithTerms(ben, [['channel', club.name]], newest)).toEqual([first, last])
})

test('is not kept for a user of more than 500 channels', async () => {
  const history = await randomHistory(5)
  const { realm, ben, cleo } = history
  for (let first = 0; first <= 500; first += 100) {
    const subscriptions = Array.from({ length: 100 }, (_, nth) => ({ name: `pond ${first + nth}` }))
    succeeded(await cleo.post('/users/me/subscriptions', { subscriptions, send_new_subscription_messages: false }))
  }
  const { id } = await ben.sendsDirectly([cleo], 'Hi')
  await addBusyTopic(history, 500)
  const read = () => idsWithTerms(cleo, [], { anchor: 'newest', num_before: 1 })
  for (let i = 0; i < 2; i++)
    expect(await rowsRead(realm, async () => expect(await read()).toEqual([id]))).toBeGreaterThan(500)
})

test('has more messages than memory keeps', async () => {
  captureConsole('error')
  const history = await randomHistory(5)
  const { ada, ben, cleo, general, own } = history
  await addBusyTopic(history)
  const direct: number[] = []
  expect(await idsWithTerms(cleo, [], NEWEST)).toEqual(own())
  for (let i = 0; i < 140; i++) direct.push((await ben.sendsDirectly([cleo], 'Hi')).id)
  const newest = (num_before: number) => idsWithTerms(cleo, [], { anchor: 'newest', num_before })
  expect(await newest(100)).toEqual(direct.slice(-100))
  expect(await newest(130)).toEqual(direct.slice(-130))
  expect(await newest(1000)).toEqual(direct)
  await cleo.subscribes(general)
  const { id } = await ada.sends(general, 'busy', 'x')
  expect(await newest(2)).toEqual([direct.at(-1), id])
})

test('has what others wrote before the user subscribed who read first', async () => {
  const history = await randomHistory(5)
  const { ada, ben, cleo } = history
  await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  const lake = await newChannel(ada, 'lake', [ada, ben])
  await addBusyTopic(history)
  const ids = [(await ada.sendsDirectly([ben], 'Hi')).id, (await ada.sends(lake, 'frogs', 'x')).id]
  await cleo.subscribes(lake)
  const newest = { anchor: 'newest', num_before: 100 }
  expect(await idsWithTerms(cleo, [], newest)).toEqual([])
  for (let i = 0; i < 2; i++) expect(await idsWithTerms(ben, [], newest)).toEqual(ids)
})

test('has messages that are moved into protected history', async () => {
  const history = await randomHistory(5)
  const { ada, cleo, general } = history
  const club = await newChannel(ada, 'club', [ada, cleo], { invite_only: true, history_public_to_subscribers: false })
  const { id: first } = await ada.sends(club, 'plans', 'x')
  const { id: moved } = await ada.sends(general, 'plans', 'y')
  await addBusyTopic(history)
  const newest = { anchor: 'newest', num_before: 2 }
  expect(await idsWithTerms(cleo, [], newest)).toEqual([first])
  const { id: last } = await ada.sends(club, 'plans', 'z')
  const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
  succeeded(
    await ada.patch(`/messages/${moved}`, { stream_id: club.stream_id, propagate_mode: 'change_one', ...quietly }),
  )
  expect(await idsWithTerms(cleo, [], newest)).toEqual([moved, last])
})
