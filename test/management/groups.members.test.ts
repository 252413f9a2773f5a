import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { newGroup, ownGroups } from '../support/groups'
import { evict } from '../support/faults'
import { NO_BOTS, NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { changesNothing, messagesIn, receivedBy } from '../support/received-events'
import { MEMBERS_GROUP, NOBODY_GROUP, OWNERS_GROUP } from '../support/system-groups'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { writesTo } from '../support/tables'

const INVALID_GROUP = refusal('Invalid user group')

const these = (...people: Person[]) => ({ direct_members: people.map(({ id }) => id), direct_subgroups: [] })
const members = (op: 'add' | 'remove', group_id: number, ...people: Person[]) => ({
  type: 'user_group',
  op: `${op}_members`,
  group_id,
  user_ids: people.map(({ id }) => id),
})
const subgroups = (op: 'add' | 'remove', group_id: number, ...direct_subgroup_ids: number[]) => ({
  type: 'user_group',
  op: `${op}_subgroups`,
  group_id,
  direct_subgroup_ids,
})

const ofGroups = (events: Json[]) => events.filter(({ type }) => type === 'user_group')

const change = (person: Person, group: number, fields: Record<string, FieldValue>): Promise<Json> =>
  person.post(`/user_groups/${group}/members`, fields)

describe('POST /user_groups/:user_group_id/members', () => {
  test('people and groups come and go in one request, in one order, and everyone hears of each', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    const inner = await newGroup(ada, 'inner')
    const other = await newGroup(ada, 'other')
    const id = await newGroup(dov, 'bakers', [cleo], { subgroups: [other], can_remove_members_group: NOBODY_GROUP })
    const heard = await receivedBy([ada, dov, ezra], async () =>
      expect(
        await change(dov, id, {
          delete_subgroups: [other],
          add_subgroups: [inner, inner],
          delete: [cleo.id],
          add: [ezra.id, fig.id, ezra.id],
        }),
      ).toEqual(SUCCESS),
    )
    for (const { plain, able } of heard)
      for (const events of [plain, able])
        expect(ofGroups(events)).toEqual([
          members('add', id, ezra, fig),
          members('remove', id, cleo),
          subgroups('add', id, inner),
          subgroups('remove', id, other),
        ])
    expect((await ownGroups(dov)).at(-1)).toMatchObject({ members: [ezra.id, fig.id], direct_subgroup_ids: [inner] })
  })

  test('what was brought in can be taken out by the same request', async () => {
    const { dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    const [heard] = await receivedBy([dov], () => change(dov, id, { add: [ezra.id], delete: [ezra.id] }))
    expect(heard!.plain).toEqual([members('add', id, ezra), members('remove', id, ezra)])
  })

  test('what cannot be is refused whole', async () => {
    const { realm, ada, cleo, dov, ezra } = await freshRealm()
    const [inner, old] = [await newGroup(ada, 'inner'), await newGroup(ada, 'old')]
    const id = await newGroup(dov, 'bakers', [cleo], { subgroups: [inner] })
    const outer = await newGroup(ada, 'outer', [], { subgroups: [id] })
    const gone = await realm.newPerson('gus')
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', gone.id)
    await writesTo(realm, 'UPDATE user_groups SET deactivated = 1 WHERE id = ?', old)
    const circle = refusal(`User group ${id} is already a subgroup of one of the passed subgroups.`)
    const nothing = refusal(
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    )
    const bad: [fields: Record<string, FieldValue>, answer: object][] = [
      [{}, nothing],
      [{ add: [], delete: [], add_subgroups: [], delete_subgroups: [] }, nothing],
      [{ add: [cleo.id] }, refusal(`User ${cleo.id} is already a member of this group`)],
      [{ add: [987] }, refusal('Invalid user ID: 987')],
      [{ add: [gone.id] }, refusal(`Invalid user ID: ${gone.id}`)],
      [{ add: [1] }, refusal('Invalid user ID: 1')],
      [{ delete: [dov.id] }, refusal(`There is no member '${dov.id}' in this user group`)],
      [{ delete: [987] }, refusal('Invalid user ID: 987')],
      [{ add_subgroups: [inner] }, refusal(`User group ${inner} is already a subgroup of this group.`)],
      [{ add_subgroups: [id] }, circle],
      [{ add_subgroups: [outer] }, circle],
      [{ add_subgroups: [987] }, INVALID_GROUP],
      [{ add_subgroups: [old] }, refusal('User group is deactivated.')],
      [{ delete_subgroups: [outer] }, refusal(`User group ${outer} is not a subgroup of this group.`)],
      [{ delete_subgroups: [987] }, INVALID_GROUP],
    ]
    await changesNothing([ada, dov, ezra], async () => {
      for (const [fields, answer] of bad) expect(await change(dov, id, fields), JSON.stringify(fields)).toEqual(answer)
      // Nor does what could be done before it.
      for (const [fields, answer] of bad.filter(([{ delete_subgroups }]) => delete_subgroups !== undefined).slice(1))
        expect(await change(dov, id, { add: [ezra.id], delete: [cleo.id], ...fields })).toEqual(answer)
      expect(await change(dov, 987, { add: [ezra.id] })).toEqual(INVALID_GROUP)
      expect(await change(ada, old, { add: [ezra.id] })).toEqual(refusal('User group is deactivated.'))
    })
  })

  test('each change takes its own right', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const inner = await newGroup(ada, 'inner')
    const mayDo = async (fields: Record<string, FieldValue>, act: Record<string, FieldValue>, person: Person) => {
      const nobody = {
        can_manage_group: NOBODY_GROUP,
        can_add_members_group: NOBODY_GROUP,
        can_leave_group: NOBODY_GROUP,
      }
      const id = await newGroup(ada, `group ${++groups}`, [cleo, dov, ezra], { ...nobody, ...fields })
      const { msg } = await change(person, id, act)
      return msg === '' || (msg === NO_PERMISSION.msg ? false : msg)
    }
    let groups = 0
    const cases: [given: Record<string, FieldValue>, act: Record<string, FieldValue>, person: Person, may: boolean][] =
      [
        // Others come in by those who may bring them in, and by managers.
        [{ can_add_members_group: these(dov) }, { add: [ben.id] }, dov, true],
        [{ can_manage_group: these(dov) }, { add: [ben.id] }, dov, true],
        [{}, { add: [ben.id] }, ada, true], // who manages all groups
        [{}, { add: [ben.id] }, dov, false],
        [{ can_join_group: MEMBERS_GROUP }, { add: [ben.id] }, dov, false],
        [{ can_remove_members_group: these(dov) }, { add: [ben.id] }, dov, false],
        [{ can_add_members_group: these(ezra) }, { add: [ben.id] }, ezra, false], // no guest holds it
        // One comes in oneself.
        [{ can_join_group: MEMBERS_GROUP }, { add: [ben.id] }, ben, true],
        [{ can_add_members_group: these(ben) }, { add: [ben.id] }, ben, true],
        [{ can_join_group: MEMBERS_GROUP }, { add: [ben.id, fig.id] }, ben, false],
        [{}, { add: [ben.id] }, ben, false],
        // Others go.
        [{ can_remove_members_group: these(dov) }, { delete: [cleo.id] }, dov, true],
        [{ can_manage_group: these(dov) }, { delete: [cleo.id] }, dov, true],
        [{ can_leave_group: MEMBERS_GROUP }, { delete: [cleo.id] }, dov, false],
        [{ can_add_members_group: these(dov) }, { delete: [cleo.id] }, dov, false],
        // One goes oneself, guests too.
        [{ can_leave_group: these(ezra) }, { delete: [ezra.id] }, ezra, true],
        [{ can_remove_members_group: these(dov) }, { delete: [dov.id] }, dov, true],
        [{ can_leave_group: MEMBERS_GROUP }, { delete: [dov.id, cleo.id] }, dov, false],
        [{}, { delete: [dov.id] }, dov, false],
        // Groups come and go by managers alone.
        [{ can_manage_group: these(dov) }, { add_subgroups: [inner] }, dov, true],
        [{ can_manage_group: these(dov), subgroups: [inner] }, { delete_subgroups: [inner] }, dov, true],
        [{ can_add_members_group: these(dov) }, { add_subgroups: [inner] }, dov, false],
        [{ can_remove_members_group: these(dov), subgroups: [inner] }, { delete_subgroups: [inner] }, dov, false],
      ]
    for (const [given, act, person, may] of cases)
      expect(await mayDo(given, act, person), JSON.stringify([given, act, person.account.full_name])).toBe(may)
  })

  test('nobody changes who is in a system group, and bots are in groups but change none', async () => {
    const { ada, dov, fig } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [fig], { can_add_members_group: these(fig) })
    await changesNothing([ada, dov], async () => {
      for (const system of Object.values(SYSTEM_GROUPS))
        for (const act of [
          { add: [dov.id] },
          { delete: [ada.id] },
          { add_subgroups: [id] },
          { delete_subgroups: [OWNERS_GROUP] },
        ])
          expect(await change(ada, system, act)).toEqual(NO_PERMISSION)
      expect(await change(fig, id, { add: [dov.id] })).toEqual(NO_BOTS)
    })
  })

  test('what the group may do, who joins it may do at once, and who leaves it no more', async () => {
    const { dov, cleo } = await freshRealm()
    const inner = await newGroup(dov, 'inner')
    const id = await newGroup(dov, 'bakers', [], {
      can_manage_group: { direct_members: [dov.id], direct_subgroups: [inner] },
    })
    const renames = (name: string) => cleo.patch(`/user_groups/${id}`, { name })
    expect(await renames('one')).toEqual(NO_PERMISSION)
    succeeded(await change(dov, inner, { add: [cleo.id] }))
    expect(await renames('two')).toEqual(SUCCESS)
    succeeded(await change(dov, inner, { delete: [cleo.id] }))
    expect(await renames('three')).toEqual(NO_PERMISSION)
    const innermost = await newGroup(dov, 'innermost', [cleo])
    succeeded(await change(dov, inner, { add_subgroups: [innermost] }))
    expect(await renames('four')).toEqual(SUCCESS)
    succeeded(await change(dov, inner, { delete_subgroups: [innermost] }))
    expect(await renames('five')).toEqual(NO_PERMISSION)
  })
})

