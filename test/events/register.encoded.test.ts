import { describe, expect, test } from 'vitest'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'

const CAPABILITIES = { archived_channels: true, include_deactivated_groups: true, notification_settings_null: true }

/** Lists come from JSON that the realm keeps. Single users, channels and members are computed for each request. */
async function expectListsAsSingly(person: Person): Promise<Json> {
  const { state } = await person.registers({ client_capabilities: CAPABILITIES, include_subscribers: 'true' })
  const { members } = succeeded(await person.get('/users'))
  const options = { include_custom_profile_fields: true }
  const users = [...state.realm_users, ...state.realm_non_active_users]
  const byId = (a: Json, b: Json) => a.user_id - b.user_id
  expect(members.map((user: Json) => user.user_id)).toEqual(users.sort(byId).map((user: Json) => user.user_id))
  for (const user of users) {
    const { user: single } = succeeded(await person.get(`/users/${user.user_id}`, options))
    const { is_active, ...profile } = single
    expect(user).toEqual(profile)
    expect(state.realm_users.includes(user)).toBe(is_active)
    const { profile_data: _, ...short } = single
    expect(members.find(({ user_id }: Json) => user_id === user.user_id)).toEqual(short)
  }
  for (const channel of [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed]) {
    const { stream } = succeeded(await person.get(`/streams/${channel.stream_id}`))
    expect(channel).toMatchObject(stream)
    const answer = await person.get(`/streams/${channel.stream_id}/members`)
    expect(channel.subscribers).toEqual(answer.result === 'success' ? answer.subscribers : [])
  }
  for (const group of state.realm_user_groups) {
    const answer = await person.get(`/user_groups/${group.id}/members`, { direct_member_only: true })
    expect(group.members).toEqual(answer.result === 'success' ? answer.members : group.members)
  }
  return state
}

async function expectAllAsSingly({ ada, ben, cleo, dov, ezra }: Cast): Promise<Json[]> {
  const states: Json[] = []
  // Each of them in turn, so that one could receive what another was given.
  for (const person of [ada, dov, ezra, ben, cleo, dov]) states.push(await expectListsAsSingly(person))
  return states
}

describe('the lists of users, channels and groups at registration', () => {
  test('each viewer sees what their role permits, also if another viewer registered before', async () => {
    const cast = await freshRealm()
    const { cleo, ada, dov } = cast
    for (const email_address_visibility of [3, 2, 5, 4, 1]) {
      succeeded(await cleo.patch('/settings', { email_address_visibility }))
      const addressFor = async (person: Person) =>
        (await person.registers()).state.realm_users.find(({ user_id }: Json) => user_id === cleo.id).delivery_email
      const isMember = email_address_visibility <= 2
      expect(await addressFor(ada)).toBe(email_address_visibility === 4 ? null : cleo.email)
      expect(await addressFor(dov)).toBe(isMember ? cleo.email : null)
      expect(await addressFor(cleo)).toBe(cleo.email)
    }
    await expectAllAsSingly(cast)
  })

  test('changes of users, roles, channels, subscribers and groups are in the next registration', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra, general, vault } = cast
    const garden = await newChannel(ada, 'garden', [ada, dov], {
      can_administer_channel_group: { direct_members: [dov.id, ben.id], direct_subgroups: [] },
    })
    const { group_id } = succeeded(
      await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [cleo.id, dov.id] }),
    )
    await expectAllAsSingly(cast)
    const CHANGES: (() => Promise<Json>)[] = [
      () => ada.patch(`/users/${cleo.id}`, { role: 400 }),
      () => dov.patch('/settings', { full_name: 'Dove' }),
      () => ada.patch(`/streams/${general.stream_id}`, { description: 'Another' }),
      () => ezra.delete('/users/me/subscriptions', { subscriptions: ['general'] }),
      () => ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals: [cleo.id] }),
      () => ada.post(`/user_groups/${group_id}/members`, { add: [ben.id], delete: [cleo.id] }),
      () => ada.patch(`/streams/${vault.stream_id}`, { is_private: false }),
      () => ada.delete(`/users/${ben.id}`),
      () => ada.post(`/users/${ben.id}/reactivate`),
      () => ada.delete(`/streams/${garden.stream_id}`),
      () => ada.patch(`/user_groups/${group_id}`, { name: 'bakers' }),
    ]
    for (const change of CHANGES) {
      succeeded(await change())
      for (const person of [ada, cleo, dov, ezra]) await expectListsAsSingly(person)
    }
  })

  test('a user who joins a channel is in its subscribers, and one who leaves it is not', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const subscribers = async (): Promise<number[]> => {
      const { subscriptions } = (await ada.registers({ include_subscribers: true })).state
      return subscriptions.find(({ stream_id }: Json) => stream_id === general.stream_id).subscribers
    }
    expect(await subscribers()).toEqual(expect.arrayContaining([dov.id, ezra.id]))
    succeeded(await ezra.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    expect(await subscribers()).not.toContain(ezra.id)
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await subscribers()).not.toContain(dov.id)
    await ada.subscribes(general, { principals: [ezra.id] })
    expect(await subscribers()).toContain(ezra.id)
  })

  test('a deactivated user is in no permission of a channel', async () => {
    const { ada, ben, dov } = await freshRealm()
    const holders = (...direct_members: number[]) => ({ direct_members, direct_subgroups: [] })
    const garden = await newChannel(ada, 'garden', [ada, dov], {
      can_administer_channel_group: holders(dov.id, ben.id),
    })
    const administrators = async () =>
      (await dov.registers()).state.subscriptions.find(({ stream_id }: Json) => stream_id === garden.stream_id)
        .can_administer_channel_group
    expect(await administrators()).toEqual(holders(ben.id, dov.id))
    succeeded(await ada.delete(`/users/${ben.id}`))
    expect(await administrators()).toEqual(holders(dov.id))
    succeeded(await ada.post(`/users/${ben.id}/reactivate`))
    expect(await administrators()).toEqual(holders(ben.id, dov.id))
  })
})
