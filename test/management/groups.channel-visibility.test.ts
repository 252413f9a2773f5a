import { describe, expect, test } from 'vitest'
import { newGroup } from '../support/groups'
import { evict } from '../support/faults'
import { receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'

const changeMembers = (person: Person, group: number, fields: Record<string, FieldValue>): Promise<Json> =>
  person.post(`/user_groups/${group}/members`, fields)

describe('POST /user_groups/:user_group_id/members: visibility of private channels', () => {
  const permissions = ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group']
  test.for(permissions)(
    'new members of the group in %s receive the channel; former members lose it',
    async (permission) => {
      const { ada, ben, cleo, dov, ezra } = await freshRealm()
      const inner = await newGroup(ada, 'inner')
      const id = await newGroup(ada, 'bakers', [], { subgroups: [inner] })
      const den = await newChannel(ada, 'den', [ada], { invite_only: true, [permission]: id })
      const people = [ada, ben, cleo, dov, ezra]
      const canSee = async (person: Person) => (await person.get(`/streams/${den.stream_id}`)).result === 'success'
      const channelEvents = async (act: () => Promise<Json>) => {
        const received = await receivedBy(people, async () => succeeded(await act()))
        return received.map(({ able }) =>
          able.filter(({ type }) => !['user_group', 'message'].includes(type)).map(({ type, op }) => `${type}/${op}`),
        )
      }
      const added = ['stream/create', 'subscription/peer_add']
      const removed = ['stream/delete']

      expect(await canSee(dov)).toBe(false)
      expect(await channelEvents(() => changeMembers(ada, id, { add: [dov.id, ezra.id, ben.id] }))).toEqual([
        [],
        [],
        [],
        added,
        [],
      ])
      expect(await canSee(dov)).toBe(true)
      expect(await canSee(ezra)).toBe(false) // guests see only the channels that they are subscribed to
      expect(await channelEvents(() => changeMembers(ada, inner, { add: [cleo.id, dov.id] }))).toEqual([
        [],
        [],
        added,
        [],
        [],
      ])
      expect(await channelEvents(() => changeMembers(ada, id, { delete: [dov.id] }))).toEqual([[], [], [], [], []]) // dov is still a member of the subgroup
      expect(await channelEvents(() => changeMembers(ada, id, { delete_subgroups: [inner] }))).toEqual([
        [],
        [],
        removed,
        removed,
        [],
      ])
      expect(await canSee(dov)).toBe(false)
      expect(await channelEvents(() => ada.post(`/user_groups/${id}/subgroups`, { add: [inner] }))).toEqual([
        [],
        [],
        added,
        added,
        [],
      ])
      const leave = () => changeMembers(ada, inner, { delete: [dov.id] })
      expect(await channelEvents(leave)).toEqual([[], [], [], removed, []])
    },
  )

  test('a late poll returns no events from times when the user could not see the channel', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const id = await newGroup(ada, 'bakers', [cleo])
    const den = await newChannel(ada, 'den', [ada], { invite_only: true, can_subscribe_group: id })
    const describes = async (description: string) =>
      succeeded(await ada.patch(`/streams/${den.stream_id}`, { description }))
    const act = async () => {
      await describes('Under the mat.')
      await describes('Opening soon.')
      succeeded(await changeMembers(ada, id, { add: [dov.id] }))
      await describes('Known to bakers.')
      succeeded(await changeMembers(ada, id, { delete: [dov.id] }))
      await describes('Behind the clock.')
      await ada.subscribes(den, { principals: [dov.id] })
      await describes('Known to dov.')
      succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
      succeeded(await changeMembers(ada, id, { add: [dov.id] }))
      await describes('An open secret.')
    }
    const [cleoEvents, dovEvents] = (await receivedBy([cleo, dov], act)).map(({ able }) => JSON.stringify(able))
    for (const text of ['Under the mat.', 'Behind the clock.', 'Known to dov.']) expect(cleoEvents).toContain(text)
    for (const text of ['Known to dov.', 'An open secret.']) expect(dovEvents).toContain(text)
    expect(dovEvents).not.toContain('Under the mat.')
  })

  test('a late poll returns the events that the user could see at the time, also after a restart', async () => {
    const { realm, ada, dov } = await freshRealm()
    const id = await newGroup(ada, 'bakers')
    const den = await newChannel(ada, 'den', [ada], { invite_only: true, can_subscribe_group: id })
    succeeded(await changeMembers(ada, id, { add: [dov.id] }))
    const queue = await dov.registers()
    succeeded(await ada.patch(`/streams/${den.stream_id}`, { description: 'New.' }))
    await evict(realm)
    expect(JSON.stringify(await queue.events())).toContain('New.')
  })
})
