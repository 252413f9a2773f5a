import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf } from '../support/browser'
import { entersCall, sits } from '../support/calls'
import { advanceClock } from '../support/clock'
import { crash } from '../support/faults'
import { succeeded, type Json, type Person } from '../support/person'
import { claimsIn, PUSH_SERVICE, PushRegistration, PushService } from '../support/push-service'
import { freshRealm, type Cast } from '../support/realm'
import { countRows, rowsWritten } from '../support/tables'

/** A realm in which these users have a browser each, with notifications turned on. */
async function realmWithBrowsers(usersWithBrowsers: (cast: Cast) => Person[]) {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const service = new PushService()
  const registrations = new Map<string, { person: Person; registration: PushRegistration }>()
  const turnOn = async (person: Person) => {
    const browser = await browserOf(person)
    const registration = await (await PushRegistration.new()).turnOnIn(browser)
    registrations.set(registration.endpoint, { person, registration })
    return { browser, registration }
  }
  for (const person of usersWithBrowsers(cast)) await turnOn(person)

  /** Does the due work and returns the notifications that the browsers received, decrypted. */
  const receivedNotifications = async () => {
    await doDueWork(cast.realm)
    await doDueWork(cast.realm)
    return Promise.all(
      service.take().map(async ({ endpoint, headers, body }) => {
        const { person, registration } = registrations.get(endpoint)!
        return { person, headers, length: body.length, json: await registration.decrypt(body) }
      }),
    )
  }
  return { ...cast, service, turnOn, receivedNotifications }
}

const bodies = (notifications: { json: Json }[]) => notifications.map(({ json }) => json.notification.body)

