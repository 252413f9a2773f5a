import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { doDueWork, preventAlarms, runAlarm } from '../support/alarms'
import { stopClock } from '../support/clock'
import { newBotOf } from '../support/bots'
import { NOW, Receiver, subscribed, withSubscription } from '../support/event-subscriptions'
import { newestMessages } from '../support/messages'
import { succeeded, type Json, type Person } from '../support/person'
import { newChannel } from '../support/realm'
import { executeSql, selectRows } from '../support/tables'

const ALL = ['message', 'reaction', 'membership', 'topic_resolved']

describe('POST /parley/bots/:bot_id/event_subscriptions', () => {
  test('from then on, the address receives signed messages that the bot sees', async () => {
    const { realm, cleo, ada, fig, hal, general, vault, receiver, id } = await withSubscription()
    const { id: message_id } = await cleo.sends(general, 'doors', 'Open the **doors**')
    await ada.sends(vault, 'secrets', 'not for Hal')
    await fig.sends(general, 'doors', 'a message of a bot')
    await hal.sends(general, 'doors', 'its own message')
    const { id: direct_id } = await cleo.sendsDirectly([hal], 'Hello')
    await runAlarm(realm)
    const received = await receiver.received()
    expect(received.map(({ body }) => body.data.message.id)).toEqual([message_id, direct_id])
    expect(received[0]).toEqual({
      id: expect.stringMatching(new RegExp(`^evt_${id}_\\d+$`)),
      timestamp: NOW,
      isSigned: true,
      body: {
        type: 'message.sent',
        timestamp: '2030-03-17T17:46:40.000Z',
        data: {
          message: expect.objectContaining({
            id: message_id,
            content: 'Open the **doors**',
            subject: 'doors',
            stream_id: general.stream_id,
            sender_id: cleo.id,
          }),
        },
      },
    })
    await runAlarm(realm)
    expect(await receiver.received()).toHaveLength(2)
  })

  test('sends reactions, memberships and resolved topics', async () => {
    const { realm, ada, cleo, dov, general, vault, receiver } = await withSubscription({ events: ALL })
    const { id } = await cleo.sends(general, 'doors', 'Open?')
    const { id: hidden } = await ada.sends(vault, 'doors', 'Open?')
    succeeded(await dov.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    succeeded(await dov.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    succeeded(await ada.post(`/messages/${hidden}/reactions`, { emoji_name: 'tada' }))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['general'], principals: [cleo.id] }))
    succeeded(await ada.patch(`/messages/${id}`, { topic: '✔ doors', send_notification_to_new_thread: false }))
    await runAlarm(realm)
    const received = await receiver.received()
    expect(received.every(({ isSigned }) => isSigned)).toBe(true)
    expect(received.map(({ body }) => [body.type, body.data])).toEqual([
      ['message.sent', expect.anything()],
      ['reaction.added', expect.objectContaining({ message_id: id, user_id: dov.id, emoji_name: 'tada' })],
      ['reaction.removed', expect.objectContaining({ message_id: id, user_id: dov.id })],
      ['membership.removed', { stream_ids: [general.stream_id], user_ids: [cleo.id] }],
      ['topic.resolved', { stream_id: general.stream_id, topic: '✔ doors', previous_topic: 'doors', user_id: ada.id }],
    ])
  })

  test('refuses other users, addresses that the server does not call, and bots that only send', async () => {
    const { dov, cleo, hal, path } = await withSubscription()
    const url = 'https://hooks.example.com/events'
    expect(await cleo.post(path, { url, events: ['message'] })).toEqual(NO_PERMISSION)
    expect(await dov.post(path, { url: 'ftp://example.com', events: ['message'] })).toEqual(refusal('url is not a URL'))
    expect(await dov.post(path, { url: 'http://127.0.0.1/', events: ['message'] })).toEqual(
      refusal('url is an address that this server does not call'),
    )
    const sender = await newBotOf(dov, { full_name: 'Sender', short_name: 'sender', bot_type: 2 })
    const ofSender = `/parley/bots/${sender.id}/event_subscriptions`
    expect(await dov.post(ofSender, { url, events: ['message'] })).toEqual(
      refusal('Incoming webhook bots receive no events'),
    )
    for (let count = 1; count < 10; count++) await subscribed(dov, hal, { url })
    expect((await dov.post(path, { url, events: ['message'] })).msg).toContain('at most 10')
  })

  test('stores the secret encrypted, and returns it only once', async () => {
    const { dov, realm, path, secret, id, receiver } = await withSubscription()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/)
    const answer = succeeded(await dov.get(path))
    expect(answer.event_subscriptions).toEqual([
      {
        id,
        url: receiver.url,
        events: ['message'],
        all_public_streams: false,
        is_enabled: true,
        failed_attempts: 0,
        date_created: NOW,
      },
    ])
    const rows = await selectRows(realm, 'SELECT name, value FROM secrets')
    expect(new TextDecoder('latin1').decode(new Uint8Array(rows[0]!.value as ArrayBuffer))).not.toContain(secret)
    expect(JSON.stringify(answer)).not.toContain(secret)
  })
})

