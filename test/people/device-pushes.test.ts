import { describe, expect, test } from 'vitest'
import { secretboxWith } from '../../src/domain/writing/push/secretbox'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { Bouncer } from '../support/bouncer'
import { advanceClock } from '../support/clock'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { countRows } from '../support/tables'

const base64 = (...bytes: number[]) => Uint8Array.from(bytes).toBase64()
const KEY = Uint8Array.from({ length: 32 }, (_, at) => at)
const keyFields = { push_key_id: 2408, push_key: base64(0x31, ...KEY) }
const TOKEN = base64(1, 2, 3, 4, 5, 6, 7, 8)
const OTHER_TOKEN = base64(8, 7, 6, 5, 4, 3, 2, 1)
const tokenFields = (token_id = TOKEN) => ({
  token_kind: 'fcm',
  token_id,
  bouncer_public_key: new Uint8Array(32).fill(7).toBase64(),
  encrypted_push_registration: new TextEncoder().encode('sealed for the bouncer').toBase64(),
})

async function realmWithBouncer() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const newDevice = async (person: Person) => succeeded(await person.post('/register_client_device')).device_id
  return { ...cast, bouncer: new Bouncer(), newDevice }
}

const register = (person: Person, fields: Record<string, FieldValue>) => person.post('/mobile_push/register', fields)

const deviceOf = async (person: Person, device_id: number): Promise<Json> =>
  (await person.registers({ fetch_event_types: ['device'] })).state.devices[device_id]

