import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import { hashApiKey } from '../../src/api/callers'
import { TEXT_CACHE } from '../../src/api/kept-lists'
import { cacheAddress, forgetRecentTexts } from '../../src/api/kept-texts'
import { SERVER_ITSELF } from '../../src/api/realm-call'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { RealmObject } from '../../src/realm-object'
import { captureConsole, until } from '../support/faults'
import { copyUser, FIRST_COPY, subscribeCopies } from '../support/many-users'
import { succeeded, type Json, type Person } from '../support/person'
import { passMinute } from '../support/pings'
import { freshRealm, newChannel, type Cast, type TestRealm } from '../support/realm'
import { changesWithOtherAnswers, digestsIn, recordCalls, registersAsText, textsSent } from '../support/shared-texts'

const USERS = 3400
const HIDDEN_FROM_MEMBERS = 3
const CAPABILITIES = { archived_channels: true, include_deactivated_groups: true, notification_settings_null: true }
const OPTIONS = { client_capabilities: CAPABILITIES, include_subscribers: 'true' }

/** A realm with blocks of users that are shared, and with long lists of subscribers and members. */
async function largeRealm(settings: Json = {}): Promise<Cast & { hall: Json }> {
  const cast = await freshRealm()
  succeeded(await cast.dov.patch('/settings', settings))
  succeeded(await cast.ada.patch('/realm', { enable_spectator_access: true }))
  const hall = await newChannel(cast.ada, 'hall', [cast.ada, cast.dov], { is_web_public: true })
  await copyUser(cast.realm, cast.dov, USERS)
  await subscribeCopies(cast.realm, hall.stream_id)
  // From now on, presences are not listed any more.
  await passMinute(cast.realm)
  return { ...cast, hall }
}

/** The Worker writes texts into the cache after its response. */
async function untilCached({ name }: TestRealm, digests: readonly string[]) {
  const cache = await caches.open(TEXT_CACHE)
  for (const digest of digests) await until(async () => (await cache.match(cacheAddress(name, digest))) !== undefined)
}

const registersAs = (person: Person) => registersAsText((path, init) => person.request(path, init), OPTIONS)

describe('in a large realm, the Worker keeps the long texts of a registration', () => {
  test('the realm sends them once, and then only names them', async () => {
    const { realm, ada, dov, hall } = await largeRealm()
    const calls = recordCalls(realm)
    const { state } = await dov.registers(OPTIONS)
    expect(state.realm_users).toHaveLength(USERS + 6)
    expect(state.subscriptions.find(({ stream_id }: Json) => stream_id === hall.stream_id).subscribers).toHaveLength(
      USERS + 2,
    )
    expect(textsSent(calls)).toHaveLength(new Set(digestsIn(calls)).size)
    expect(textsSent(calls).length).toBeGreaterThan(USERS / 512)
    expect(calls).toHaveLength(1)

    await untilCached(realm, digestsIn(calls))
    calls.length = 0
    expect((await dov.registers(OPTIONS)).state.realm_users).toEqual(state.realm_users)
    const [again] = calls
    expect(JSON.stringify(again!.answer).length * 10).toBeLessThan(JSON.stringify(state).length)
    forgetRecentTexts()
    expect((await dov.registers(OPTIONS)).state.realm_users).toEqual(state.realm_users)
    expect(textsSent(calls)).toHaveLength(0)

    calls.length = 0
    succeeded(await ada.patch(`/users/${FIRST_COPY}`, { full_name: 'Dove' }))
    const names = (await dov.registers(OPTIONS)).state.realm_users.map(({ full_name }: Json) => full_name)
    expect(names).toContain('Dove')
    expect(textsSent(calls)).toHaveLength(1)
  })

  test('after each change, everyone receives what the realm itself would send after a restart', async () => {
    const { realm, ada, ben, cleo, dov, ezra, hall } = await largeRealm()
    const copy = FIRST_COPY + 700
    const { group_id } = succeeded(
      await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [cleo.id, dov.id] }),
    )
    const CHANGES: (() => Promise<Json>)[] = [
      () => ada.patch(`/users/${copy}`, { full_name: 'Renamed' }),
      () => cleo.patch('/settings', { email_address_visibility: HIDDEN_FROM_MEMBERS }),
      () => ada.patch(`/users/${copy}`, { role: 600 }),
      () => ada.delete(`/users/${copy}`),
      () => ada.post(`/users/${copy}/reactivate`),
      () => ada.delete('/users/me/subscriptions', { subscriptions: ['hall'], principals: [copy] }),
      () => ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'hall' }], principals: [ben.id] }),
      () => ada.post(`/user_groups/${group_id}/members`, { add: [copy], delete: [cleo.id] }),
      () => ada.patch(`/streams/${hall.stream_id}`, { description: 'Another' }),
      () => ada.patch('/realm', { can_access_all_users_group: { new: SYSTEM_GROUPS['role:members'] } }),
      () => ada.delete(`/streams/${hall.stream_id}`),
    ]
    const registerAll = async () => [
      ...(await Promise.all([ada, dov, ezra].map((person) => registersAs(person)))),
      await registersAsText((path, init) => realm.request(path, init), {}),
    ]
    expect(await changesWithOtherAnswers(realm, CHANGES, registerAll)).toEqual([])
  })

  test('GET /users and the list of subscribers share texts too', async () => {
    const { realm, dov, hall } = await largeRealm()
    const calls = recordCalls(realm)
    const { members } = succeeded(await dov.get('/users'))
    expect(members).toHaveLength(USERS + 6)
    expect(digestsIn(calls).length).toBeGreaterThan(USERS / 512)
    calls.length = 0
    const { subscribers } = succeeded(await dov.get(`/streams/${hall.stream_id}/members`))
    expect(subscribers).toHaveLength(USERS + 2)
    expect(digestsIn(calls)).toHaveLength(1)
  })
})