describe('an event', () => {
  test('is not sent to a bot that lost the access to it meanwhile', async () => {
    const { realm, ada, cleo, hal, receiver } = await withSubscription({ events: ['message', 'reaction'] })
    const club = await newChannel(ada, 'club', [ada, cleo, hal], { invite_only: true })
    const { id: readable } = await cleo.sends(club, 'plans', 'first')
    await runAlarm(realm)
    const { id } = await cleo.sends(club, 'plans', 'second')
    succeeded(await ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [hal.id] }))
    await runAlarm(realm)
    expect((await receiver.received()).map(({ body }) => body.data.message.id)).toEqual([readable])
  })

  test('is tried again with growing pauses, keeps its id, and later events wait', async () => {
    const { realm, cleo, dov, general, receiver, path, id } = await withSubscription()
    await receiver.set({ status: 500 })
    await cleo.sends(general, 'doors', 'first')
    await cleo.sends(general, 'doors', 'second')
    for (const [seconds, requests] of [
      [0, 1],
      [4, 1],
      [6, 2],
      [20, 2],
      [40, 3],
    ] as const) {
      await stopClock(realm, NOW + seconds)
      await runAlarm(realm)
      expect(await receiver.received(), `${seconds} seconds later`).toHaveLength(requests)
    }
    const { deliveries } = succeeded(await dov.get(`${path}/${id}/deliveries`))
    expect(deliveries).toEqual([
      {
        id: expect.any(Number),
        event_id: expect.any(Number),
        type: 'message.sent',
        timestamp: NOW + 40,
        attempts: 3,
        outcome: 'failed',
        error: 'it answered with status 500',
      },
    ])
    await receiver.set({ status: 204 })
    await stopClock(realm, NOW + 1000)
    await runAlarm(realm)
    const received = await receiver.received()
    expect(received.map(({ body }) => body.data.message.content)).toEqual([
      'first',
      'first',
      'first',
      'first',
      'second',
    ])
    expect(new Set(received.slice(0, 4).map((each) => each.id)).size).toBe(1)
    expect((await dov.get(`${path}/${id}/deliveries`)).deliveries.map((each: Json) => each.outcome)).toEqual([
      'delivered',
      'delivered',
    ])
  })

  test('after a day of failures, or if the address is gone, the subscription is disabled and the owner notified', async () => {
    const { realm, cleo, dov, general, receiver, path, id } = await withSubscription()
    await receiver.set({ status: 503 })
    await cleo.sends(general, 'doors', 'first')
    let seconds = 0
    for (const pause of [0, 6, 31, 121, 601, 1801, 3601, 7201, 14_401, 28_801]) {
      await stopClock(realm, NOW + (seconds += pause))
      await runAlarm(realm)
      expect((await dov.get(path)).event_subscriptions[0].is_enabled).toBe(true)
    }
    await stopClock(realm, NOW + (seconds += 28_801))
    await runAlarm(realm)
    expect((await dov.get(path)).event_subscriptions[0].is_enabled).toBe(false)
    expect(seconds).toBeGreaterThan(23 * 3600)
    const [notice] = await newestMessages(dov, 1, [['is', 'dm']])
    expect(notice.content).toContain(`Event subscription ${id} of your bot`)
    const before = (await receiver.received()).length
    await cleo.sends(general, 'doors', 'while disabled')
    await runAlarm(realm)
    expect(await receiver.received()).toHaveLength(before)
    // It starts again with the events after this moment.
    await receiver.set({ status: 200 })
    expect(await dov.patch(`${path}/${id}`, { is_enabled: true })).toEqual(SUCCESS)
    await runAlarm(realm)
    await cleo.sends(general, 'doors', 'later')
    await runAlarm(realm)
    expect((await receiver.received()).slice(before).map(({ body }) => body.data.message.content)).toEqual(['later'])
    await receiver.set({ status: 410 })
    await cleo.sends(general, 'doors', 'gone')
    await runAlarm(realm)
    expect((await dov.get(path)).event_subscriptions[0].is_enabled).toBe(false)
  })

  test('reaches other owners although the receivers of one owner take long, and then the others of that owner', async () => {
    const { realm, cleo, dov, hal, general, receiver } = await withSubscription()
    await preventAlarms(realm)
    const add = async (owner: Person, bot: Person) => {
      const more = new Receiver()
      await more.set({ secret: (await subscribed(owner, bot, { url: more.url })).secret })
      return more
    }
    const ofHal = [receiver]
    while (ofHal.length < 6) ofHal.push(await add(dov, hal))
    const iris = await newBotOf(cleo, { full_name: 'Iris', short_name: 'iris', bot_type: 1 })
    await iris.subscribes(general)
    const ofIris = await add(cleo, iris)
    const counts = async () => Promise.all([...ofHal, ofIris].map(async (each) => (await each.received()).length))
    await dov.sends(general, 'doors', 'first')
    await doDueWork(realm)
    // Three receivers of one owner at once.
    expect(await counts()).toEqual([1, 1, 1, 0, 0, 0, 1])
    await stopClock(realm, NOW + 1)
    await dov.sends(general, 'doors', 'second')
    await doDueWork(realm)
    expect((await counts()).slice(3, 6)).toEqual([2, 2, 2])
  })

  test('reaches others while receivers of one owner have not answered, and each of these has one request at a time', async () => {
    const { realm, cleo, dov, hal, general } = await withSubscription()
    await preventAlarms(realm)
    for (const path of ['second', 'third', 'fourth'])
      await subscribed(dov, hal, { url: `https://receiver.example.com/${path}` })
    const iris = await newBotOf(cleo, { full_name: 'Iris', short_name: 'iris', bot_type: 1 })
    await iris.subscribes(general)
    await subscribed(cleo, iris, { url: 'https://receiver.example.com/quick' })
    const requests: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const { pathname } = new URL(new Request(input).url)
      requests.push(pathname)
      if (pathname !== '/quick') await released
      return new Response()
    })
    onTestFinished(() => spy.mockRestore())
    const slow = () => requests.filter((path) => path !== '/quick')
    await dov.sends(general, 'doors', 'first')
    const whole = doDueWork(realm)
    await vi.waitFor(() => expect(slow()).toHaveLength(3))
    for (let second = 1; second < 4; second++) {
      await stopClock(realm, NOW + second)
      await cleo.sends(general, 'doors', `message ${second}`)
      await doDueWork(realm)
    }
    expect(requests.length - slow().length).toBe(4)
    // One place is free, and the last of the slow ones is not for it.
    const rest = doDueWork(realm)
    await Promise.race([rest, vi.waitFor(() => expect(slow()).toHaveLength(4))])
    expect(slow()).toHaveLength(3)
    release()
    await Promise.all([whole, rest])
    await stopClock(realm, NOW + 60)
    await doDueWork(realm)
    expect(new Set(slow()).size).toBe(4)
  })

  test('is not sent while the bot is deactivated, nor afterwards', async () => {
    const { realm, cleo, dov, hal, general, receiver } = await withSubscription({ all_public_streams: true })
    succeeded(await dov.delete(`/bots/${hal.id}`))
    await runAlarm(realm)
    await cleo.sends(general, 'doors', 'while deactivated')
    await runAlarm(realm)
    succeeded(await dov.post(`/users/${hal.id}/reactivate`))
    await runAlarm(realm)
    await cleo.sends(general, 'doors', 'later')
    await runAlarm(realm)
    expect((await receiver.received()).map(({ body }) => body.data.message.content)).toEqual(['later'])
  })

  test('is not sent to a private address, even if it is stored', async () => {
    const { realm, cleo, dov, general, path, id } = await withSubscription()
    await executeSql(realm, "UPDATE event_subscriptions SET url = 'http://127.0.0.1/' WHERE id = ?", id)
    succeeded(await dov.get(path))
    await cleo.sends(general, 'doors', 'first')
    await runAlarm(realm)
    const { deliveries } = succeeded(await dov.get(`${path}/${id}/deliveries`))
    expect(deliveries.every(({ outcome }: Json) => outcome === 'failed')).toBe(true)
  })
})

