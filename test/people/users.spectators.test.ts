import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fileOf, formWith, visit } from '../support/files'
import { NOT_LOGGED_IN } from '../support/answers'
import { succeeded, type Json } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, type TestRealm } from '../support/realm'

const asks = async (realm: TestRealm, path: string): Promise<Json> => (await realm.request(path)).json()

async function openRealm() {
  const cast = await freshRealm()
  succeeded(await cast.ada.patch('/realm', { enable_spectator_access: true }))
  return cast
}

describe('GET /users, without an account', () => {
  test('tells who is who in an organization that lets people look in, and in no other', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await openRealm()
    const { members } = succeeded(await asks(realm, '/users'))
    expect(members.map(({ user_id, full_name, role, is_bot }: Json) => [user_id, full_name, role, is_bot])).toEqual([
      [ada.id, 'Ada', 100, false],
      [ben.id, 'Ben', 200, false],
      [cleo.id, 'Cleo', 300, false],
      [dov.id, 'Dov', 400, false],
      [ezra.id, 'Ezra', 600, false],
      [fig.id, 'Fig', 400, true],
    ])
    expect(succeeded(await asks(realm, `/users?user_ids=[${dov.id}]`)).members).toMatchObject([{ user_id: dov.id }])
    succeeded(await ada.patch('/realm', { enable_spectator_access: false }))
    expect(await asks(realm, '/users')).toEqual(NOT_LOGGED_IN)
  })

  test('tells nobody’s address, nor what an address could be guessed by, nor what people say of themselves', async () => {
    const { realm, ada, dov, fig } = await openRealm()
    succeeded(await dov.patch('/settings', { email_address_visibility: 1, timezone: 'Asia/Tokyo' }))
    const { id } = succeeded(await ada.post('/realm/profile_fields', { name: 'Phone', field_type: 1 }))
    succeeded(await dov.patch('/users/me/profile_data', { data: [{ id, value: '555-1234' }] }))
    const answer = await asks(realm, '/users?client_gravatar=true&include_custom_profile_fields=true')
    const told = JSON.stringify(succeeded(answer))
    const hashOf = (email: string) => createHash('md5').update(email).digest('hex')
    for (const secret of [dov.email, fig.email, hashOf(dov.email), 'Asia/Tokyo', '555-1234'])
      expect(told, secret).not.toContain(secret)
    const email = `user${dov.id}@${new URL(realm.url).hostname}`
    const his = answer.members.find(({ user_id }: Json) => user_id === dov.id)
    expect(his).toMatchObject({ email, delivery_email: null })
    expect(his.avatar_url).toContain(hashOf(email))
    expect((await visit(realm, `/avatar/${dov.id}`)).headers.get('location')).toBe(his.avatar_url)
  })

  test('shows the picture that somebody chose', async () => {
    const { realm, dov } = await openRealm()
    const body = formWith(fileOf(PNG, 'me.png', 'image/png'))
    const { avatar_url } = succeeded(
      await dov.request('/users/me/avatar', { method: 'POST', body }).then((r) => r.json()),
    )
    const { members } = succeeded(await asks(realm, `/users?user_ids=[${dov.id}]`))
    expect(members).toMatchObject([{ avatar_url }])
  })

  test('tells of no people where guests know only those with whom they have to do', async () => {
    const { realm, ada, dov, fig } = await openRealm()
    const pictures = [`/avatar/${dov.id}`, `/avatar/${dov.id}/medium`]
    for (const path of pictures) expect((await visit(realm, path)).status).toBe(302)
    const { realm_user_groups } = (await ada.registers({ fetch_event_types: ['realm_user_groups'] })).state
    const members = realm_user_groups.find(({ name }: Json) => name === 'role:members')
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: members.id } }))
    expect(succeeded(await asks(realm, '/users')).members).toMatchObject([{ user_id: fig.id }])
    for (const path of pictures) expect((await visit(realm, path)).status).toBe(404)
    expect((await visit(realm, `/avatar/${fig.id}`)).status).toBe(302)
    expect((await visit(dov, `/avatar/${dov.id}`)).status).toBe(302)
  })

  test('is all: one person is asked for by those inside', async () => {
    const { realm, dov } = await openRealm()
    for (const path of [`/users/${dov.id}`, `/users/${dov.email}`, '/users/me'])
      expect(await asks(realm, path)).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
  })
})
