import { describe, expect, test } from 'vitest'
import { Bouncer, Phone } from '../support/bouncer'
import { countIn, crash, holdAlarms, passTime, ringByHand } from '../support/faults'
import { refusal, SUCCESS } from '../support/answers'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'
import { rowsWritten } from '../support/tables'

type Told = { phone: Phone; said: Json }

/** A realm in which everyone given has a phone, and a bouncer that knows them. */
async function withPhones(of: (cast: Cast) => Person[]) {
  const cast = await freshRealm()
  await holdAlarms(cast.realm)
  const bouncer = new Bouncer()
  const phones = new Map<Phone, Person>()
  for (const [nth, person] of of(cast).entries()) {
    const phone = await Phone.with(nth + 1)
    await phone.registersFor(person)
    phones.set(phone, person)
  }
  await ringByHand(cast.realm)
  bouncer.taken()

  /** Rings, and opens what the phones were told. */
  const told = async (): Promise<(Told & { person: Person; priority: string })[]> => {
    await ringByHand(cast.realm)
    const requests = bouncer.taken().flatMap(({ path, body }) => (path === 'e2ee/notify' ? body.push_requests : []))
    return Promise.all(
      requests.map(async ({ push_account_id, encrypted_data, priority }: Json) => {
        const [phone, person] = [...phones].find(([each]) => each.push_account_id === push_account_id)!
        return { phone, person, priority, said: await phone.opens(encrypted_data) }
      }),
    )
  }
  return { ...cast, bouncer, phones, told }
}

