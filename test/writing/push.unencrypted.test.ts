import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { officialBouncer } from '../support/bouncer/realm-with-phones'
import { SealedPhone } from '../support/bouncer/sealed-phone'
import { advanceClock } from '../support/clock'
import { succeeded, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const [APNS, FCM] = ['/users/me/apns_device_token', '/users/me/android_gcm_reg_id']

async function realmWithBouncer() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const bouncer = officialBouncer()
  const work = async () => {
    await doDueWork(cast.realm)
    return bouncer.takeNotifications()
  }
  /** Registers a phone of each kind. */
  const withPhones = async (person: Person, [android, apple]: [string, string] = ['an Android phone', 'c0ffee']) => {
    succeeded(await person.post(FCM, { token: android }))
    succeeded(await person.post(APNS, { token: apple, appid: 'org.example.app' }))
    await work()
  }
  return { ...cast, bouncer, work, withPhones }
}

describe('phones without encryption', () => {
  test('receive the content in plain text, unless the realm requires encryption', async () => {
    const { realm, ada, dov, general, work, withPhones } = await realmWithBouncer()
    await withPhones(dov)
    const { id } = await ada.sends(general, 'lunch', '@**Dov** Pizza?')
    const [android, apple] = await work()
    const url = `https://${realm.name}.parley.test`
    const common = { realm_uri: url, realm_url: url, realm_name: realm.name, user_id: dov.id, sender_id: ada.id }
    const conversation = { recipient_type: 'stream', stream: 'general', stream_id: general.stream_id, topic: 'lunch' }
    expect(android).toEqual({
      token: 'an Android phone',
      priority: 'high',
      payload: {
        ...common,
        ...conversation,
        server: `${realm.name}.parley.test`,
        realm_id: expect.any(Number),
        event: 'message',
        zulip_message_id: id,
        sender_email: ada.account.email,
        sender_full_name: 'Ada',
        sender_avatar_url: expect.stringMatching(/^https:/),
        time: expect.any(Number),
        content: '@Dov Pizza?',
      },
    })
    expect(apple).toMatchObject({
      token: 'c0ffee',
      payload: {
        alert: { title: '#general > lunch', subtitle: 'Ada mentioned you:', body: '@Dov Pizza?' },
        sound: 'default',
        badge: 0,
        custom: { zulip: { ...common, ...conversation, message_ids: [id] } },
      },
    })
    succeeded(await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    expect(
      (await work()).map(({ priority, payload }) => [priority, (payload.custom?.zulip ?? payload).zulip_message_ids]),
    ).toEqual([
      ['normal', String(id)],
      ['normal', String(id)],
    ])
    succeeded(await ada.patch('/realm', { require_e2ee_push_notifications: true }))
    const soup = await ada.sendsDirectly([dov], 'Soup?')
    expect(await work()).toEqual([])
    succeeded(await dov.post('/messages/flags', { messages: [soup.id], op: 'add', flag: 'read' }))
    expect(await work()).toEqual([])
  })

  test('a direct message of several people has their names', async () => {
    const { ada, ben, dov, work, withPhones } = await realmWithBouncer()
    await withPhones(dov)
    await ada.sendsDirectly([dov], 'Tea?')
    await ben.sendsDirectly([dov, ada], 'Cake?')
    const apple = (await work()).filter(({ token }) => token === 'c0ffee').map(({ payload }) => payload)
    expect(apple.map(({ alert }) => [alert.title, alert.subtitle])).toEqual([
      ['Ada', ''],
      ['Ada, Ben', 'Ben:'],
    ])
    expect(apple.map(({ custom }) => custom.zulip.pm_users)).toEqual([undefined, [ada.id, ben.id, dov.id].join(',')])
  })

  test('a phone of Apple says why a message in a channel notifies', async () => {
    const { ada, ben, dov, general, work, withPhones } = await realmWithBouncer()
    await withPhones(dov)
    succeeded(await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [ada.id, dov.id] }))
    const subtitleFor = async (content: string) => {
      await ben.sends(general, 'lunch', content)
      return (await work()).find(({ token }) => token === 'c0ffee')?.payload.alert.subtitle
    }
    expect(await subtitleFor('Soup?')).toBeUndefined()
    expect(await subtitleFor('@**all** Soup?')).toBe('Ben mentioned everyone:')
    expect(await subtitleFor('@**all** @*cooks* Soup?')).toBe('Ben mentioned @cooks:')
    expect(await subtitleFor('@**all** @*cooks* @**Dov** Soup?')).toBe('Ben mentioned you:')
    await dov.sends(general, 'lunch', 'No')
    expect(await subtitleFor('@**topic** Soup?')).toBe('Ben mentioned everyone:')
    // The user wants all messages of channels, and none for being mentioned.
    succeeded(
      await dov.patch('/settings', {
        enable_offline_push_notifications: false,
        enable_stream_push_notifications: true,
      }),
    )
    expect(await subtitleFor('@**all** @**Dov** Soup?')).toBe('Ben:')
  })

  test('a token that is gone is deleted, and so is one that its client removes', async () => {
    const { ada, dov, bouncer, work, withPhones } = await realmWithBouncer()
    await withPhones(dov)
    bouncer.gone.add('c0ffee')
    await ada.sendsDirectly([dov], 'Tea?')
    expect((await work()).map(({ token }) => token)).toEqual(['an Android phone'])
    expect(await dov.delete(APNS, { token: 'c0ffee' })).toEqual(refusal('Token does not exist'))
    expect(await dov.delete(FCM, { token: 'an Android phone' })).toEqual(SUCCESS)
    await work()
    expect([...bouncer.tokens.values()].map(({ size }) => size)).toEqual([0])
    expect(bouncer.take('push/unregister')).toHaveLength(1)
  })

  test('a token that the bouncer cannot be given now is repeated, and a refused one is deleted', async () => {
    const { realm, ada, dov, bouncer, work } = await realmWithBouncer()
    bouncer.instead = () => new Response('', { status: 503 })
    succeeded(await dov.post(FCM, { token: 'a phone' }))
    await work()
    bouncer.instead = () => undefined
    await advanceClock(realm, 31)
    await work()
    expect([...bouncer.tokens.values()].flatMap((tokens) => [...tokens.keys()])).toEqual(['a phone'])
    // The bouncer takes no longer ones.
    succeeded(await ada.post(FCM, { token: 'x'.repeat(4097) }))
    await work()
    expect(await ada.delete(FCM, { token: 'x'.repeat(4097) })).toEqual(refusal('Token does not exist'))
  })

  test('a sealed registration of the same token ends the plain one', async () => {
    const { dov, ada, bouncer, work } = await realmWithBouncer()
    succeeded(await dov.post(FCM, { token: 'a phone' }))
    await work()
    const phone = await new SealedPhone(dov, 'a phone').registers()
    await work()
    await work()
    expect(await dov.delete(FCM, { token: 'a phone' })).toEqual(refusal('Token does not exist'))
    await ada.sendsDirectly([dov], 'Tea?')
    expect((await work()).map((notification) => phone.open(notification).content)).toEqual(['Tea?'])
    expect(bouncer.take('push/unregister')).toHaveLength(1)
  })

  test('a phone receives only what is for the user who registered it last', async () => {
    const { ada, ben, dov, bouncer, work, withPhones } = await realmWithBouncer()
    await withPhones(dov)
    await withPhones(dov, ['another Android phone', 'decade'])
    await withPhones(ben)
    await ada.sendsDirectly([dov], 'Tea?')
    expect((await work()).map(({ token }) => token)).toEqual(['another Android phone', 'decade'])
    expect(bouncer.take('push/unregister')).toHaveLength(2)
  })

  test('a new API key, and the end of the account, end the notifications of all phones', async () => {
    const { ada, ben, dov, bouncer, work, withPhones } = await realmWithBouncer()
    await withPhones(dov)
    await withPhones(ben, ['another Android phone', 'decade'])
    const phone = await new SealedPhone(dov, 'a sealed phone').registers()
    await work()
    succeeded(await dov.post('/users/me/api_key/regenerate'))
    succeeded(await ada.delete(`/users/${ben.id}`))
    await work()
    expect(bouncer.take('push/unregister/all')).toHaveLength(2)
    expect(bouncer.tokens.size).toBe(0)
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await work()).toEqual([])
    expect(phone.device_id).toBeGreaterThan(0)
  })
})

describe('POST /mobile_push/test_notification', () => {
  const PATH = '/mobile_push/test_notification'

  test('notifies the phone with the token, or all phones of the user', async () => {
    const { ada, dov, bouncer, work } = await realmWithBouncer()
    for (const token of ['one', 'other']) succeeded(await dov.post(FCM, { token }))
    await work()
    const received = () =>
      bouncer.takeNotifications().map(({ token, payload }) => [token, payload.event, payload.user_id])
    expect(await dov.post(PATH, { token: 'one' })).toEqual(SUCCESS)
    expect(received()).toEqual([['one', 'test', dov.id]])
    expect(await dov.post(PATH)).toEqual(SUCCESS)
    expect(received()).toHaveLength(2)
    const notRecognized = refusal('Device not recognized', 'INVALID_PUSH_DEVICE_TOKEN')
    for (const [person, token] of [
      [dov, 'a third'],
      [ada, 'one'],
    ] as const)
      // prettier-ignore
      expect(await person.post(PATH, { token })).toEqual(notRecognized)
    bouncer.tokens.clear()
    expect(await dov.post(PATH)).toEqual(
      refusal('Device not recognized by the push bouncer', 'INVALID_REMOTE_PUSH_DEVICE_TOKEN'),
    )
  })
})