describe('POST /parley/bots/:bot_id/event_subscriptions/:subscription_id/deliveries/:delivery_id/resend', () => {
  test('sends a message again as it is now, and only if the bot can still read it', async () => {
    const { realm, ada, cleo, dov, hal, receiver, path, id } = await withSubscription()
    const club = await newChannel(ada, 'club', [ada, cleo, hal], { invite_only: true })
    const { id: message_id } = await cleo.sends(club, 'plans', 'first')
    await runAlarm(realm)
    succeeded(await cleo.patch(`/messages/${message_id}`, { content: 'edited' }))
    const list = `${path}/${id}/deliveries`
    const [delivery] = (await dov.get(list)).deliveries
    const again = `${list}/${delivery.id}/resend`
    expect(await cleo.post(again)).toEqual(NO_PERMISSION)
    expect(await dov.post(again)).toEqual(SUCCESS)
    await runAlarm(realm)
    const received = await receiver.received()
    expect(received.map(({ body }) => body.data.message.content)).toEqual(['first', 'edited'])
    expect(received[1].id).toBe(received[0].id)
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [hal.id] }))
    expect(await dov.post(again)).toEqual(SUCCESS)
    await runAlarm(realm)
    expect(await receiver.received()).toHaveLength(2)
    expect((await dov.get(list)).deliveries[0]).toMatchObject({ outcome: 'failed', attempts: 3 })
    expect(await dov.post(`${list}/999999/resend`)).toEqual(refusal('No such delivery'))
  })

  test('sends a reaction again only if the bot can still read its message', async () => {
    const { realm, ada, cleo, dov, hal, receiver, path, id } = await withSubscription({ events: ['reaction'] })
    const club = await newChannel(ada, 'club', [ada, cleo, hal], { invite_only: true })
    const { id: message_id } = await cleo.sends(club, 'plans', 'first')
    succeeded(await ada.post(`/messages/${message_id}/reactions`, { emoji_name: 'tada' }))
    await runAlarm(realm)
    const list = `${path}/${id}/deliveries`
    const [delivery] = (await dov.get(list)).deliveries
    const sendAgain = async () => {
      expect(await dov.post(`${list}/${delivery.id}/resend`)).toEqual(SUCCESS)
      await runAlarm(realm)
    }
    await sendAgain()
    expect(await receiver.types()).toEqual(['reaction.added', 'reaction.added'])
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [hal.id] }))
    await sendAgain()
    expect(await receiver.received()).toHaveLength(2)
    expect((await dov.get(list)).deliveries[0]).toMatchObject({
      outcome: 'failed',
      error: 'the bot cannot see it any more',
    })
  })
})