describe('what somebody is told of', () => {
  test('a direct message, sealed so that only the phone can read it', async () => {
    const { ada, dov, told, bouncer, realm } = await withPhones(({ dov }) => [dov])
    const { id } = await ada.sendsDirectly([dov], 'Pizza at **eight**?')
    const [only, ...more] = await told()
    expect(more).toEqual([])
    expect(only!.priority).toBe('high')
    expect(only!.said).toEqual({
      type: 'message',
      realm_url: `https://${realm.name}.parley.test`,
      realm_name: realm.name,
      user_id: dov.id,
      message_id: id,
      time: expect.any(Number),
      sender_id: ada.id,
      sender_full_name: 'Ada',
      sender_avatar_url: expect.any(String),
      recipient_type: 'direct',
      recipient_user_ids: [ada.id, dov.id],
      content: 'Pizza at eight?',
    })
    expect(JSON.stringify(bouncer.asked)).not.toContain('Pizza')
    expect(await told()).toEqual([]) // and only once
  })

  test('what is said in words alone, without what a spoiler hides', async () => {
    const { ada, dov, told } = await withPhones(({ dov }) => [dov])
    await ada.sendsDirectly([dov], '> Who? :smile:\n\n```spoiler The end\nIt was the butler\n```')
    const [only] = await told()
    expect(only!.said.content).toBe('> Who? 🙂\n\nThe end (…)')
  })

  test('what names them in a channel, and nobody else’s phone is', async () => {
    const { ada, ben, dov, general, told } = await withPhones(({ dov, ben }) => [dov, ben])
    await ada.sends(general, 'lunch', 'Pizza?')
    expect(await told()).toEqual([])
    const { id } = await ada.sends(general, 'lunch', `@**Dov** ${'x'.repeat(300)}`)
    const [only, ...more] = await told()
    expect(more).toEqual([])
    expect(only!.person).toBe(dov)
    expect(only!.said).toMatchObject({
      message_id: id,
      recipient_type: 'channel',
      channel_name: 'general',
      topic: 'lunch',
    })
    expect([...only!.said.content]).toHaveLength(201)
    expect(only!.said.content.endsWith('x…')).toBe(true)
    await ben.sends(general, 'lunch', '@**all**')
    expect((await told()).map(({ person }) => person)).toEqual([dov]) // nobody is told of what they said
  })

  test('what names them after it was changed, once', async () => {
    const { ada, ben, dov, general, told } = await withPhones(({ ben, dov }) => [ben, dov])
    const { id } = await ada.sends(general, 'lunch', '@**Ben** Pizza?')
    expect((await told()).map(({ person }) => person)).toEqual([ben])
    const edit = async (content: string) => {
      succeeded(await ada.patch(`/messages/${id}`, { content }))
      return told()
    }
    const [only, ...more] = await edit('@**Ben** @**Dov** Soup?')
    expect(more).toEqual([])
    expect(only!.person).toBe(dov)
    expect(only!.said).toMatchObject({ message_id: id, content: '@Ben @Dov Soup?' })
    expect(await edit('@**Ben** Soup!')).toEqual([])
    expect(await edit('@**Ben** @**Dov** Or pizza?')).toEqual([]) // their phone shows it still
    succeeded(await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    expect((await told()).map(({ said }) => said.type)).toEqual(['remove'])
  })

  test('what they asked to be told of: a channel, a topic, every channel', async () => {
    const { ada, ben, cleo, dov, general, told } = await withPhones(({ ben, cleo, dov }) => [ben, cleo, dov])
    const property = { stream_id: general.stream_id, property: 'push_notifications', value: true }
    succeeded(await ben.post('/users/me/subscriptions/properties', { subscription_data: [property] }))
    const topic = { stream_id: general.stream_id, topic: 'lunch', visibility_policy: 3 }
    succeeded(await cleo.post('/user_topics', topic))
    succeeded(await dov.patch('/settings', { enable_stream_push_notifications: true }))
    const whom = async () => (await told()).map(({ person }) => person.account.full_name)
    await ada.sends(general, 'lunch', 'Pizza?')
    expect(await whom()).toEqual(['Ben', 'Cleo', 'Dov'])
    await ada.sends(general, 'dinner', 'Soup?')
    expect(await whom()).toEqual(['Ben', 'Dov'])
    succeeded(await dov.post('/user_topics', { ...topic, topic: 'dinner', visibility_policy: 1 }))
    await ada.sends(general, 'dinner', 'Or not?')
    expect(await whom()).toEqual(['Ben'])
  })

  test('nothing said by whom they muted, and nothing while they look and want to be left alone', async () => {
    const { ada, dov, told } = await withPhones(({ dov }) => [dov])
    succeeded(await dov.post(`/users/me/muted_users/${ada.id}`))
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await told()).toEqual([])
    succeeded(await dov.delete(`/users/me/muted_users/${ada.id}`))
    succeeded(await dov.patch('/settings', { enable_online_push_notifications: false }))
    succeeded(await dov.post('/users/me/presence', { status: 'active', ping_only: true }))
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await told()).toEqual([])
    succeeded(await dov.patch('/settings', { enable_online_push_notifications: true }))
    await ada.sendsDirectly([dov], 'Pizza?')
    expect(await told()).toHaveLength(1)
  })

  test('what is said by whom they may not know, but not who that is', async () => {
    const { realm, ada, ezra, general, told } = await withPhones(({ ezra }) => [ezra])
    const gwen = await realm.newPerson('gwen')
    await ada.subscribes(general, { principals: [ezra.id] })
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    await gwen.sends(general, 'lunch', '@**Ezra** Pizza?')
    const [only] = await told()
    expect(only!.said).toMatchObject({ sender_full_name: 'Unknown user', content: '@Ezra Pizza?' })
    expect(JSON.stringify(only!.said)).not.toContain('Gwen')
  })

  test('nothing that they read, or that is gone, before anybody was asked', async () => {
    const { ada, dov, told } = await withPhones(({ dov }) => [dov])
    const read = await ada.sendsDirectly([dov], 'Read')
    const gone = await ada.sendsDirectly([dov], 'Gone')
    succeeded(await dov.post('/messages/flags', { messages: [read.id], op: 'add', flag: 'read' }))
    succeeded(await ada.delete(`/messages/${gone.id}`))
    expect(await told()).toEqual([])
  })
})

describe('what phones show', () => {
  test('is taken away when it is read, or gone', async () => {
    const { ada, dov, told, realm } = await withPhones(({ dov }) => [dov])
    const sent = [await ada.sendsDirectly([dov], 'One'), await ada.sendsDirectly([dov], 'Two')]
    const last = await ada.sendsDirectly([dov], 'Three')
    expect(await told()).toHaveLength(3)
    const messages = sent.map(({ id }) => id)
    succeeded(await dov.post('/messages/flags', { messages, op: 'add', flag: 'read' }))
    const [only, ...more] = await told()
    expect(more).toEqual([])
    expect(only!.priority).toBe('normal')
    expect(only!.said).toEqual({
      type: 'remove',
      realm_url: `https://${realm.name}.parley.test`,
      realm_name: realm.name,
      user_id: dov.id,
      message_ids: messages,
    })
    succeeded(await ada.delete(`/messages/${last.id}`))
    expect((await told()).map(({ said }) => said.message_ids)).toEqual([[last.id]])
    expect(await countIn(realm, 'push_removals')).toBe(0)
  })
})

