import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import worker from '../../src/worker'
import { OlderBouncer, Phone } from '../support/older-bouncer'
import { preventAlarms, doDueWork } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

const PATH = '/mobile_push/register'
const KEY_FIELDS = { push_key_id: 1, push_key: Uint8Array.from([0x31, ...Array(32).keys()]).toBase64() }
const TOKEN_FIELDS = {
  token_kind: 'fcm',
  token_id: Uint8Array.from(Array(8).keys()).toBase64(),
  bouncer_public_key: new Uint8Array(32).fill(7).toBase64(),
  encrypted_push_registration: btoa('sealed for the bouncer'),
}
const pushDeviceEvent = (status: string, error_code: string | null = null) => ({
  type: 'push_device',
  push_account_id: '2408',
  status,
  error_code,
})

/** A realm that calls the bouncer only when the test runs due work. */
async function realmWithoutAlarms() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  return cast
}

async function devicesOf(user: Person): Promise<Json> {
  const { state } = await user.registers({ fetch_event_types: ['push_device'] })
  return state.push_devices
}

const REFUSED: [code: string | undefined, error_code: string][] = [
  ['INVALID_BOUNCER_PUBLIC_KEY', 'INVALID_BOUNCER_PUBLIC_KEY'],
  [undefined, 'BAD_REQUEST'],
]
const FAILURES: [description: string, answer: () => Response][] = [
  [
    'cannot be reached',
    () => {
      throw new Error('No such host')
    },
  ],
  ['fails', () => new Response('Oops', { status: 500 })],
  ['limits the rate', () => new Response('', { status: 429 })],
  ['redirects', () => new Response('', { status: 302, headers: { location: 'https://example.com' } })],
  ['refuses the key of this server', () => new Response('', { status: 403 })],
]

