import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { BOUNCER_PUBLIC_KEY, sealForBouncer, tokenIdOf } from '../support/bouncer/official-bouncer'
import { officialBouncer } from '../support/bouncer/realm-with-phones'
import { SealedPhone } from '../support/bouncer/sealed-phone'
import { advanceClock } from '../support/clock'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { countRows } from '../support/tables'

const base64 = (...bytes: number[]) => Uint8Array.from(bytes).toBase64()
const KEY = Uint8Array.from({ length: 32 }, (_, at) => at)
const keyFields = { push_key_id: 2408, push_key: base64(0x31, ...KEY) }
const [TOKEN, OTHER_TOKEN] = [tokenIdOf('a token'), tokenIdOf('another token')]
const tokenFields = (token = 'a token', timestamp = Math.floor(Date.now() / 1000)) => ({
  token_kind: 'fcm',
  token_id: tokenIdOf(token),
  bouncer_public_key: BOUNCER_PUBLIC_KEY,
  encrypted_push_registration: sealForBouncer({ token_kind: 'fcm', token, timestamp }),
})

async function realmWithBouncer() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const newDevice = async (person: Person) => succeeded(await person.post('/register_client_device')).device_id
  return { ...cast, bouncer: officialBouncer(), newDevice }
}

const register = (person: Person, fields: Record<string, FieldValue>) => person.post('/mobile_push/register', fields)

const deviceOf = async (person: Person, device_id: number): Promise<Json> =>
  (await person.registers({ fetch_event_types: ['device'] })).state.devices[device_id]