describe('a bouncer that cannot be reached', () => {
  test('is asked again, and what was read meanwhile is not told after all', async () => {
    const { ada, dov, bouncer, told, realm } = await withPhones(({ dov }) => [dov])
    const { answers } = bouncer
    bouncer.answers = () => new Response('', { status: 503 })
    const [one, other] = [await ada.sendsDirectly([dov], 'One'), await ada.sendsDirectly([dov], 'Two')]
    expect(await told()).toHaveLength(2)
    succeeded(await dov.post('/messages/flags', { messages: [one.id], op: 'add', flag: 'read' }))
    bouncer.answers = answers
    await passTime(realm, 31)
    // It may have come through the first time, so what was read is taken away.
    const said = (await told()).map((each) => `${each.said.type} ${each.said.message_id ?? each.said.message_ids}`)
    expect(said.sort()).toEqual([`message ${other.id}`, `remove ${one.id}`])
    await passTime(realm, 3600)
    expect(await told()).toEqual([])
  })

  test('is asked again by an object that died while it asked', async () => {
    const { ada, dov, told, realm, bouncer } = await withPhones(({ dov }) => [dov])
    bouncer.answers = () => new Response('', { status: 503 })
    await ada.sendsDirectly([dov], 'One')
    await told()
    await crash(realm)
    bouncer.answers = () => Response.json({})
    await passTime(realm, 31)
    expect((await told()).map(({ said }) => said.content)).toEqual(['One'])
  })

  test('may say that a phone is gone', async () => {
    const { ada, dov, bouncer, told } = await withPhones(({ dov }) => [dov])
    bouncer.answers = ({ body }) => Response.json({ delete_device_ids: [body.push_requests[0].device_id] })
    await ada.sendsDirectly([dov], 'One')
    expect(await told()).toHaveLength(1)
    await ada.sendsDirectly([dov], 'Two')
    expect(await told()).toEqual([])
    const { push_devices } = (await dov.registers({ fetch_event_types: ['push_device'] })).state
    expect(Object.values(push_devices)).toEqual([{ status: 'failed', error_code: 'DEVICE_GONE' }])
  })
})

describe('nobody is told of it', () => {
  test('who may read it no longer, though the bouncer was away until then', async () => {
    const { realm, ada, cleo, dov, bouncer, told } = await withPhones(({ dov, cleo }) => [dov, cleo])
    const club = await newChannel(ada, 'club', [ada, cleo, dov], { invite_only: true })
    bouncer.answers = () => new Response('', { status: 500 })
    const { id } = await ada.sends(club, 'tea', '@**Dov** @**Cleo** Tea?')
    expect(await told()).toHaveLength(2)
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [dov.id] }))
    succeeded(await ada.patch(`/messages/${id}`, { content: '@**Cleo** and not Dov' }))
    bouncer.answers = () => Response.json({ delete_device_ids: [] })
    await passTime(realm, 60)
    const messages = (await told()).filter(({ said }) => said.type === 'message')
    expect(messages.map(({ person }) => person)).toEqual([cleo])
  })

  test('whose key nothing can be sealed to; all others are', async () => {
    const { realm, ada, cleo, dov, told } = await withPhones(({ dov }) => [dov])
    const { registration } = await Phone.with(7)
    const push_public_key = `${'A'.repeat(43)}=`
    succeeded(await cleo.post('/mobile_push/register', { ...registration, push_public_key }))
    await ringByHand(realm)
    await ada.sendsDirectly([dov, cleo], 'Tea?')
    expect((await told()).map(({ person }) => person)).toEqual([dov])
    expect(await cleo.post('/mobile_push/e2ee/test_notification')).toEqual(
      refusal('No active registered push device', 'NO_ACTIVE_PUSH_DEVICE'),
    )
  })
})