describe('POST /mobile_push/register', () => {
  test('succeeds at once, and publishes the result when the bouncer has answered', async () => {
    const { realm, ada, dov } = await realmWithoutAlarms()
    const [bouncer, phone] = [new OlderBouncer(), await Phone.with(2408)]
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () => {
      expect(await dov.post(PATH, phone.registration)).toEqual(SUCCESS)
      await doDueWork(realm)
    })
    expect([dovsEvents!.plain, dovsEvents!.able]).toEqual([
      [pushDeviceEvent('pending'), pushDeviceEvent('active')],
      [pushDeviceEvent('pending'), pushDeviceEvent('active')],
    ])
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    const { push_account_id, bouncer_public_key, encrypted_push_registration } = phone.registration
    expect(bouncer.requests).toEqual([
      {
        path: 'e2ee/register',
        authorization: `Basic ${btoa(`${env.PUSH_BOUNCER_ORGANIZATION}:${env.PUSH_BOUNCER_KEY}`)}`,
        body: {
          realm_uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
          push_account_id: String(push_account_id),
          bouncer_public_key,
          encrypted_push_registration,
        },
      },
    ])
    expect(await devicesOf(dov)).toEqual({ 2408: { status: 'active', error_code: null } })
  })

  test('a repeated request changes nothing, and another registration replaces the first', async () => {
    const { realm, dov } = await realmWithoutAlarms()
    const [bouncer, phone] = [new OlderBouncer(), await Phone.with(2408)]
    await phone.registersFor(dov)
    await changesNothing([dov], () => phone.registersFor(dov))
    await doDueWork(realm)
    await changesNothing([dov], async () => {
      await phone.registersFor(dov)
      await doDueWork(realm)
    })
    expect(bouncer.takeRequests()).toHaveLength(1)
    const secondRegistration = { ...phone.registration, encrypted_push_registration: btoa('another token') }
    const [dovsEvents] = await receivedBy([dov], async () => {
      succeeded(await dov.post(PATH, secondRegistration))
      await doDueWork(realm)
    })
    expect(dovsEvents!.able).toEqual([pushDeviceEvent('pending'), pushDeviceEvent('active')])
    expect(bouncer.requests).toHaveLength(1)
  })

  test.for(REFUSED)('the bouncer refuses the registration: %j', async ([code, error_code]) => {
    const { realm, dov } = await realmWithoutAlarms()
    const [bouncer, phone] = [new OlderBouncer(), await Phone.with(2408)]
    bouncer.answer = () => Response.json({ result: 'error', code }, { status: 400 })
    await phone.registersFor(dov)
    const [dovsEvents] = await receivedBy([dov], () => doDueWork(realm))
    expect(dovsEvents!.able).toEqual([pushDeviceEvent('failed', error_code)])
    await advanceClock(realm, 86_400)
    await doDueWork(realm)
    expect(bouncer.requests).toHaveLength(1)
    // A new request of the client sends the registration again.
    bouncer.answer = () => Response.json({ device_id: 'x' })
    const [secondEvents] = await receivedBy([dov], async () => {
      await phone.registersFor(dov)
      await doDueWork(realm)
    })
    expect(secondEvents!.able).toEqual([pushDeviceEvent('pending'), pushDeviceEvent('active')])
  })

  test.for(FAILURES)('the realm retries if the bouncer %s', async ([, failingAnswer]) => {
    const { realm, dov } = await realmWithoutAlarms()
    const [bouncer, phone] = [new OlderBouncer(), await Phone.with(2408)]
    const { answer } = bouncer
    bouncer.answer = failingAnswer
    await phone.registersFor(dov)
    await doDueWork(realm)
    expect(await devicesOf(dov)).toEqual({ 2408: { status: 'pending', error_code: null } })
    bouncer.answer = answer
    await doDueWork(realm)
    expect(bouncer.requests).toHaveLength(1) // too soon
    await advanceClock(realm, 31)
    await replays([dov], () => doDueWork(realm))
    expect(await devicesOf(dov)).toEqual({ 2408: { status: 'active', error_code: null } })
  })

  test('a server without a bouncer refuses registrations', async () => {
    const { dov } = await freshRealm()
    const phone = await Phone.with(2408)
    const authorization = `Basic ${btoa(`${dov.email}:${dov.account.api_key}`)}`
    const register = (body: Record<string, FieldValue>) => {
      const init = { method: 'POST', body: formOf(body), headers: { authorization } }
      const request = new Request(`${dov.realm_url}/api/v1${PATH}`, init)
      return worker.fetch(request as never, { ...env, PUSH_BOUNCER_URL: '' })
    }
    await changesNothing([dov], async () => {
      const response = await register({ ...phone.registration, push_public_key: 'whatever' })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual(
        refusal('Server is not configured to use push notification service.', 'PUSH_SERVICE_NOT_CONFIGURED'),
      )
    })
  })

  const INVALID: [change: Record<string, FieldValue>, msg: string][] = [
    [{ token_kind: 'pigeon' }, 'Invalid token_kind'],
    [{ push_account_id: 'x' }, 'push_account_id is not valid JSON'],
    [{ push_public_key: 'not base64' }, 'Invalid push_public_key'],
    [{ push_public_key: btoa('too short') }, 'Invalid push_public_key'],
    [{ bouncer_public_key: '' }, 'Invalid bouncer_public_key'],
    [{ encrypted_push_registration: '' }, 'Invalid encrypted_push_registration'],
    [{ encrypted_push_registration: 'AAA' }, 'Invalid encrypted_push_registration'],
    [{ encrypted_push_registration: 'A'.repeat(6000) }, 'Invalid encrypted_push_registration'],
  ]
  test('an invalid registration is refused, and so are bots', async () => {
    const { dov, fig } = await freshRealm()
    const phone = await Phone.with(2408)
    await changesNothing([dov, fig], async () => {
      for (const [change, msg] of INVALID)
        expect(await dov.post(PATH, { ...phone.registration, ...change }), msg).toEqual(refusal(msg))
      for (const name of Object.keys(phone.registration))
        expect(await dov.post(PATH, { ...phone.registration, [name]: undefined })).toMatchObject({ var_name: name })
      expect(await fig.post(PATH, phone.registration)).toEqual(refusal('This endpoint does not accept bot requests.'))
    })
  })
})

