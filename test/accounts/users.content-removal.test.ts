import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { NO_PERMISSION } from '../support/answers'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

describe('DELETE /users/:user_id: actions', () => {
  const contentsSeenBy = async (person: Person): Promise<string[]> =>
    succeeded(await person.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 })).messages.map(
      ({ content }: Json) => content,
    )

  test('an administrator deletes the profile and the messages of the kinds that are named, first of the bots', async () => {
    const { realm, ada, ben, cleo, dov, fig, general, vault } = await freshRealm()
    await preventAlarms(realm)
    succeeded(
      await ada.post('/users/me/subscriptions', { subscriptions: [{ name: vault.name }], principals: [dov.id] }),
    )
    await dov.sends(general, 'lunch', 'public')
    await dov.sends(vault, 'lunch', 'private')
    succeeded(await dov.post('/messages', { type: 'direct', to: [ada.id], content: 'direct' }))
    succeeded(await fig.post('/messages', { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'bot' }))
    await cleo.sends(general, 'lunch', 'of another user')
    const actions = { delete_profile: true, delete_public_channel_messages: true, delete_direct_messages: true }
    expect(await cleo.delete(`/users/${dov.id}`, { actions })).toEqual(NO_PERMISSION)
    const [toBen] = await replays([ben, ada], async () => succeeded(await ada.delete(`/users/${dov.id}`, { actions })))
    expect(toBen!.filter(({ person }) => person?.is_deleted).map(({ person }) => person)).toEqual([
      { user_id: fig.id, is_deleted: true },
      { user_id: dov.id, is_deleted: true },
    ])
    for (const { id } of [dov, fig])
      expect(succeeded(await ben.get(`/users/${id}`)).user).toMatchObject({
        full_name: 'Deleted user',
        is_active: false,
        is_deleted: true,
      })
    expect(JSON.stringify(succeeded(await ada.get('/users')))).not.toContain(dov.account.email)
    await doDueWork(realm)
    const left = (await contentsSeenBy(ada)).join()
    expect(left).toContain('private')
    expect(left).toContain('of another user')
    for (const gone of ['public', 'direct', 'bot']) expect(left).not.toContain(`<p>${gone}</p>`)
    // Without a profile and an address, no user can use the account again.
    expect(await ada.post(`/users/${dov.id}/reactivate`)).toMatchObject({ result: 'error' })
  })

  test('a user whose messages were deleted can return, and without actions all stays', async () => {
    const { realm, ada, cleo, dov, general } = await freshRealm()
    await preventAlarms(realm)
    await dov.sends(general, 'lunch', 'public')
    await cleo.sends(general, 'lunch', 'kept')
    succeeded(await ada.delete(`/users/${cleo.id}`, { actions: {} }))
    succeeded(await ada.delete(`/users/${dov.id}`, { actions: { delete_public_channel_messages: true } }))
    const { user } = succeeded(await ada.get(`/users/${dov.id}`))
    expect(user).not.toHaveProperty('is_deleted')
    succeeded(await ada.post(`/users/${dov.id}/reactivate`))
    const { id } = await dov.sends(general, 'lunch', 'again')
    await doDueWork(realm)
    const left = (await contentsSeenBy(ada)).join()
    expect(left).not.toContain('<p>public</p>')
    expect(left).toContain('kept')
    succeeded(await ada.get(`/messages/${id}`))
  })
})