/** Decrypts as a phone does: it knows the key, so the same stream gives the text back. */
function decrypt(encrypted_data: string): Json {
  const sealed = Uint8Array.fromBase64(encrypted_data)
  const [nonce, ciphertext] = [sealed.subarray(0, 24), sealed.subarray(40)]
  const plain = secretboxWith(KEY, nonce, ciphertext).subarray(16)
  expect(Buffer.from(secretboxWith(KEY, nonce, plain))).toEqual(Buffer.from(sealed.subarray(24)))
  return JSON.parse(new TextDecoder().decode(plain))
}

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
    const [registration] = bouncer.takeRequests()
    const { token_kind: _, ...sent } = tokenFields()
    expect([registration?.path, registration?.body]).toEqual([
      'e2ee/register',
      { realm_uuid: expect.any(String), ...sent },
    ])
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_token_id: TOKEN, pending_push_token_id: null })
    await ada.sendsDirectly([dov], 'Tea?')
    await doDueWork(realm)
    const [notification, ...more] = bouncer.takeRequests()
    expect(more).toEqual([])
    const request = notification?.body.push_requests[0]
    expect(request).toMatchObject({ token_id: TOKEN, push_key_id: 2408, priority: 'high' })
    expect(decrypt(request.encrypted_data)).toMatchObject({ type: 'message', content: 'Tea?' })
  })

  test('each change reaches the clients of the user', async () => {
    const { realm, dov, newDevice } = await realmWithBouncer()
    await replays([dov], async () => {
      const device_id = await newDevice(dov)
      succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
      await doDueWork(realm)
      succeeded(await register(dov, { device_id, ...keyFields, push_key_id: 7 }))
      succeeded(await register(dov, { device_id, ...tokenFields(OTHER_TOKEN) }))
      await doDueWork(realm)
      succeeded(await dov.post('/remove_client_device', { device_id }))
    })
    expect(await countRows(realm, 'secrets')).toBe(0)
  })

  test('a new token counts when the bouncer has accepted it, and the key can change alone', async () => {
    const { realm, ada, dov, bouncer, newDevice } = await realmWithBouncer()
    const device_id = await newDevice(dov)
    succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
    await doDueWork(realm)
    const { answer } = bouncer
    bouncer.answer = (request) =>
      request.path === 'e2ee/register' ? Response.json({ code: 'REQUEST_EXPIRED' }, { status: 400 }) : answer(request)
    succeeded(await register(dov, { device_id, ...tokenFields(OTHER_TOKEN) }))
    expect(await register(dov, { device_id, ...tokenFields(OTHER_TOKEN) })).toEqual(
      refusal('A registration for the device already in progress.'),
    )
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({
      push_token_id: TOKEN,
      pending_push_token_id: OTHER_TOKEN,
      push_registration_error_code: 'REQUEST_EXPIRED',
    })
    bouncer.takeRequests()
    await ada.sendsDirectly([dov], 'Tea?')
    await doDueWork(realm)
    expect(bouncer.takeRequests()[0]?.body.push_requests[0].token_id).toBe(TOKEN)
    bouncer.answer = answer
    succeeded(await register(dov, { device_id, ...tokenFields(OTHER_TOKEN) }))
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_token_id: OTHER_TOKEN, pending_push_token_id: null })
  })

  test('a bouncer that fails is asked again', async () => {
    const { realm, dov, bouncer, newDevice } = await realmWithBouncer()
    const device_id = await newDevice(dov)
    const { answer } = bouncer
    bouncer.answer = () => new Response('', { status: 503 })
    succeeded(await register(dov, { device_id, ...keyFields, ...tokenFields() }))
    await doDueWork(realm)
    bouncer.answer = answer
    await advanceClock(realm, 31)
    await doDueWork(realm)
    expect(await deviceOf(dov, device_id)).toMatchObject({ push_token_id: TOKEN })
  })

  test('a bouncer that asks for a pause gets no request before its end', async () => {
    const { realm, ada, dov, bouncer, newDevice } = await realmWithBouncer()
    succeeded(await register(dov, { device_id: await newDevice(dov), ...keyFields, ...tokenFields() }))
    await doDueWork(realm)
    const { answer } = bouncer
    bouncer.answer = () => new Response('', { status: 429, headers: { 'retry-after': '1000' } })
    bouncer.takeRequests()
    const requestsAfter = async (seconds: number) => {
      await advanceClock(realm, seconds)
      await doDueWork(realm)
      return bouncer.takeRequests().length
    }
    await ada.sendsDirectly([dov], 'Tea?')
    expect(await requestsAfter(0)).toBe(1)
    bouncer.answer = answer
    expect([await requestsAfter(900), await requestsAfter(200)]).toEqual([0, 1])
  })

  test('a test notification goes to one device, and not to that of another user', async () => {
    const { realm, cleo, dov, bouncer, newDevice } = await realmWithBouncer()
    const [own, second] = [await newDevice(dov), await newDevice(dov)]
    succeeded(await register(dov, { device_id: own, ...keyFields, ...tokenFields() }))
    succeeded(await register(dov, { device_id: second, ...keyFields, ...tokenFields(OTHER_TOKEN) }))
    await doDueWork(realm)
    bouncer.takeRequests()
    expect(await dov.post('/mobile_push/e2ee/test_notification', { device_id: second })).toEqual(SUCCESS)
    const [sent] = bouncer.takeRequests()
    expect(sent?.body.push_requests.map(({ token_id }: Json) => token_id)).toEqual([OTHER_TOKEN])
    expect(await cleo.post('/mobile_push/e2ee/test_notification', { device_id: second })).toEqual(
      refusal('No active registered push device', 'NO_ACTIVE_PUSH_DEVICE'),
    )
    expect(await register(cleo, { device_id: own, ...keyFields })).toEqual(refusal('Invalid device ID'))
  })

  test.for([
    [{}, 'Missing parameters: must provide either all push key fields, all token fields, or both.'],
    [{ push_key_id: 1 }, 'Missing parameters: must provide either all push key fields, all token fields, or both.'],
    [tokenFields(), 'Missing parameters: must provide either all push key fields, all token fields, or both.'],
    [keyFields, 'No push registration exists to rotate key for.'],
    [{ ...keyFields, ...tokenFields(), push_key: base64(0x32, ...KEY) }, 'Invalid `push_key`'],
    [{ ...keyFields, ...tokenFields(), push_key: base64(0x31, 1) }, 'Invalid `push_key`'],
    [{ ...keyFields, ...tokenFields(), push_key_id: 2 ** 32 }, 'Invalid `push_key_id`'],
    [{ ...keyFields, ...tokenFields('abc') }, 'Invalid `token_id`'],
    [{ ...keyFields, ...tokenFields(), bouncer_public_key: 'x' }, 'Invalid `bouncer_public_key`'],
    [{ ...keyFields, ...tokenFields(), encrypted_push_registration: '' }, 'Invalid `encrypted_push_registration`'],
  ] as [Record<string, FieldValue>, string][])('refuses %j: %s', async ([fields, msg]) => {
    const { dov, newDevice } = await realmWithBouncer()
    expect(await register(dov, { device_id: await newDevice(dov), ...fields })).toEqual(refusal(msg))
  })
})