describe('tokens of phones without encryption', () => {
  const [APNS, FCM] = ['/users/me/apns_device_token', '/users/me/android_gcm_reg_id']
  const apns = { token: btoa('a phone'), appid: 'org.example.app' }

  test('are added, also twice, and removed', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (let times = 0; times < 2; times++) {
        expect(await dov.post(APNS, apns)).toEqual(SUCCESS)
        expect(await dov.post(FCM, { token: 'another' })).toEqual(SUCCESS)
      }
      for (const [path, token] of [
        [APNS, apns.token],
        [FCM, 'another'],
      ] as const) {
        expect(await ada.delete(path, { token })).toEqual(refusal('Token does not exist'))
        expect(await dov.delete(path, { token })).toEqual(SUCCESS)
        expect(await dov.delete(path, { token })).toEqual(refusal('Token does not exist'))
      }
    })
  })

  test('for iOS have an even number of hexadecimal digits, or are base64', async () => {
    const { dov } = await freshRealm()
    for (const token of ['ab', 'abcdef', 'c0ffee'.repeat(11), 'AB'.repeat(80), 'ab'.repeat(2500), btoa('a phone')]) {
      expect(await dov.post(APNS, { ...apns, token }), token).toEqual(SUCCESS)
      expect(await dov.delete(APNS, { token }), token).toEqual(SUCCESS)
    }
    for (const token of ['abc', 'ag', 'a'.repeat(63), `${'ab'.repeat(30)}g`])
      expect(await dov.post(APNS, { ...apns, token }), token).toEqual(refusal('Invalid APNS token'))
    expect(await dov.post(APNS, { ...apns, token: 'ab'.repeat(2501) })).toEqual(
      refusal('Empty or invalid length token'),
    )
  })

  test('belong to the user who added them last', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await dov.post(FCM, { token: 'a phone' }))
    succeeded(await ada.post(FCM, { token: 'a phone' }))
    expect(await dov.delete(FCM, { token: 'a phone' })).toEqual(refusal('Token does not exist'))
    expect(await ada.delete(FCM, { token: 'a phone' })).toEqual(SUCCESS)
  })

  test('are at most 100 for each user', async () => {
    const { dov } = await freshRealm()
    for (let count = 0; count < 100; count++) succeeded(await dov.post(FCM, { token: `phone ${count}` }))
    const tooMany = refusal('No more than 100 devices can be registered.')
    expect(await dov.post(FCM, { token: 'one more' })).toEqual(tooMany)
    succeeded(await dov.post(FCM, { token: 'phone 7' }))
    succeeded(await dov.delete(FCM, { token: 'phone 7' }))
    succeeded(await dov.post(FCM, { token: 'one more' }))
  })

  const INVALID: [path: string, fields: Record<string, FieldValue>, msg: string][] = [
    [APNS, { ...apns, token: '' }, 'Empty or invalid length token'],
    [FCM, { token: '' }, 'Empty or invalid length token'],
    [FCM, { token: 'x'.repeat(5001) }, 'Empty or invalid length token'],
    [APNS, { ...apns, token: 'not base64' }, 'Invalid APNS token'],
    [APNS, { ...apns, appid: "'; tables" }, 'Invalid app ID'],
  ]
  test('are refused if they are invalid, and from bots', async () => {
    const { dov, fig } = await freshRealm()
    for (const [path, fields, msg] of INVALID) expect(await dov.post(path, fields)).toEqual(refusal(msg))
    expect(await dov.delete(APNS, { token: 'not base64' })).toEqual(refusal('Invalid APNS token'))
    expect(await dov.delete(FCM, { token: '' })).toEqual(refusal('Empty or invalid length token'))
    const notForBots = refusal('This endpoint does not accept bot requests.')
    for (const path of [APNS, FCM]) {
      expect(await fig.post(path, apns)).toEqual(notForBots)
      expect(await fig.delete(path, apns)).toEqual(notForBots)
    }
  })
})

describe('client devices', () => {
  test('are added and removed, and only their owner receives the events', async () => {
    const { ada, dov } = await freshRealm()
    let device_id = 0
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () => {
      const response = succeeded(await dov.post('/register_client_device'))
      device_id = response.device_id
    })
    expect([dovsEvents!.plain, dovsEvents!.able]).toEqual(Array(2).fill([{ type: 'device', op: 'add', device_id }]))
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    expect(await ada.post('/remove_client_device', { device_id })).toEqual(refusal('Invalid `device_id`'))
    const [after] = await receivedBy([dov], async () =>
      expect(await dov.post('/remove_client_device', { device_id })).toEqual(SUCCESS),
    )
    expect(after!.able).toEqual([{ type: 'device', op: 'remove', device_id }])
    expect(await dov.post('/remove_client_device', { device_id })).toEqual(refusal('Invalid `device_id`'))
    expect(succeeded(await dov.post('/register_client_device')).device_id).toBeGreaterThan(device_id)
  })

  test('are at most 200 for each user: a new one replaces one without push, or with the oldest token', async () => {
    const { realm, dov } = await realmWithoutAlarms()
    const newDevice = async () => succeeded(await dov.post('/register_client_device')).device_id
    const [oldest, without] = [await newDevice(), await newDevice()]
    const others: number[] = []
    succeeded(await dov.post(PATH, { device_id: oldest, ...KEY_FIELDS, ...TOKEN_FIELDS }))
    while (others.length < 198) others.push(await newDevice())
    await advanceClock(realm, 60)
    for (const device_id of others) succeeded(await dov.post(PATH, { device_id, ...KEY_FIELDS, ...TOKEN_FIELDS }))
    const removedWith = async () => {
      const [events] = await receivedBy([dov], newDevice)
      return events!.able.flatMap(({ op, device_id }) => (op === 'remove' ? [device_id] : []))
    }
    expect(await removedWith()).toEqual([without])
    const { devices } = (await dov.registers({ fetch_event_types: ['device'] })).state
    expect(Object.keys(devices)).toHaveLength(200)
    // The newest one has no push, so it is the next one that goes.
    expect(await removedWith()).toEqual([Math.max(...Object.keys(devices).map(Number))])
  })
})
