import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { ADMINISTRATORS_ONLY, refusal, SUCCESS } from '../support/answers'
import { newGroup } from '../support/groups'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

const updatesOf = (data: object) => ({ type: 'realm', op: 'update_dict', property: 'default', data })

async function realmState(person: Person): Promise<Json> {
  const { state } = await person.registers({ fetch_event_types: ['realm'] })
  return state
}

// The ratings of GIFs and the UUID are in organization.settings.test.ts.
describe('settings of newer levels', () => {
  test('the description is published with its HTML', async () => {
    const { ada, dov } = await freshRealm()
    const [toDov] = await replays([dov, ada], async () =>
      succeeded(await ada.patch('/realm', { description: '*Tea* <b>' })),
    )
    expect(toDov).toMatchObject([
      updatesOf({ description: '*Tea* <b>', rendered_description: '<p><em>Tea</em> &lt;b&gt;</p>' }),
    ])
    expect(await realmState(dov)).not.toHaveProperty('realm_rendered_description')
  })

  test('the size of pictures in messages is 100, 150 or 200 percent', async () => {
    const { ada, dov } = await freshRealm()
    expect((await realmState(dov)).realm_media_preview_size).toBe(100)
    expect(await ada.patch('/realm', { media_preview_size: 120 })).toEqual(refusal('Invalid media_preview_size'))
    for (const media_preview_size of [150, 200, 100]) {
      expect(await ada.patch('/realm', { media_preview_size })).toEqual({ ...SUCCESS, media_preview_size })
      expect((await realmState(dov)).realm_media_preview_size).toBe(media_preview_size)
    }
  })

  test('the people of the workplace are a group, which permits nothing', async () => {
    const { ada, dov } = await freshRealm()
    expect((await realmState(dov)).realm_workplace_users_group).toBe(SYSTEM_GROUPS['role:everyone'])
    const staff = await newGroup(ada, 'staff', [dov])
    succeeded(await ada.patch('/realm', { workplace_users_group: { new: staff } }))
    expect((await realmState(dov)).realm_workplace_users_group).toBe(staff)
    expect(await dov.patch('/realm', { workplace_users_group: { new: staff } })).toEqual(ADMINISTRATORS_ONLY)
  })
})