describe('push notifications for browsers', () => {
  test('a direct message notifies: encrypted, in the declarative form, signed with the key of the server', async () => {
    const { ada, dov, realm, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    const { id } = await ada.sendsDirectly([dov], 'Pizza at **eight**?')
    const [notification, ...more] = await receivedNotifications()
    expect(more).toEqual([])
    const { headers, json, length } = notification!
    expect(json).toEqual({
      web_push: 8030,
      mutable: true,
      app_badge: 1,
      notification: {
        title: 'Ada',
        body: 'Pizza at eight?',
        navigate: `https://${realm.name}.parley.test/#narrow/dm/${ada.id}/near/${id}`,
        tag: `direct:${ada.id}`,
        data: { message_id: id, user_id: dov.id },
        icon: expect.any(String),
        dir: 'auto',
      },
    })
    expect(length).toBeLessThanOrEqual(4096)
    const { 'content-encoding': encoding, urgency, topic, ttl } = Object.fromEntries(headers)
    expect({ encoding, urgency }).toEqual({ encoding: 'aes128gcm', urgency: 'high' })
    expect(Number(ttl)).toBeGreaterThan(86_000)
    expect(topic).toMatch(/^[\w-]{32}$/)
    const { aud, exp, sub } = claimsIn(headers.get('authorization'))
    expect({ aud, sub }).toEqual({ aud: PUSH_SERVICE, sub: `https://${realm.name}.parley.test` })
    expect(exp - Date.now() / 1000).toBeLessThan(86_400)
    expect(await receivedNotifications()).toEqual([]) // each notification is sent once
    expect(await countRows(realm, 'browser_pushes')).toBe(0)
  })

  test('a call rings for as long as it can be answered, and not when it was; a missed one replaces the notification', async () => {
    const { ada, dov, realm, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    const { call_id } = await entersCall(ada, { type: 'direct', to: [dov.id] })
    const [ring, ...more] = await receivedNotifications()
    expect(more).toEqual([])
    const { notification } = ring!.json
    const { parley_answer_codes } = await dov.post('/register', { fetch_event_types: ['parley_call'] })
    expect(notification).toMatchObject({
      title: 'Ada',
      body: 'Calls you.',
      tag: `direct:${ada.id}`,
      navigate: `https://${realm.name}.parley.test/#call/${call_id}/${parley_answer_codes[call_id]}`,
      requireInteraction: true,
      data: { message_id: call_id, user_id: dov.id, call_id },
    })
    expect(notification.actions.map(({ action, title }: Json) => [action, title])).toEqual([
      ['answer', 'Answer'],
      ['decline', 'Decline'],
    ])
    const { urgency, ttl, topic } = Object.fromEntries(ring!.headers)
    expect(urgency).toBe('high')
    expect(Number(ttl)).toBeLessThanOrEqual(45)
    await advanceClock(realm, 46)
    const missed = await receivedNotifications()
    expect(missed.map(({ json }) => json.notification)).toMatchObject([
      { body: 'Missed call.', tag: `direct:${ada.id}`, data: { message_id: call_id, user_id: dov.id } },
    ])
    expect(Object.fromEntries(missed[0]!.headers).topic).toBe(topic)
    const answered = await entersCall(ada, { type: 'direct', to: [dov.id] })
    await sits(dov, await entersCall(dov, { type: 'direct', to: [ada.id] }))
    expect(await receivedNotifications()).toEqual([])
    expect(answered.call_id).toBeGreaterThan(call_id)
  })

  test('notifications are grouped by conversation, and the sender is named in groups', async () => {
    const { ada, ben, dov, general, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    const first = await ada.sends(general, 'lunch', '@**Dov** Pizza?')
    await ben.sends(general, 'lunch', '@**Dov** Soup?')
    await ben.sendsDirectly([ada, dov], 'Or both?')
    const [one, two, three] = (await receivedNotifications()).sort(
      (a, b) => a.json.notification.data.message_id - b.json.notification.data.message_id,
    )
    expect(one!.json.notification).toMatchObject({
      title: '#general > lunch',
      body: 'Ada: @Dov Pizza?',
      tag: `topic:${general.stream_id}/lunch`,
      navigate: expect.stringContaining(`/#narrow/channel/${general.stream_id}/topic/lunch/near/${first.id}`),
    })
    expect(two!.json.notification.tag).toBe(one!.json.notification.tag)
    expect(two!.headers.get('topic')).toBe(one!.headers.get('topic'))
    expect(three!.json.notification).toMatchObject({ title: 'Ben', body: 'Ben: Or both?' })
    expect(three!.headers.get('topic')).not.toBe(one!.headers.get('topic'))
  })

  test('the same users are notified as on phones: not the active, not of muted senders', async () => {
    const { ada, dov, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    succeeded(await dov.patch('/settings', { enable_online_push_notifications: false }))
    await dov.registers()
    succeeded(await dov.post('/users/me/presence', { status: 'active', ping_only: true }))
    await ada.sendsDirectly([dov], 'Active')
    succeeded(await dov.patch('/settings', { enable_online_push_notifications: true }))
    succeeded(await dov.post(`/users/me/muted_users/${ada.id}`))
    await ada.sendsDirectly([dov], 'Muted')
    succeeded(await dov.delete(`/users/me/muted_users/${ada.id}`))
    succeeded(await dov.patch('/settings', { enable_offline_push_notifications: false }))
    await ada.sendsDirectly([dov], 'Off')
    expect(await receivedNotifications()).toEqual([])
    succeeded(await dov.patch('/settings', { enable_offline_push_notifications: true }))
    await ada.sendsDirectly([dov], 'On')
    expect(bodies(await receivedNotifications())).toEqual(['On'])
  })

  test('each browser of a user is notified, and no text of direct messages is shown if the user does not want it', async () => {
    const { ada, dov, turnOn, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    await turnOn(dov)
    succeeded(await dov.patch('/settings', { pm_content_in_desktop_notifications: false }))
    await ada.sendsDirectly([dov], 'Secret')
    expect(bodies(await receivedNotifications())).toEqual(['New message', 'New message'])
  })

  test('the number on the icon counts what the user has not read, as the user wants', async () => {
    const { ada, dov, general, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    const badges = async () => (await receivedNotifications()).map(({ json }) => json.app_badge)
    await ada.sends(general, 'lunch', 'Soup')
    await ada.sends(general, 'tea', 'Tea')
    succeeded(await dov.post('/user_topics', { stream_id: general.stream_id, topic: 'tea', visibility_policy: 3 }))
    for (const [display, count] of [
      [1, 3],
      [2, 3],
      [3, 3],
      [4, 0],
    ]) {
      succeeded(await dov.patch('/settings', { desktop_icon_count_display: display }))
      await ada.sendsDirectly([dov], 'Now')
      expect(await badges(), `display ${display}`).toEqual([count])
    }
  })

  test('a message with long names still notifies, within the size of a notification', async () => {
    const { ada, general, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    await ada.sends(general, '🍲'.repeat(60), `@**Dov** ${'🍕'.repeat(300)}`)
    const [notification] = await receivedNotifications()
    expect(notification!.length).toBeLessThanOrEqual(4096)
  })

  test('the rows of a message do not depend on the number of browsers', async () => {
    const costFor = async (usersWithBrowsers: (cast: Cast) => Person[]) => {
      const { realm, ada, general, receivedNotifications } = await realmWithBrowsers(usersWithBrowsers)
      await ada.sends(general, 'lunch', 'Hello')
      await receivedNotifications()
      const before = await rowsWritten(realm)
      await ada.sends(general, 'lunch', '@**all**')
      const { length } = await receivedNotifications()
      return { length, written: (await rowsWritten(realm)) - before }
    }
    const one = await costFor(({ dov }) => [dov])
    const three = await costFor(({ ben, cleo, dov }) => [ben, cleo, dov])
    expect([one.length, three.length]).toEqual([1, 3])
    expect(three.written).toBe(one.written)
  })
})

describe('failures of a push service', () => {
  test('only the browsers that were not reached are tried again, for a day', async () => {
    const { realm, ada, cleo, dov, service } = await realmWithBrowsers(({ cleo, dov }) => [cleo, dov])
    let isDown = true
    const down = await PushRegistration.new()
    await down.turnOnIn(await browserOf(dov))
    service.status = (endpoint) => (isDown && endpoint === down.endpoint ? 503 : 201)
    await ada.sendsDirectly([cleo, dov], 'One')
    const attempts = async () => {
      await doDueWork(realm)
      await doDueWork(realm)
      return service.take().map(({ endpoint }) => endpoint)
    }
    expect(await attempts()).toHaveLength(3)
    await advanceClock(realm, 31)
    expect(await attempts()).toEqual([down.endpoint])
    await advanceClock(realm, 31)
    expect(await attempts()).toEqual([]) // the pause is longer each time
    isDown = false
    await advanceClock(realm, 3600)
    expect(await attempts()).toEqual([down.endpoint])
    await advanceClock(realm, 3600)
    expect(await attempts()).toEqual([])
    isDown = true
    await ada.sendsDirectly([dov], 'Two')
    expect(await attempts()).toHaveLength(2)
    await advanceClock(realm, 25 * 3600)
    expect(await attempts()).toEqual([])
    expect(await countRows(realm, 'browser_pushes')).toBe(0)
  })

  test('a service that asks for a pause gets no request before its end, for no message', async () => {
    const { realm, ada, dov, service, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    Object.assign(service, { status: () => 429, headers: { 'retry-after': '1000' } })
    await ada.sendsDirectly([dov], 'One')
    expect(bodies(await receivedNotifications())).toEqual(['One'])
    Object.assign(service, { status: () => 201, headers: {} })
    await ada.sendsDirectly([dov], 'Two')
    await advanceClock(realm, 900)
    expect(await receivedNotifications()).toEqual([])
    await advanceClock(realm, 200)
    expect(new Set(bodies(await receivedNotifications()))).toEqual(new Set(['One', 'Two']))
  })

  test('administrators see how many notifications reached which end', async () => {
    const { ada, dov, service, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    await ada.sendsDirectly([dov], 'One')
    await receivedNotifications()
    service.status = () => 500
    await ada.sendsDirectly([dov], 'Two')
    await receivedNotifications()
    const { figures } = succeeded(await ada.get('/parley/mail'))
    expect(figures.map(({ medium, outcome, count }: Json) => `${medium} ${outcome} ${count}`)).toEqual([
      'push failed 1',
      'push sent 1',
    ])
  })

  test('a request is repeated after the object crashes', async () => {
    const { realm, ada, dov, service, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    service.status = () => 500
    await ada.sendsDirectly([dov], 'One')
    expect(bodies(await receivedNotifications())).toEqual(['One'])
    await crash(realm)
    service.status = () => 201
    await advanceClock(realm, 31)
    expect(bodies(await receivedNotifications())).toEqual(['One'])
  })

  test.for([404, 410])(
    'a browser that its service does not know any more (%i) receives nothing more',
    async (status) => {
      const { realm, ada, dov, service, receivedNotifications } = await realmWithBrowsers((cast) => [cast.dov])
      service.status = () => status
      await ada.sendsDirectly([dov], 'One')
      expect(await receivedNotifications()).toHaveLength(1)
      expect(await countRows(realm, 'push_browsers')).toBe(0)
      await ada.sendsDirectly([dov], 'Two')
      expect(await receivedNotifications()).toEqual([])
    },
  )

  test('a notification that the service refuses is not repeated, and the browser stays', async () => {
    const { realm, ada, dov, service, receivedNotifications } = await realmWithBrowsers(({ dov }) => [dov])
    service.status = () => 400
    await ada.sendsDirectly([dov], 'One')
    await receivedNotifications()
    service.status = () => 201
    await advanceClock(realm, 3600)
    expect(await receivedNotifications()).toEqual([])
    await ada.sendsDirectly([dov], 'Two')
    expect(bodies(await receivedNotifications())).toEqual(['Two'])
  })
})

describe('POST /parley/push_browser/test', () => {
  test('notifies the browser of the session, and says if the service did not accept it', async () => {
    const { dov, service, turnOn } = await realmWithBrowsers(() => [])
    const { browser, registration } = await turnOn(dov)
    expect(await browser.post('/parley/push_browser/test')).toEqual(SUCCESS)
    const [received] = service.take()
    const { notification } = await registration.decrypt(received!.body)
    expect(notification).toMatchObject({ tag: 'test', body: 'Notifications work in this browser.' })
    expect(received!.headers.get('ttl')).toBe('60')
    service.status = () => 410
    expect(await browser.post('/parley/push_browser/test')).toEqual(
      refusal('The push service does not know this browser any more.'),
    )
    service.status = () => 500
    expect(await browser.post('/parley/push_browser/test')).toEqual(
      refusal('The push service did not accept the notification.'),
    )
    expect(await (await browserOf(dov)).post('/parley/push_browser/test')).toEqual(
      refusal('Notifications are off in this browser.'),
    )
    expect(await dov.post('/parley/push_browser/test')).toEqual(
      refusal('Only a browser that is logged in can receive these notifications.'),
    )
  })
})