describe('POST /parley/bots/:bot_id/event_subscriptions/:subscription_id/secret', () => {
  test('replaces the secret; the earlier one signs too for a day, unless it leaked', async () => {
    const { realm, cleo, dov, general, receiver, path, id, secret } = await withSubscription()
    expect(await cleo.post(`${path}/${id}/secret`)).toEqual(NO_PERMISSION)
    const { secret: second } = succeeded(await dov.post(`${path}/${id}/secret`))
    const isSignedWith = async (key: string) => {
      await receiver.set({ secret: key })
      await cleo.sends(general, 'doors', 'Open?')
      await runAlarm(realm)
      return (await receiver.received()).at(-1)!.isSigned
    }
    expect(second).not.toBe(secret)
    expect([await isSignedWith(secret), await isSignedWith(second)]).toEqual([true, true])
    await stopClock(realm, NOW + 24 * 3600)
    expect([await isSignedWith(secret), await isSignedWith(second)]).toEqual([false, true])
    const { secret: third } = succeeded(await dov.post(`${path}/${id}/secret`, { has_leaked: true }))
    expect([await isSignedWith(second), await isSignedWith(third)]).toEqual([false, true])
    expect(await dov.post(`${path}/999999/secret`)).toEqual(refusal('No such event subscription'))
    expect(await dov.delete(`${path}/${id}`)).toEqual(SUCCESS)
    expect(await selectRows(realm, "SELECT name FROM secrets WHERE name LIKE '%subscription%'")).toEqual([])
  })
})

describe('DELETE /parley/bots/:bot_id/event_subscriptions/:subscription_id', () => {
  test('ends the subscription; other users cannot do it, not even through a bot of their own', async () => {
    const { realm, cleo, dov, general, receiver, path, id } = await withSubscription()
    expect(await cleo.delete(`${path}/${id}`)).toEqual(NO_PERMISSION)
    expect(await cleo.patch(`${path}/${id}`, { is_enabled: false })).toEqual(NO_PERMISSION)
    expect(await cleo.get(`${path}/${id}/deliveries`)).toEqual(NO_PERMISSION)
    const other = await newBotOf(cleo, { full_name: 'Other', short_name: 'other' })
    const throughOther = `/parley/bots/${other.id}/event_subscriptions/${id}`
    expect(await cleo.delete(throughOther)).toEqual(refusal('No such event subscription'))
    expect(await cleo.patch(throughOther, { is_enabled: false })).toEqual(refusal('No such event subscription'))
    expect(await dov.delete(`${path}/${id}`)).toEqual(SUCCESS)
    expect(await dov.delete(`${path}/${id}`)).toEqual(refusal('No such event subscription'))
    await cleo.sends(general, 'doors', 'first')
    await runAlarm(realm)
    expect(await receiver.received()).toEqual([])
    expect(await selectRows(realm, "SELECT name FROM secrets WHERE name LIKE 'signing%'")).toEqual([])
  })
})
