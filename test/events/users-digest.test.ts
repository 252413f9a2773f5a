import { describe, expect, test } from 'vitest'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots']

const register = async (person: Person, params: Json = {}): Promise<Json> =>
  succeeded(await person.post('/register', { event_types: ['realm_user'], client_gravatar: false, ...params }))

describe('POST /register with parley_users_digest', () => {
  test('sends the lists of users with a digest, and leaves them out for a client that has them', async () => {
    const { dov } = await freshRealm()
    const first = await register(dov, { parley_users_digest: '' })
    expect(first.parley_users_digest).toMatch(/^[0-9a-f]{64}$/)
    const again = await register(dov, { parley_users_digest: first.parley_users_digest })
    for (const list of LISTS) {
      expect(first).toHaveProperty(list)
      expect(again).not.toHaveProperty(list)
    }
    const { queue_id: _, last_event_id: __, ...rest } = again
    expect(first).toMatchObject(rest)
  })

  test('sends the lists again after a user changed, and to a client that names another digest', async () => {
    const { ben, dov } = await freshRealm()
    const { parley_users_digest } = await register(dov, { parley_users_digest: '' })
    succeeded(await ben.patch('/settings', { full_name: 'Benjamin' }))
    const changed = await register(dov, { parley_users_digest })
    expect(changed.parley_users_digest).not.toBe(parley_users_digest)
    expect(changed.realm_users.map(({ full_name }: Json) => full_name)).toContain('Benjamin')
    expect(await register(dov, { parley_users_digest: 'f'.repeat(64) })).toHaveProperty('realm_users')
  })

  test('is of what the user sees: the digest of another user does not help', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const ADMINISTRATORS_ONLY = 3
    succeeded(await cleo.patch('/settings', { email_address_visibility: ADMINISTRATORS_ONLY }))
    const { parley_users_digest } = await register(ada, { parley_users_digest: '' })
    const state = await register(dov, { parley_users_digest })
    expect(state).toHaveProperty('realm_users')
    expect(state.parley_users_digest).not.toBe(parley_users_digest)
  })

  test('a client that names no digest, or fetches no users, receives none', async () => {
    const { dov } = await freshRealm()
    const state = await register(dov)
    expect(state).not.toHaveProperty('parley_users_digest')
    expect(state).toHaveProperty('realm_users')
    const messages = await register(dov, { event_types: ['message'], parley_users_digest: '' })
    expect(messages).not.toHaveProperty('parley_users_digest')
  })
})