describe('whom somebody else brings into a group, or takes out of it', () => {
  test('is told so by the Notification Bot; bots and those who come or go by themselves are not', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    const id = await newGroup(dov, 'bakers', [cleo], { can_join_group: MEMBERS_GROUP })
    const by = `<span class="user-mention silent" data-user-id="${dov.id}">Dov</span>`
    const group = `<span class="user-group-mention silent" data-user-group-id="${id}">bakers</span>`
    const heard = await receivedBy([dov, ezra, cleo, ada, fig], async () =>
      succeeded(await change(dov, id, { add: [dov.id, ezra.id, fig.id], delete: [cleo.id, dov.id] })),
    )
    const [his, guest, hers, ...others] = heard.map(({ able }) => messagesIn(able))
    expect(guest).toMatchObject([
      {
        type: 'private',
        sender_full_name: 'Notification Bot',
        content: `<p>${by} added you to the group ${group}.</p>`,
      },
    ])
    expect(hers).toMatchObject([{ content: `<p>${by} removed you from the group ${group}.</p>` }])
    for (const messages of [his, ...others]) expect(messages).toEqual([])
    const [joining] = await receivedBy([ada], async () => succeeded(await change(ada, id, { add: [ada.id] })))
    expect(messagesIn(joining!.able)).toEqual([])
  })

  test('a name that means something in Markdown is not said', async () => {
    const { dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'x* @**all** *')
    const [guest] = await receivedBy([ezra], async () => succeeded(await change(dov, id, { add: [ezra.id] })))
    const [message] = messagesIn(guest!.plain)
    expect(message.content).toBe(`@_**Dov|${dov.id}** added you to a user group.`)
  })

  test('more than a hundred at once are not told', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const id = await newGroup(dov, 'bakers')
    const crowd: number[] = []
    for (let i = 0; i < 100; i++) crowd.push((await realm.newPerson(`p${i}`)).id)
    const [guest] = await receivedBy([ezra], async () => succeeded(await change(dov, id, { add: [ezra.id, ...crowd] })))
    expect(guest!.able.map(({ type }) => type)).toEqual(['user_group'])
  })
})

