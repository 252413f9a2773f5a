import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import worker from '../../src/worker'
import { untilParked } from '../support/faults'
import { OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { emailTo } from '../support/mail'
import { changesNothing } from '../support/received-events'
import { succeeded, type Json } from '../support/person'
import { emptyRealm, freshRealm } from '../support/realm'
import { selectRows } from '../support/tables'

const DEACTIVATED = refusal('This organization has been deactivated', 'REALM_DEACTIVATED')
const authorization = `Bearer ${env.DEPLOYMENT_SECRET}`

describe('POST /realm/deactivate', () => {
  test('publishes the deactivation, and refuses all users from then on', async () => {
    const { realm, ada, dov, ezra, fig } = await freshRealm()
    const queue = await dov.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)
    expect(await ada.post('/realm/deactivate')).toEqual(SUCCESS)
    expect(await waiting).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: expect.any(Number) }])
    for (const person of [ada, dov, ezra, fig]) expect(await person.get('/users/me')).toEqual(DEACTIVATED)
    expect(await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })).toEqual(DEACTIVATED)
    const { email: username, password } = dov.account
    expect(await realm.post('/fetch_api_key', { username, password })).toEqual(DEACTIVATED)
    expect(await realm.post('/dev_fetch_api_key', { username })).toEqual(DEACTIVATED)
    // Clients still get the server settings.
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ ...SUCCESS, realm_name: realm.name })
    await runDurableObjectAlarm(realm.stub)
    expect(await selectRows(realm, 'SELECT queue_id FROM queues')).toEqual([])
  })

  test('is for owners only', async () => {
    const { ada, ben, dov, ezra, fig } = await freshRealm()
    await changesNothing([ada], async () => {
      for (const other of [ben, dov, ezra, fig]) expect(await other.post('/realm/deactivate')).toEqual(OWNERS_ONLY)
    })
  })

  test('ignores a request to delete the data', async () => {
    const { ada } = await emptyRealm()
    expect(await ada.post('/realm/deactivate', { deletion_delay_days: 30 })).toEqual({
      ...SUCCESS,
      ignored_parameters_unsupported: ['deletion_delay_days'],
    })
  })
})

describe('POST /realm/reactivate', () => {
  test('restores the organization for the operator with the deployment secret', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post('/realm/deactivate'))
    for (const headers of [undefined, { authorization: 'Bearer guess' }, { authorization: `Basic ${btoa('ada:x')}` }])
      expect(await realm.post('/realm/reactivate', {}, { headers })).toEqual(
        refusal('Wrong or missing deployment secret', 'UNAUTHORIZED'),
      )
    expect(await dov.get('/users/me')).toEqual(DEACTIVATED)
    expect(await realm.post('/realm/reactivate', {}, { headers: { authorization } })).toEqual(SUCCESS)
    expect((await emailTo(realm, ada.email)).subject).toBe(`${realm.name} has been reactivated`)
    const { messages } = succeeded(await dov.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }))
    expect(messages.map(({ content }: Json) => content)).toEqual(['<p>Pizza?</p>'])
    expect((await dov.registers()).state.realm_users).toHaveLength(6)
  })
})

describe('GET /realm/subdomain/:subdomain', () => {
  test('returns whether the name is available, and why not', async () => {
    const { realm } = await emptyRealm()
    const check = async (name: string) => (await realm.request(`/realm/subdomain/${name}`)).json()
    const answer = (reason: string) => ({ result: 'success', msg: '', is_available: reason === '', reason })
    const cases: [name: string, reason: string][] = [
      ['available-name', ''],
      [realm.name, 'Subdomain is already in use. Please choose a different one.'],
      ['ab', 'Subdomain needs to have length 3 or greater.'],
      ['x'.repeat(41), 'Subdomain cannot be longer than 40 characters.'],
      ['-acme', "Subdomain cannot start or end with a '-'."],
      ['acme-', "Subdomain cannot start or end with a '-'."],
      ['Acme', "Subdomain can only have lowercase letters, numbers, and '-'s."],
      ['ac%2fme', "Subdomain can only have lowercase letters, numbers, and '-'s."],
    ]
    for (const [name, reason] of cases) expect(await check(name), name).toEqual(answer(reason))
    // A client without an organization requests this from the root host.
    const atRoot = async (name: string) => {
      const request = new Request(`http://chat.parley.test/api/v1/realm/subdomain/${name}`)
      return (await worker.fetch(request as never, { ...env, ROOT_HOST: 'chat.parley.test', DEFAULT_REALM: '' })).json()
    }
    for (const [name, reason] of cases) expect(await atRoot(name), name).toEqual(answer(reason))
  })
})
