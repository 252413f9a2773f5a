import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fileOf, formWith, visit } from '../support/files'
import { NOT_LOGGED_IN } from '../support/answers'
import { succeeded, type Json } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, type TestRealm } from '../support/realm'

const getWithoutAccount = async (realm: TestRealm, path: string): Promise<Json> => (await realm.request(path)).json()

async function openRealm() {
  const cast = await freshRealm()
  succeeded(await cast.ada.patch('/realm', { enable_spectator_access: true }))
  return cast
}

describe('GET /users, as a spectator', () => {
  test('lists all users if the organization admits spectators, and is refused otherwise', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await openRealm()
    const { members } = succeeded(await getWithoutAccount(realm, '/users'))
    expect(members.map(({ user_id, full_name, role, is_bot }: Json) => [user_id, full_name, role, is_bot])).toEqual([
      [ada.id, 'Ada', 100, false],
      [ben.id, 'Ben', 200, false],
      [cleo.id, 'Cleo', 300, false],
      [dov.id, 'Dov', 400, false],
      [ezra.id, 'Ezra', 600, false],
      [fig.id, 'Fig', 400, true],
    ])
    expect(succeeded(await getWithoutAccount(realm, `/users?user_ids=[${dov.id}]`)).members).toMatchObject([
      { user_id: dov.id },
    ])
    succeeded(await ada.patch('/realm', { enable_spectator_access: false }))
    expect(await getWithoutAccount(realm, '/users')).toEqual(NOT_LOGGED_IN)
  })

  test('has no address, no hash of an address, no time zone and no custom profile field', async () => {
    const { realm, ada, dov, fig } = await openRealm()
    succeeded(await dov.patch('/settings', { email_address_visibility: 1, timezone: 'Asia/Tokyo' }))
    const { id } = succeeded(await ada.post('/realm/profile_fields', { name: 'Phone', field_type: 1 }))
    succeeded(await dov.patch('/users/me/profile_data', { data: [{ id, value: '555-1234' }] }))
    const response = await getWithoutAccount(realm, '/users?client_gravatar=true&include_custom_profile_fields=true')
    const text = JSON.stringify(succeeded(response))
    const hashOf = (email: string) => createHash('md5').update(email).digest('hex')
    for (const secret of [dov.email, fig.email, hashOf(dov.email), 'Asia/Tokyo', '555-1234'])
      expect(text, secret).not.toContain(secret)
    const email = `user${dov.id}@${new URL(realm.url).hostname}`
    const profile = response.members.find(({ user_id }: Json) => user_id === dov.id)
    expect(profile).toMatchObject({ email, delivery_email: null })
    expect(profile.avatar_url).toContain(hashOf(email))
    expect((await visit(realm, `/avatar/${dov.id}`)).headers.get('location')).toBe(profile.avatar_url)
  })

  test('has the avatar that a user uploaded', async () => {
    const { realm, dov } = await openRealm()
    const body = formWith(fileOf(PNG, 'me.png', 'image/png'))
    const { avatar_url } = succeeded(
      await dov.request('/users/me/avatar', { method: 'POST', body }).then((response) => response.json()),
    )
    const { members } = succeeded(await getWithoutAccount(realm, `/users?user_ids=[${dov.id}]`))
    expect(members).toMatchObject([{ avatar_url }])
  })

  test('lists only bots if guests are limited guests', async () => {
    const { realm, ada, dov, fig } = await openRealm()
    const avatars = [`/avatar/${dov.id}`, `/avatar/${dov.id}/medium`]
    for (const path of avatars) expect((await visit(realm, path)).status).toBe(302)
    const { realm_user_groups } = (await ada.registers({ fetch_event_types: ['realm_user_groups'] })).state
    const members = realm_user_groups.find(({ name }: Json) => name === 'role:members')
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: members.id } }))
    expect(succeeded(await getWithoutAccount(realm, '/users')).members).toMatchObject([{ user_id: fig.id }])
    for (const path of avatars) expect((await visit(realm, path)).status).toBe(404)
    expect((await visit(realm, `/avatar/${fig.id}`)).status).toBe(302)
    expect((await visit(dov, `/avatar/${dov.id}`)).status).toBe(302)
  })

  test('is the only endpoint: spectators cannot get a single user', async () => {
    const { realm, dov } = await openRealm()
    for (const path of [`/users/${dov.id}`, `/users/${dov.email}`, '/users/me'])
      expect(await getWithoutAccount(realm, path)).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
  })
})