describe('a private channel that a group may know of', () => {
  const givers = ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group']
  test.for(givers)('%s: who comes into the group is told of the channel, and who goes loses it', async (giver) => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const inner = await newGroup(ada, 'inner')
    const id = await newGroup(ada, 'bakers', [], { subgroups: [inner] })
    const den = await newChannel(ada, 'den', [ada], { invite_only: true, [giver]: id })
    const everyone = [ada, ben, cleo, dov, ezra]
    const sees = async (person: Person) => (await person.get(`/streams/${den.stream_id}`)).result === 'success'
    const told = async (act: () => Promise<Json>) => {
      const heard = await receivedBy(everyone, async () => succeeded(await act()))
      return heard.map(({ able }) =>
        able.filter(({ type }) => !['user_group', 'message'].includes(type)).map(({ type, op }) => `${type}/${op}`),
      )
    }
    const came = ['stream/create', 'subscription/peer_add']
    const went = ['stream/delete']

    expect(await sees(dov)).toBe(false)
    expect(await told(() => change(ada, id, { add: [dov.id, ezra.id, ben.id] }))).toEqual([[], [], [], came, []])
    expect(await sees(dov)).toBe(true)
    expect(await sees(ezra)).toBe(false) // guests see what they are in
    expect(await told(() => change(ada, inner, { add: [cleo.id, dov.id] }))).toEqual([[], [], came, [], []])
    expect(await told(() => change(ada, id, { delete: [dov.id] }))).toEqual([[], [], [], [], []]) // he is in the inner one
    expect(await told(() => change(ada, id, { delete_subgroups: [inner] }))).toEqual([[], [], went, went, []])
    expect(await sees(dov)).toBe(false)
    expect(await told(() => ada.post(`/user_groups/${id}/subgroups`, { add: [inner] }))).toEqual([
      [],
      [],
      came,
      came,
      [],
    ])
  })
})

