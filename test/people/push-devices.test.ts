import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import worker from '../../src/worker'
import { Bouncer, Phone } from '../support/bouncer'
import { holdAlarms, passTime, ringByHand } from '../support/faults'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

const PATH = '/mobile_push/register'
const told = (status: string, error_code: string | null = null) => ({
  type: 'push_device',
  push_account_id: '2408',
  status,
  error_code,
})

/** A realm that asks the bouncer when it is rung, and not before. */
async function quietRealm() {
  const cast = await freshRealm()
  await holdAlarms(cast.realm)
  return cast
}

async function devicesOf(person: Person): Promise<Json> {
  const { state } = await person.registers({ fetch_event_types: ['push_device'] })
  return state.push_devices
}

const REFUSED: [code: string | undefined, error_code: string][] = [
  ['INVALID_BOUNCER_PUBLIC_KEY', 'INVALID_BOUNCER_PUBLIC_KEY'],
  [undefined, 'BAD_REQUEST'],
]
const UNABLE: [how: string, answer: () => Response][] = [
  [
    'cannot be reached',
    () => {
      throw new Error('No such host')
    },
  ],
  ['fails', () => new Response('Oops', { status: 500 })],
  ['has too much to do', () => new Response('', { status: 429 })],
  ['sends elsewhere', () => new Response('', { status: 302, headers: { location: 'https://example.com' } })],
  ['does not let this server in', () => new Response('', { status: 403 })],
]

describe('POST /mobile_push/register', () => {
  test('answers at once; what comes of it is told when the bouncer was asked', async () => {
    const { realm, ada, dov } = await quietRealm()
    const [bouncer, phone] = [new Bouncer(), await Phone.with(2408)]
    const [his, hers] = await receivedBy([dov, ada], async () => {
      expect(await dov.post(PATH, phone.registration)).toEqual(SUCCESS)
      await ringByHand(realm)
    })
    expect([his!.plain, his!.able]).toEqual([
      [told('pending'), told('active')],
      [told('pending'), told('active')],
    ])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    const { push_account_id, bouncer_public_key, encrypted_push_registration } = phone.registration
    expect(bouncer.asked).toEqual([
      {
        path: 'e2ee/register',
        authorization: `Basic ${btoa('parley:the bouncer key')}`,
        body: {
          realm_uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
          push_account_id,
          bouncer_public_key,
          encrypted_push_registration,
        },
      },
    ])
    expect(await devicesOf(dov)).toEqual({ 2408: { status: 'active', error_code: null } })
  })

  test('to say the same again changes nothing; something else is registered anew', async () => {
    const { realm, dov } = await quietRealm()
    const [bouncer, phone] = [new Bouncer(), await Phone.with(2408)]
    await phone.registersFor(dov)
    await changesNothing([dov], () => phone.registersFor(dov))
    await ringByHand(realm)
    await changesNothing([dov], async () => {
      await phone.registersFor(dov)
      await ringByHand(realm)
    })
    expect(bouncer.taken()).toHaveLength(1)
    const other = { ...phone.registration, encrypted_push_registration: btoa('another token') }
    const [his] = await receivedBy([dov], async () => {
      succeeded(await dov.post(PATH, other))
      await ringByHand(realm)
    })
    expect(his!.able).toEqual([told('pending'), told('active')])
    expect(bouncer.asked).toHaveLength(1)
  })

  test.for(REFUSED)('the bouncer may refuse it: %j', async ([code, error_code]) => {
    const { realm, dov } = await quietRealm()
    const [bouncer, phone] = [new Bouncer(), await Phone.with(2408)]
    bouncer.answers = () => Response.json({ result: 'error', code }, { status: 400 })
    await phone.registersFor(dov)
    const [his] = await receivedBy([dov], () => ringByHand(realm))
    expect(his!.able).toEqual([told('failed', error_code)])
    await passTime(realm, 86_400)
    await ringByHand(realm)
    expect(bouncer.asked).toHaveLength(1)
    // Whoever tries again is asked for again.
    bouncer.answers = () => Response.json({ device_id: 'x' })
    const [anew] = await receivedBy([dov], async () => {
      await phone.registersFor(dov)
      await ringByHand(realm)
    })
    expect(anew!.able).toEqual([told('pending'), told('active')])
  })

  test.for(UNABLE)('a bouncer that %s is asked again', async ([, answer]) => {
    const { realm, dov } = await quietRealm()
    const [bouncer, phone] = [new Bouncer(), await Phone.with(2408)]
    const { answers } = bouncer
    bouncer.answers = answer
    await phone.registersFor(dov)
    await ringByHand(realm)
    expect(await devicesOf(dov)).toEqual({ 2408: { status: 'pending', error_code: null } })
    bouncer.answers = answers
    await ringByHand(realm)
    expect(bouncer.asked).toHaveLength(1) // too soon
    await passTime(realm, 31)
    await replays([dov], () => ringByHand(realm))
    expect(await devicesOf(dov)).toEqual({ 2408: { status: 'active', error_code: null } })
  })

  test('without a bouncer no phone can be registered', async () => {
    const { dov } = await freshRealm()
    const phone = await Phone.with(2408)
    const authorization = `Basic ${btoa(`${dov.email}:${dov.account.api_key}`)}`
    const ask = (body: Record<string, FieldValue>) => {
      const init = { method: 'POST', body: formOf(body), headers: { authorization } }
      const request = new Request(`${dov.realm_url}/api/v1${PATH}`, init)
      return worker.fetch(request as never, { ...env, PUSH_BOUNCER_URL: '' })
    }
    await changesNothing([dov], async () => {
      const answer = await ask({ ...phone.registration, push_public_key: 'whatever' })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual(
        refusal('Server is not configured to use push notification service.', 'PUSH_SERVICE_NOT_CONFIGURED'),
      )
    })
  })

  const BAD: [change: Record<string, FieldValue>, msg: string][] = [
    [{ token_kind: 'pigeon' }, 'Invalid token_kind'],
    [{ push_account_id: 'x' }, 'push_account_id is not valid JSON'],
    [{ push_public_key: 'not base64' }, 'Invalid push_public_key'],
    [{ push_public_key: btoa('too short') }, 'Invalid push_public_key'],
    [{ bouncer_public_key: '' }, 'Invalid bouncer_public_key'],
    [{ encrypted_push_registration: '' }, 'Invalid encrypted_push_registration'],
    [{ encrypted_push_registration: 'AAA' }, 'Invalid encrypted_push_registration'],
    [{ encrypted_push_registration: 'A'.repeat(6000) }, 'Invalid encrypted_push_registration'],
  ]
  test('what is no registration is none, and bots have no phones', async () => {
    const { dov, fig } = await freshRealm()
    const phone = await Phone.with(2408)
    await changesNothing([dov, fig], async () => {
      for (const [change, msg] of BAD)
        expect(await dov.post(PATH, { ...phone.registration, ...change }), msg).toEqual(refusal(msg))
      for (const name of Object.keys(phone.registration))
        expect(await dov.post(PATH, { ...phone.registration, [name]: undefined })).toMatchObject({ var_name: name })
      expect(await fig.post(PATH, phone.registration)).toEqual(refusal('This endpoint does not accept bot requests.'))
    })
  })
})