describe('phones that read nothing sealed', () => {
  test('are told openly, unless the realm wants nobody on the way to read it', async () => {
    const { realm, ada, dov } = await freshRealm()
    await holdAlarms(realm)
    const bouncer = new Bouncer()
    succeeded(await dov.post('/users/me/android_gcm_reg_id', { token: 'a phone' }))
    const told = async () => {
      await ringByHand(realm)
      return bouncer.taken()
    }
    await ada.sendsDirectly([dov], 'Pizza?')
    const [asked] = await told()
    expect(asked!.path).toBe('notify')
    expect(asked!.body.push_requests).toMatchObject([
      {
        devices: [{ token_kind: 'fcm', token: 'a phone', ios_app_id: null }],
        payload: { type: 'message', content: 'Pizza?', sender_full_name: 'Ada' },
      },
    ])
    succeeded(await ada.patch('/realm', { require_e2ee_push_notifications: true }))
    await ada.sendsDirectly([dov], 'Soup?')
    const [next] = await told()
    expect(next!.body.push_requests[0].payload.content).toBe('New message')
    expect(JSON.stringify(next)).not.toMatch(/Soup|Ada"/)
  })
})

test('a message costs the same however many phones are told, and no more than any other where none is', async () => {
  const rowsFor = async (of: (cast: Cast) => Person[], content: string) => {
    const { realm, ada, general, told } = await withPhones(of)
    await ada.sends(general, 'lunch', 'Hello')
    await told()
    const before = await rowsWritten(realm)
    await ada.sends(general, 'lunch', content)
    const written = (await rowsWritten(realm)) - before
    return { written, told: (await told()).length }
  }
  const everyone = ({ ben, cleo, dov, ezra }: Cast) => [ben, cleo, dov, ezra]
  const [none, one, all] = [
    await rowsFor(() => [], '@**all**'),
    await rowsFor(({ dov }) => [dov], '@**all**'),
    await rowsFor(everyone, '@**all**'),
  ]
  expect([none.told, one.told, all.told]).toEqual([0, 1, 4])
  expect(all.written).toBe(one.written)
  expect(one.written).toBe(none.written + 2) // the row, and its place among what is due
  const [plain, unconcerned] = [await rowsFor(() => [], 'Hello'), await rowsFor(everyone, 'Hello')]
  expect(unconcerned).toEqual(plain)
})

describe('POST /mobile_push/test_notification', () => {
  test('reaches the phone that is meant, or all of them', async () => {
    const { ada, dov } = await freshRealm()
    const bouncer = new Bouncer()
    for (const token of ['one', 'other']) succeeded(await dov.post('/users/me/android_gcm_reg_id', { token }))
    expect(await dov.post('/mobile_push/test_notification', { token: 'one' })).toEqual(SUCCESS)
    expect(await dov.post('/mobile_push/test_notification')).toEqual(SUCCESS)
    const devices = bouncer.taken().map(({ path, body }) => [path, body.devices.map(({ token }: Json) => token)])
    expect(devices).toEqual([
      ['test_notification', ['one']],
      ['test_notification', ['one', 'other']],
    ])
    const notRecognized = refusal('Device not recognized', 'INVALID_PUSH_DEVICE_TOKEN')
    for (const [person, token] of [
      [dov, 'a third'],
      [ada, 'one'],
    ] as const)
      // prettier-ignore
      expect(await person.post('/mobile_push/test_notification', { token })).toEqual(notRecognized)
    bouncer.answers = () => Response.json({ code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN' }, { status: 400 })
    expect(await dov.post('/mobile_push/test_notification')).toMatchObject({ code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN' })
  })
})

describe('POST /mobile_push/e2ee/test_notification', () => {
  const PATH = '/mobile_push/e2ee/test_notification'

  test('reaches the phone that is meant, or all of them, sealed', async () => {
    const { ada, dov, bouncer, phones } = await withPhones(({ dov }) => [dov, dov])
    const [one, other] = [...phones.keys()]
    const asked = () => bouncer.taken().flatMap(({ body }) => body.push_requests)
    expect(await dov.post(PATH, { push_account_id: one!.push_account_id })).toEqual(SUCCESS)
    const [request, ...more] = asked()
    expect(more).toEqual([])
    expect(await one!.opens(request.encrypted_data)).toMatchObject({ type: 'test', user_id: dov.id })
    await expect(other!.opens(request.encrypted_data)).rejects.toThrow('Decryption failed')
    expect(await dov.post(PATH)).toEqual(SUCCESS)
    expect(asked()).toHaveLength(2)
    const none = refusal('No active registered push device', 'NO_ACTIVE_PUSH_DEVICE')
    expect(await dov.post(PATH, { push_account_id: 99 })).toEqual(none)
    expect(await ada.post(PATH, { push_account_id: one!.push_account_id })).toEqual(none)
  })

  test('says what came of it', async () => {
    const { dov, bouncer } = await withPhones(({ dov }) => [dov])
    const ends: [answer: () => Response, status: number, code: string][] = [
      [() => new Response('', { status: 403 }), 403, 'ADMIN_ACTION_REQUIRED'],
      [() => new Response('', { status: 500 }), 502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
      [() => Promise.reject(new Error('No such host')) as never, 502, 'FAILED_TO_CONNECT_BOUNCER'],
    ]
    for (const [answer, status, code] of ends) {
      bouncer.answers = answer
      const response = await dov.request(PATH, { method: 'POST' })
      expect([response.status, (await response.json<Json>()).code]).toEqual([status, code])
    }
  })
})