describe('who reads late', () => {
  test('is told nothing of a channel from before a group let them know of it', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const id = await newGroup(ada, 'bakers', [cleo])
    const den = await newChannel(ada, 'den', [ada], { invite_only: true, can_subscribe_group: id })
    const describes = async (description: string) =>
      succeeded(await ada.patch(`/streams/${den.stream_id}`, { description }))
    const act = async () => {
      await describes('Under the mat.')
      await describes('Opening soon.')
      succeeded(await change(ada, id, { add: [dov.id] }))
      await describes('Known to bakers.')
      succeeded(await change(ada, id, { delete: [dov.id] }))
      await describes('Behind the clock.')
      await ada.subscribes(den, { principals: [dov.id] })
      await describes('Known to dov.')
      succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
      succeeded(await change(ada, id, { add: [dov.id] }))
      await describes('An open secret.')
    }
    const [knew, his] = (await receivedBy([cleo, dov], act)).map(({ able }) => JSON.stringify(able))
    for (const told of ['Under the mat.', 'Behind the clock.', 'Known to dov.']) expect(knew).toContain(told)
    for (const told of ['Known to dov.', 'An open secret.']) expect(his).toContain(told)
    expect(his).not.toContain('Under the mat.')
  })

  test('hears at once what they would have heard at once', async () => {
    const { realm, ada, dov } = await freshRealm()
    const id = await newGroup(ada, 'bakers')
    const den = await newChannel(ada, 'den', [ada], { invite_only: true, can_subscribe_group: id })
    succeeded(await change(ada, id, { add: [dov.id] }))
    const queue = await dov.registers()
    succeeded(await ada.patch(`/streams/${den.stream_id}`, { description: 'New.' }))
    await evict(realm)
    expect(JSON.stringify(await queue.events())).toContain('New.')
  })
})

