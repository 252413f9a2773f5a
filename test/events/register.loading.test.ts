import { onTestFinished, describe, expect, test, vi } from 'vitest'
import { hashApiKey } from '../../src/api/callers'
import { SERVER_ITSELF, type RealmCall } from '../../src/api/realm-call'
import { RealmObject } from '../../src/realm-object'
import { evict, instanceOf } from '../support/faults'
import { copyChannel } from '../support/many-channels'
import { copyUser, FIRST_COPY } from '../support/many-users'
import { meterOf } from '../support/meter'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { countRows } from '../support/tables'

// Their texts go to the Worker in one turn: what changes after the last turn is not in the state.
const USERS = 2300
const CHANNELS = 450

/** Calls `act` each time when a registration lets the realm serve other requests. Returns how often that was. */
async function betweenParts(realm: TestRealm, act: (object: RealmObject, nth: number) => Promise<unknown>) {
  const object = await instanceOf(realm)
  if (!(object instanceof RealmObject)) throw new Error('This Durable Object is not a realm')
  const times: number[] = []
  const spy = vi.spyOn(scheduler, 'wait').mockImplementation(async () => {
    times.push(times.length)
    await act(object, times.length - 1)
  })
  onTestFinished(() => spy.mockRestore())
  return times
}

const callOf = (
  { email, account }: Person,
  { name, url }: TestRealm,
  call: Pick<RealmCall, 'endpoint' | 'params'>,
) => ({
  ...call,
  credential: { email, key_hash: hashApiKey(account.api_key) },
  client: { ...SERVER_ITSELF, realm_name: name, realm_url: url },
})

const namesIn = ({ realm_users }: Json): Map<number, string> =>
  new Map(realm_users.map(({ user_id, full_name }: Json) => [user_id, full_name]))

describe('the first registration after a restart of a large realm', () => {
  test('lets the realm serve other requests, and has every user once, with the changes of these requests', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    await copyUser(realm, ezra, USERS)
    // Each user is renamed once: a second change would hide that the first was lost. The first users are read before the others.
    const renamed = (nth: number) => FIRST_COPY + ((nth * 700) % USERS)
    const times = await betweenParts(realm, async (object, nth) => {
      const params = { user_id: renamed(nth), full_name: `Renamed ${nth}` }
      expect(await object.ask(callOf(ada, realm, { endpoint: 'PATCH /users/:user_id', params }))).toMatchObject({
        ok: true,
      })
    })

    const { state } = await dov.registers()

    expect(times.length).toBeGreaterThan(USERS / 2000 + USERS / 2048)
    vi.restoreAllMocks()
    const names = namesIn(state)
    expect(names.size).toBe(state.realm_users.length)
    expect(names.size).toBeGreaterThan(USERS)
    expect(times.map((nth) => names.get(renamed(nth)))).toEqual(times.map((nth) => `Renamed ${nth}`))
    expect((await dov.registers()).state.realm_users).toEqual(state.realm_users)
  })

  test('reads each user and each channel once, in pages', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const costOfFirst = async () => {
      await evict(realm)
      await ada.registers()
      return meterOf(realm)
    }
    const small = await costOfFirst()
    await copyUser(realm, dov, USERS)
    await copyChannel(realm, general, CHANNELS)
    const large = await costOfFirst()
    const pages = large.statements - small.statements
    expect(pages).toBe(Math.floor(USERS / 2000) + Math.floor(CHANNELS / 200))
    // A channel is also in the list of ids. At the end of a page, the platform counts one row more.
    const rows = large.read - small.read - USERS - 2 * CHANNELS
    expect(rows).toBeGreaterThanOrEqual(0)
    expect(rows).toBeLessThanOrEqual(pages)
  })

  test('is refused if the account is deactivated meanwhile, and leaves no queue', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    await copyUser(realm, ezra, USERS)
    await betweenParts(realm, (object) =>
      object.ask(callOf(ada, realm, { endpoint: 'DELETE /users/:user_id', params: { user_id: dov.id } })),
    )
    expect(await dov.post('/register')).toMatchObject({ code: 'USER_DEACTIVATED' })
    expect(await countRows(realm, 'queues')).toBe(0)
    expect(succeeded(await ezra.post('/register')).queue_id).toEqual(expect.any(String))
  })
})