describe('POST /mobile_push/register with a device id', () => {
  test('registers the token with the bouncer; then messages arrive, encrypted with the key of the device', async () => {
    const { realm, ada, dov, bouncer, newDevice } = await realmWithBouncer()
    const device_id = await newDevice(dov)
    expect(await register(dov, { device_id, ...keyFields, ...tokenFields() })).toEqual(SUCCESS)
    expect(await deviceOf(dov, device_id)).toEqual({
      push_key_id: 2408,
      push_token_id: null,
      pending_push_token_id: TOKEN,
      push_token_last_updated_timestamp: expect.any(Number),
      push_registration_error_code: null,
    })
    await doDueWork(realm)
    expect(bouncer.take('push/e2ee/register')).toHaveLength(1)
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_token_id: TOKEN, pending_push_token_id: null })
    await ada.sendsDirectly([dov], 'Tea?')
    await doDueWork(realm)
    const [notification, ...more] = bouncer.takeNotifications()
    expect(more).toEqual([])
    expect(notification).toMatchObject({ token_id: TOKEN, priority: 'high', payload: { push_key_id: 2408 } })
    const phone = new SealedPhone(dov, 'a token')
    phone.key.set(KEY)
    expect(Object.assign(phone, { push_key_id: 2408 }).open(notification!)).toMatchObject({ content: 'Tea?' })
  })

  test('a phone of Apple gets what its extension needs to decrypt', async () => {
    const { realm, ada, dov, bouncer } = await realmWithBouncer()
    const phone = await new SealedPhone(dov, 'c0ffee', 'apns').registers()
    await doDueWork(realm)
    const { id } = await ada.sendsDirectly([dov], 'Tea?')
    await doDueWork(realm)
    succeeded(await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    await doDueWork(realm)
    const received = bouncer.takeNotifications()
    expect(received.map(({ priority }) => priority)).toEqual(['10', '5'])
    expect(received.map((notification) => phone.open(notification).type)).toEqual(['message', 'remove'])
  })

  test('each change reaches the clients of the user', async () => {
    const { realm, dov, newDevice } = await realmWithBouncer()
    const device_id = await newDevice(dov)
    await replays([dov], async () => {
      succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
      await doDueWork(realm)
    })
    await replays([dov], async () => succeeded(await register(dov, { device_id, ...keyFields, push_key_id: 7 })))
    await replays([dov], async () => {
      succeeded(await register(dov, { device_id, ...tokenFields('another token') }))
      await doDueWork(realm)
    })
    await replays([dov], async () => succeeded(await dov.post('/remove_client_device', { device_id })))
    expect(await countRows(realm, 'secrets')).toBe(0)
  })

  test('a new token counts when the bouncer has accepted it, and the key can change alone', async () => {
    const { realm, ada, dov, bouncer, newDevice } = await realmWithBouncer()
    const device_id = await newDevice(dov)
    succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
    await doDueWork(realm)
    const aDayAgo = Math.floor(Date.now() / 1000) - 86_500
    succeeded(await register(dov, { device_id, ...tokenFields('another token', aDayAgo) }))
    expect(await register(dov, { device_id, ...tokenFields('another token') })).toEqual(
      refusal('A registration for the device already in progress.'),
    )
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({
      push_token_id: TOKEN,
      pending_push_token_id: OTHER_TOKEN,
      push_registration_error_code: 'REQUEST_EXPIRED',
    })
    await ada.sendsDirectly([dov], 'Tea?')
    await doDueWork(realm)
    expect(bouncer.takeNotifications().map(({ token_id }) => token_id)).toEqual([TOKEN])
    succeeded(await register(dov, { device_id, ...tokenFields('another token') }))
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_token_id: OTHER_TOKEN, pending_push_token_id: null })
  })

  test('repeated requests change nothing, and an event has only what changed', async () => {
    const { realm, dov, bouncer, newDevice } = await realmWithBouncer()
    const device_id = await newDevice(dov)
    succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
    await doDueWork(realm)
    bouncer.requests.splice(0)
    await changesNothing([dov], async () => {
      expect(await register(dov, { device_id, ...keyFields })).toEqual(SUCCESS)
      expect(await register(dov, { device_id, ...tokenFields() })).toEqual(SUCCESS)
      expect(await register(dov, { device_id, ...keyFields, ...tokenFields() })).toEqual(SUCCESS)
      await doDueWork(realm)
    })
    expect(bouncer.requests).toEqual([])
    const [events] = await receivedBy([dov], async () => {
      succeeded(await register(dov, { device_id, ...keyFields, push_key_id: 7 }))
      succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
    })
    expect(events!.able).toEqual([
      { type: 'device', op: 'update', device_id, push_key_id: 7 },
      expect.objectContaining({ device_id, push_key_id: 2408, pending_push_token_id: TOKEN }),
    ])
  })

  test('a bouncer that fails is asked again', async () => {
    const { realm, dov, bouncer, newDevice } = await realmWithBouncer()
    const device_id = await newDevice(dov)
    bouncer.instead = () => new Response('', { status: 503 })
    succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
    await doDueWork(realm)
    bouncer.instead = () => undefined
    await advanceClock(realm, 31)
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_token_id: TOKEN })
  })

  test('a registration fails when it is a day old, so that the app repeats it', async () => {
    const { realm, dov, bouncer, newDevice } = await realmWithBouncer()
    const device_id = await newDevice(dov)
    bouncer.instead = () => new Response('', { status: 503 })
    succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
    await advanceClock(realm, 23 * 3600)
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_registration_error_code: null })
    await advanceClock(realm, 2 * 3600)
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_registration_error_code: 'REQUEST_EXPIRED' })
    bouncer.instead = () => undefined
    succeeded(await register(dov, { device_id, ...tokenFields() }))
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_token_id: TOKEN, push_registration_error_code: null })
  })

  test('a bouncer that asks for a pause gets no request before its end', async () => {
    const { realm, ada, dov, bouncer, newDevice } = await realmWithBouncer()
    succeeded(await register(dov, { device_id: await newDevice(dov), ...keyFields, ...tokenFields() }))
    await doDueWork(realm)
    bouncer.instead = () => new Response('', { status: 429, headers: { 'retry-after': '1000' } })
    bouncer.requests.splice(0)
    const requestsAfter = async (seconds: number) => {
      await advanceClock(realm, seconds)
      await doDueWork(realm)
      return bouncer.requests.splice(0).length
    }
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await requestsAfter(0)).toBe(1)
    bouncer.instead = () => undefined
    expect([await requestsAfter(900), await requestsAfter(200)]).toEqual([0, 1])
  })

  test('a test notification goes to one device, and not to that of another user', async () => {
    const { realm, cleo, dov, bouncer, newDevice } = await realmWithBouncer()
    const [own, second] = [await newDevice(dov), await newDevice(dov)]
    succeeded(await register(dov, { device_id: own, ...keyFields, ...tokenFields() }))
    succeeded(await register(dov, { device_id: second, ...keyFields, ...tokenFields('another token') }))
    await doDueWork(realm)
    expect(await dov.post('/mobile_push/e2ee/test_notification', { device_id: second })).toEqual(SUCCESS)
    expect(bouncer.takeNotifications().map(({ token_id }) => token_id)).toEqual([OTHER_TOKEN])
    expect(await cleo.post('/mobile_push/e2ee/test_notification', { device_id: second })).toEqual(
      refusal('No active registered push device', 'NO_ACTIVE_PUSH_DEVICE'),
    )
    expect(await register(cleo, { device_id: own, ...keyFields })).toEqual(refusal('Invalid `device_id`'))
  })

  test.for([
    [{}, 'Missing parameters: must provide either all push key fields, all token fields, or both.'],
    [{ push_key_id: 1 }, 'Missing parameters: must provide either all push key fields, all token fields, or both.'],
    [tokenFields(), 'No push registration exists to rotate token for.'],
    [keyFields, 'No push registration exists to rotate key for.'],
    [{ ...keyFields, ...tokenFields(), push_key: base64(0x32, ...KEY) }, 'Invalid `push_key`'],
    [{ ...keyFields, ...tokenFields(), push_key: base64(0x31, 1) }, 'Invalid `push_key`'],
    [{ ...keyFields, ...tokenFields(), push_key_id: 2 ** 32 }, 'Invalid `push_key_id`'],
    [{ ...keyFields, ...tokenFields(), token_id: 'abc' }, '`token_id` is not Base64 encoded'],
    [{ ...keyFields, ...tokenFields(), token_id: 'AAAA' }, 'Invalid `token_id`'],
    [{ ...keyFields, ...tokenFields(), bouncer_public_key: 'x' }, 'Invalid `bouncer_public_key`'],
    [{ ...keyFields, ...tokenFields(), encrypted_push_registration: '' }, 'Invalid `encrypted_push_registration`'],
  ] as [Record<string, FieldValue>, string][])('refuses %j: %s', async ([fields, msg]) => {
    const { dov, newDevice } = await realmWithBouncer()
    expect(await register(dov, { device_id: await newDevice(dov), ...fields })).toEqual(refusal(msg))
  })
})