describe('GET /user_groups/:user_group_id/members', () => {
  test('everyone in a group, each once, or those who were put in', async () => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    const innermost = await newGroup(ada, 'innermost', [ezra, dov])
    const inner = await newGroup(ada, 'inner', [cleo], { subgroups: [innermost, OWNERS_GROUP] })
    const id = await newGroup(ada, 'bakers', [dov, ben], { subgroups: [inner] })
    const read = async (fields = {}) => dov.get(`/user_groups/${id}/members`, fields)
    const everyone = [ada, ben, cleo, dov, ezra].map((person) => person.id)
    expect(await read()).toEqual({ ...SUCCESS, members: everyone })
    expect(await read({ direct_member_only: true })).toEqual({ ...SUCCESS, members: [ben.id, dov.id] })
    const isIn = async (person: Person, fields = {}) =>
      succeeded(await dov.get(`/user_groups/${id}/members/${person.id}`, fields)).is_user_group_member
    expect([await isIn(ezra), await isIn(ezra, { direct_member_only: true })]).toEqual([true, false])
    expect([await isIn(dov), await isIn(dov, { direct_member_only: true })]).toEqual([true, true])
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    expect((await read({ direct_member_only: true })).members).toEqual([dov.id])
    expect(await isIn(ben)).toBe(false)
  })

  test('those of a system group follow from roles', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const read = async (group: number) => succeeded(await dov.get(`/user_groups/${group}/members`)).members
    expect(await read(NOBODY_GROUP)).toEqual([])
    expect(await read(OWNERS_GROUP)).toEqual([ada.id])
    expect(await read(MEMBERS_GROUP)).toEqual([ada, ben, cleo, dov, fig].map((person) => person.id))
    expect(await read(SYSTEM_GROUPS['role:everyone'])).toContain(ezra.id)
  })
})

describe('GET /user_groups/:user_group_id/subgroups', () => {
  test('all groups in a group, or those that were put in', async () => {
    const { ada, dov } = await freshRealm()
    const innermost = await newGroup(ada, 'innermost')
    const other = await newGroup(ada, 'other', [], { subgroups: [innermost] })
    const inner = await newGroup(ada, 'inner', [], { subgroups: [innermost] })
    const id = await newGroup(ada, 'bakers', [], { subgroups: [inner, other] })
    const read = (fields = {}) => dov.get(`/user_groups/${id}/subgroups`, fields)
    expect(await read()).toEqual({ ...SUCCESS, subgroups: [innermost, other, inner] })
    expect(await read({ direct_subgroup_only: true })).toEqual({ ...SUCCESS, subgroups: [other, inner] })
  })
})

test('who may be asked about groups, and which groups there are', async () => {
  const { dov, ezra, fig } = await freshRealm()
  const id = await newGroup(dov, 'bakers', [ezra])
  const paths = (group: number) => [`/${group}/members`, `/${group}/members/${dov.id}`, `/${group}/subgroups`]
  for (const path of paths(id)) {
    succeeded(await dov.get(`/user_groups${path}`))
    expect(await ezra.get(`/user_groups${path}`)).toEqual(refusal('Not allowed for guest users'))
    expect(await fig.get(`/user_groups${path}`)).toEqual(NO_BOTS)
  }
  for (const path of paths(987)) expect(await dov.get(`/user_groups${path}`)).toEqual(INVALID_GROUP)
  expect(await dov.get(`/user_groups/${id}/members/987`)).toEqual(refusal('No such user'))
})

describe('POST /user_groups/:user_group_id/subgroups', () => {
  test('groups come and go, by managers alone, and in no circles', async () => {
    const { ada, cleo, dov, ezra } = await freshRealm()
    const [inner, other] = [await newGroup(ada, 'inner'), await newGroup(ada, 'other')]
    const id = await newGroup(dov, 'bakers', [], { subgroups: [other], can_add_members_group: these(cleo) })
    const path = `/user_groups/${id}/subgroups`
    const heard = await receivedBy([ada, dov, ezra], async () =>
      expect(await dov.post(path, { delete: [other], add: [inner] })).toEqual(SUCCESS),
    )
    for (const { plain, able } of heard)
      for (const events of [plain, able])
        expect(events).toEqual([subgroups('add', id, inner), subgroups('remove', id, other)])
    await changesNothing([ada, dov, ezra], async () => {
      for (const person of [cleo, ezra]) expect(await person.post(path, { add: [other] })).toEqual(NO_PERMISSION)
      const nothing = refusal('Nothing to do. Specify at least one of "add" or "delete".')
      for (const none of [{}, { add: [] }]) expect(await dov.post(path, none)).toEqual(nothing)
      expect(await dov.post(path, { add: [other, inner] })).toEqual(
        refusal(`User group ${inner} is already a subgroup of this group.`),
      )
      expect(await dov.post(path, { delete: [inner, other] })).toEqual(
        refusal(`User group ${other} is not a subgroup of this group.`),
      )
      expect(await ada.post(`/user_groups/${inner}/subgroups`, { add: [id] })).toEqual(
        refusal(`User group ${inner} is already a subgroup of one of the passed subgroups.`),
      )
    })
  })
})