describe('a text that the Worker keeps', () => {
  test('of hidden addresses is never named to a user without the right', async () => {
    const { realm, ada, cleo, dov } = await largeRealm({ email_address_visibility: HIDDEN_FROM_MEMBERS })
    const calls = recordCalls(realm)
    const address = `${FIRST_COPY}${dov.email}`
    expect((await registersAs(ada)).includes(address)).toBe(true)
    const forOwner = digestsIn(calls)
    for (const person of [cleo, dov]) {
      calls.length = 0
      expect((await registersAs(person)).includes(address)).toBe(false)
      const withAddresses = forOwner.filter((digest) => !digestsIn(calls).includes(digest))
      expect(withAddresses.length).toBeGreaterThan(USERS / 512)
    }
  })

  test('of another realm is not returned, and no text is returned to a caller whom the realm does not admit', async () => {
    const [one, other] = [await largeRealm(), await largeRealm()]
    const calls = recordCalls(one.realm)
    await one.dov.registers(OPTIONS)
    await other.dov.registers()
    const [digest] = digestsIn(calls)
    const askFor = ({ email, account }: Person, realm: TestRealm, key = account.api_key) =>
      runInDurableObject(realm.stub, (object: RealmObject) =>
        object.ask({
          endpoint: 'POST /register',
          params: {},
          onlyAdmits: true,
          digests: [digest!],
          credential: { email, key_hash: hashApiKey(key) },
          client: { ...SERVER_ITSELF, realm_name: realm.name, realm_url: realm.url },
        }),
      )
    expect(await askFor(one.dov, one.realm)).toMatchObject({ ok: true, texts: { [digest!]: expect.any(String) } })
    expect(await askFor(one.dov, one.realm, 'wrong')).toMatchObject({ ok: false })
    expect(await askFor(other.dov, other.realm)).toMatchObject({ ok: true, texts: {} })
    expect(await askFor(one.dov, other.realm)).toMatchObject({ ok: false })
  })

  test('is encrypted in the cache; a missing, damaged or exchanged one is replaced by that of the realm', async () => {
    const { realm, dov } = await largeRealm()
    const calls = recordCalls(realm)
    const state = await registersAs(dov)
    const digests = [...new Set(digestsIn(calls))]
    await untilCached(realm, digests)
    const [missing, damaged, exchanged, kept] = digests.map((digest) => cacheAddress(realm.name, digest))
    const cache = await caches.open(TEXT_CACHE)
    const bytes = await (await cache.match(damaged!))!.bytes()
    expect(new TextDecoder().decode(bytes)).not.toContain('user_id')
    expect(damaged).not.toContain(digests[1])
    bytes[100]! ^= 1
    const headers = { 'cache-control': 'max-age=600' }
    await cache.delete(missing!)
    await cache.put(damaged!, new Response(bytes, { headers }))
    await cache.put(exchanged!, new Response(await (await cache.match(kept!))!.bytes(), { headers }))
    forgetRecentTexts()
    calls.length = 0

    expect((await registersAs(dov)) === state).toBe(true)

    expect(textsSent(calls)).toHaveLength(3)
  })

  test('that the realm has lost ends the response, and the client registers again', async () => {
    const { realm, dov } = await largeRealm()
    const errors = captureConsole('error')
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
    const { ask } = RealmObject.prototype
    const spy = vi.spyOn(RealmObject.prototype, 'ask').mockImplementation(async function (this: RealmObject, call) {
      const answer = await ask.call(this, call)
      return answer.ok && call.client.realm_name === realm.name ? { ...answer, texts: {} } : answer
    })
    expect(await dov.post('/register')).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    expect(errors.join()).toContain('no longer has a text')
    spy.mockRestore()
    expect((await dov.registers()).state.realm_users).toHaveLength(USERS + 6)
  })
})
