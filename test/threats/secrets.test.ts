import { describe, expect, test } from 'vitest'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { selectRows } from '../support/tables'

/** Returns the key, the password and the hashes of a user. No response may contain them. */
async function secretsOf(realm: TestRealm, { id, account }: Person): Promise<string[]> {
  const keys = await selectRows(realm, 'SELECT key_hash FROM api_keys WHERE user_id = ?', id)
  const [{ password_hash }] = await selectRows(realm, 'SELECT password_hash FROM users WHERE user_id = ?', id)
  const [salt, hash] = (password_hash ?? '').split('$').slice(-2)
  const secrets = [account.api_key, account.password, password_hash, salt, hash, ...keys.map((row) => row.key_hash)]
  return secrets.filter((secret: string | null) => secret)
}

const FORBIDDEN_FIELDS = /"(api_key|password|password_hash|key_hash|token_hash|delivery_email_key)":/

describe('keys and passwords', () => {
  test('are in no response: state, lists, profiles, events, errors', async () => {
    const { realm, ada, ben, dov, ezra, fig, general } = await freshRealm()
    const secrets = (await Promise.all([ada, dov, fig].map((person) => secretsOf(realm, person)))).flat()
    expect(secrets.length).toBeGreaterThan(9)
    for (const person of [ada, ben, ezra]) {
      const queue = await person.registers()
      const gwen = await realm.newPerson(`gwen${person.id}`, { password: 'only gwen knows this' })
      succeeded(await dov.post('/messages', { type: 'channel', to: general.name, topic: 'x', content: 'x' }))
      await ada.subscribes({ name: `made for ${person.id}` }, { principals: [dov.id, gwen.id] })
      const { state } = queue
      expect(state.realm_bots.map(({ user_id }: Json) => user_id)).toEqual(person === ezra ? [] : [fig.id])
      const shared = JSON.stringify([
        state,
        await queue.events(),
        await person.get('/users', { include_custom_profile_fields: true }),
        await person.get(`/users/${dov.id}`),
        await person.get(`/users/${fig.email}`),
        await person.get('/users/me'),
        await person.get('/users/me/subscriptions', { include_subscribers: 'true' }),
        await person.get('/streams', { include_all: true }),
        await person.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }),
        await person.post('/users', { email: dov.email, full_name: 'Dov', password: 'something new' }),
        await realm.post('/fetch_api_key', { username: dov.email, password: 'a wrong one' }),
      ])
      for (const secret of [...secrets, ...(await secretsOf(realm, gwen)), 'something new', 'a wrong one'])
        expect(shared).not.toContain(secret)
      expect(shared.replaceAll('"password":true', '')).not.toMatch(FORBIDDEN_FIELDS)
    }
  })

  test('are in no stored event, and in no row for D1', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(
      await ada.post('/users', { email: 'gwen@example.com', full_name: 'Gwen', password: 'only gwen knows this' }),
    )
    const stored = JSON.stringify([
      await selectRows(realm, 'SELECT * FROM events'),
      await selectRows(realm, 'SELECT * FROM outbox'),
      await selectRows(realm, 'SELECT * FROM queues'),
    ])
    expect(stored).toContain('gwen@example.com')
    for (const secret of ['only gwen knows this', 'scrypt$', ...(await secretsOf(realm, ada))])
      expect(stored).not.toContain(secret)
  })
})

describe('a hidden email address', () => {
  test('is in no response to a user who cannot see it', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    succeeded(await dov.patch('/settings', { email_address_visibility: 3 }))
    for (const [person, canSeeAddress] of [
      [ada, true],
      [ben, true],
      [cleo, false],
      [ezra, false],
    ] as const) {
      const queue = await person.registers()
      await dov.sends(general, 'lunch', `@**Dov** to ${person.account.full_name}`)
      await dov.sendsDirectly([person], 'Hello')
      await ada.subscribes({ name: `made for ${person.id}` }, { principals: [dov.id, person.id] })
      const shared = JSON.stringify([
        queue.state,
        await queue.events(),
        await person.get('/users'),
        await person.get(`/users/${dov.id}`),
        await person.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }),
      ])
      expect(shared.includes(dov.email), person.account.full_name).toBe(canSeeAddress)
    }
  })
})
