import { describe, expect, test } from 'vitest'
import { advanceClock } from '../support/clock'
import { SAMPLES } from '../support/exports/samples'
import { importExport } from '../support/imports/import-export'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { userEvent } from '../support/user-settings'

const listed = async (viewer: Person, user_id: number): Promise<Json> => {
  const { realm_users } = (await viewer.registers()).state
  return realm_users.find((user: Json) => user.user_id === user_id)
}

describe('the first login', () => {
  test('of a user whom an import brought ends the stub; all users receive it', async () => {
    const [, slack] = SAMPLES[0]!
    const { realm, ada } = await importExport(slack())
    const { members } = succeeded(await ada.get('/users'))
    const una = members.find(({ email }: Json) => email === 'una@example.com')
    expect(una.is_imported_stub).toBe(true)
    expect((await listed(ada, una.user_id)).is_imported_stub).toBe(true)
    // The owner of the realm has logged in.
    const { user_id } = (await ada.registers()).state
    expect((await listed(ada, user_id)).is_imported_stub).toBe(false)

    const logIn = async () => succeeded(await realm.post('/dev_fetch_api_key', { username: una.email }))
    const events = (await replays([ada], logIn))[0]!.filter(({ type }) => type === 'realm_user')
    const { date_joined, is_imported_stub } = await listed(ada, una.user_id)
    expect(is_imported_stub).toBe(false)
    expect(events.map(({ person }) => person)).toEqual([
      { user_id: una.user_id, date_joined },
      { user_id: una.user_id, is_imported_stub: false },
    ])
    const [later] = await receivedBy([ada], logIn)
    expect(later!.able).toEqual([])
  })

  test('of a user whom an administrator created is when the user joined', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await ada.patch('/realm', { waiting_period_threshold: 2 }))
    const account = { email: 'gwen@example.com', password: 'battery staple' }
    const { user_id } = succeeded(await ada.post('/users', { ...account, full_name: 'Gwen' }))
    const created = (await listed(ada, user_id)).date_joined
    const DAYS = 3 * 86_400
    await advanceClock(realm, DAYS)
    const logIn = async () =>
      succeeded(await realm.post('/fetch_api_key', { username: account.email, password: account.password }))
    const [toAda] = await receivedBy([ada], logIn)
    const { date_joined, is_imported_stub } = await listed(ada, user_id)
    expect(Date.parse(date_joined) - Date.parse(created)).toBeGreaterThanOrEqual(DAYS * 1000)
    expect(is_imported_stub).toBe(false)
    expect(toAda!.able).toEqual([
      userEvent({ user_id, date_joined }),
      // The user is no full member any more.
      { type: 'user_group', op: 'remove_members', group_id: 5, user_ids: [user_id] },
    ])
    await advanceClock(realm, DAYS)
    const [later] = await receivedBy([ada], logIn)
    expect(later!.able).toEqual([])
  })

  test('of a user who signed up changes nothing', async () => {
    const { realm, ada } = await freshRealm()
    const gwen = await realm.newPerson('gwen')
    const before = await listed(ada, gwen.id)
    await advanceClock(realm, 86_400)
    succeeded(await realm.post('/fetch_api_key', { username: gwen.email, password: gwen.account.password }))
    expect(await listed(ada, gwen.id)).toEqual(before)
  })
})