describe('tokens of phones that read nothing sealed', () => {
  const [APNS, FCM] = ['/users/me/apns_device_token', '/users/me/android_gcm_reg_id']
  const apns = { token: btoa('a phone'), appid: 'org.example.app' }

  test('are added, again too, and removed', async () => {
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

  test('of an iOS device have any even number of hexadecimal digits, or are base64', async () => {
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

  test('are of whoever brought them last', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await dov.post(FCM, { token: 'a phone' }))
    succeeded(await ada.post(FCM, { token: 'a phone' }))
    expect(await dov.delete(FCM, { token: 'a phone' })).toEqual(refusal('Token does not exist'))
    expect(await ada.delete(FCM, { token: 'a phone' })).toEqual(SUCCESS)
  })

  test('nobody has more than a hundred', async () => {
    const { dov } = await freshRealm()
    for (let nth = 0; nth < 100; nth++) succeeded(await dov.post(FCM, { token: `phone ${nth}` }))
    const tooMany = refusal('No more than 100 devices can be registered.')
    expect(await dov.post(FCM, { token: 'one more' })).toEqual(tooMany)
    succeeded(await dov.post(FCM, { token: 'phone 7' }))
    succeeded(await dov.delete(FCM, { token: 'phone 7' }))
    succeeded(await dov.post(FCM, { token: 'one more' }))
  })

  const BAD: [path: string, fields: Record<string, FieldValue>, msg: string][] = [
    [APNS, { ...apns, token: '' }, 'Empty or invalid length token'],
    [FCM, { token: '' }, 'Empty or invalid length token'],
    [FCM, { token: 'x'.repeat(5001) }, 'Empty or invalid length token'],
    [APNS, { ...apns, token: 'not base64' }, 'Invalid APNS token'],
    [APNS, { ...apns, appid: "'; tables" }, 'Invalid app ID'],
  ]
  test('that are none are refused', async () => {
    const { dov, fig } = await freshRealm()
    for (const [path, fields, msg] of BAD) expect(await dov.post(path, fields)).toEqual(refusal(msg))
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
  test('are added and removed, and their owner hears of it', async () => {
    const { ada, dov } = await freshRealm()
    let device_id = 0
    const [his, hers] = await receivedBy([dov, ada], async () => {
      const answer = succeeded(await dov.post('/register_client_device'))
      device_id = answer.device_id
    })
    expect([his!.plain, his!.able]).toEqual(Array(2).fill([{ type: 'device', op: 'add', device_id }]))
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await ada.post('/remove_client_device', { device_id })).toEqual(refusal('Invalid device ID'))
    const [after] = await receivedBy([dov], async () =>
      expect(await dov.post('/remove_client_device', { device_id })).toEqual(SUCCESS),
    )
    expect(after!.able).toEqual([{ type: 'device', op: 'remove', device_id }])
    expect(await dov.post('/remove_client_device', { device_id })).toEqual(refusal('Invalid device ID'))
    expect(succeeded(await dov.post('/register_client_device')).device_id).toBeGreaterThan(device_id)
  })

  test('nobody has more than a hundred', async () => {
    const { ada, dov } = await freshRealm()
    for (let nth = 0; nth < 100; nth++) succeeded(await dov.post('/register_client_device'))
    const tooMany = refusal('No more than 100 devices can be registered.')
    await changesNothing([dov], async () => expect(await dov.post('/register_client_device')).toEqual(tooMany))
    succeeded(await ada.post('/register_client_device'))
  })
})
