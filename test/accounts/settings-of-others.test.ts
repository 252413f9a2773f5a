import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { newGroup } from '../support/groups'
import { copyUser, FIRST_COPY } from '../support/many-users'
import { succeeded, type FieldValue, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing } from '../support/received-events'
import { replays } from '../support/replays'
import { settingEvent, settingsOf } from '../support/user-settings'

const change = (actor: Person, target_users: FieldValue, settings: Record<string, FieldValue>) =>
  actor.patch('/settings', { ...settings, target_users })
const all = { skip_if_already_edited: false }

describe('PATCH /settings with target_users', () => {
  test('administrators change settings of others, also by groups, but not what these changed themselves', async () => {
    const { ben, cleo, dov, ezra } = await freshRealm()
    const crew = await newGroup(ben, 'crew', [cleo])
    const people = await newGroup(ben, 'people', [dov])
    succeeded(await ben.post(`/user_groups/${people}/subgroups`, { add: [crew] }))
    succeeded(await cleo.patch('/settings', { color_scheme: 3 }))
    succeeded(await cleo.patch('/settings', { color_scheme: 1 }))
    const targets = { group_ids: [people], user_ids: [ezra.id], skip_if_already_edited: true }
    const received = await replays([cleo, dov, ezra], async () =>
      expect(await change(ben, targets, { color_scheme: 2, enter_sends: true })).toEqual(SUCCESS),
    )
    expect(received[0]).toContainEqual(expect.objectContaining(settingEvent('enter_sends', true)))
    expect(await settingsOf(cleo)).toMatchObject({ color_scheme: 1, enter_sends: true })
    for (const person of [dov, ezra])
      expect(await settingsOf(person)).toMatchObject({ color_scheme: 2, enter_sends: true })
    expect((await settingsOf(ben)).enter_sends).toBe(false)
    succeeded(await change(ben, { ...targets, ...all }, { color_scheme: 2 }))
    expect((await settingsOf(cleo)).color_scheme).toBe(2)
    // A group of a role has deactivated people too.
    succeeded(await ben.delete(`/users/${ezra.id}`))
    succeeded(await change(ben, { group_ids: [7], ...all }, { web_font_size_px: 20 }))
    succeeded(await ben.post(`/users/${ezra.id}/reactivate`))
    expect((await settingsOf(ezra)).web_font_size_px).toBe(20)
  })

  test('is for administrators, and for settings that concern neither safety nor privacy', async () => {
    const { ben, cleo, dov, fig } = await freshRealm()
    const targets = { user_ids: [dov.id], ...all }
    await changesNothing([dov], async () => {
      expect(await change(cleo, targets, { enter_sends: true })).toEqual(
        refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
      )
      for (const settings of [
        { timezone: 'Asia/Tokyo' },
        { presence_enabled: false },
        { email_address_visibility: 4 },
        { full_name: 'Don' },
        { email: 'don@example.com' },
        { new_password: 'battery staple' },
      ])
        expect(await change(ben, targets, settings)).toEqual(refusal('Cannot change this setting for other users.'))
      expect(await change(ben, all, { enter_sends: true })).toEqual(
        refusal('Either user_ids or group_ids must be provided.'),
      )
      for (const id of [fig.id, 987])
        expect(await change(ben, { user_ids: [id], ...all }, { enter_sends: true })).toEqual(refusal('No such user'))
      expect(await change(ben, { group_ids: [987], ...all }, { enter_sends: true })).toEqual(
        refusal('Invalid user group'),
      )
      expect(await change(ben, { user_ids: [dov.id] }, { enter_sends: true })).toMatchObject({ result: 'error' })
    })
    succeeded(await change(ben, targets, { enter_sends: true }))
  })

  test('a request makes at most a thousand changes', async () => {
    const { realm, ben, dov } = await freshRealm()
    await copyUser(realm, dov, 500)
    const user_ids = Array.from({ length: 500 }, (_, nth) => FIRST_COPY + nth)
    const two = { color_scheme: 2, enter_sends: true }
    await changesNothing([dov], async () => {
      expect(await change(ben, { user_ids: [...user_ids, dov.id], ...all }, two)).toEqual(
        refusal('At most 1000 changes at once: users multiplied by settings'),
      )
    })
    succeeded(await change(ben, { user_ids, ...all }, two))
  })
})
