import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, refusal, SUCCESS } from '../support/answers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { changesNothing, eventsOfType, receivedBy } from '../support/received-events'

const createGroup = (person: Person, fields: Record<string, FieldValue> = {}) =>
  person.post('/default_stream_groups/create', {
    group_name: 'Fun',
    description: 'After work',
    stream_names: ['general'],
    ...fields,
  })

const groupsFor = async (person: Person): Promise<Json[]> =>
  (await person.registers()).state.realm_default_stream_groups

const REQUESTS: ((person: Person) => Promise<Json>)[] = [
  (person) => createGroup(person),
  (person) => person.patch('/default_stream_groups/1', { new_description: 'x' }),
  (person) => person.delete('/default_stream_groups/1'),
  (person) => person.patch('/default_stream_groups/1/streams', { op: 'add', stream_names: [] }),
]

const groupEvents = (events: Json[]) => eventsOfType(events, 'default_stream_groups')

describe('default channel groups', () => {
  test('an administrator creates a group; all users but guests receive the groups', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const fun = { id: 1, name: 'Fun', description: 'After work', streams: [general.stream_id, garden.stream_id] }
    const [dovEvents, ezraEvents] = await receivedBy([dov, ezra], async () =>
      expect(await createGroup(ada, { group_name: ' Fun ', stream_names: ['garden', 'GENERAL'] })).toEqual(SUCCESS),
    )
    for (const events of [dovEvents!.plain, dovEvents!.able])
      expect(events).toEqual([{ type: 'default_stream_groups', default_stream_groups: [fun] }])
    expect([...ezraEvents!.plain, ...ezraEvents!.able]).toEqual([])
    expect(await groupsFor(dov)).toEqual([fun])
    expect(await groupsFor(ezra)).toEqual([])
  })

  test('only administrators can create, change and delete groups', async () => {
    const { ada, cleo, dov } = await freshRealm()
    succeeded(await createGroup(ada))
    await changesNothing([ada, dov], async () => {
      for (const request of REQUESTS)
        for (const person of [cleo, dov]) expect(await request(person)).toEqual(ADMINISTRATORS_ONLY)
    })
  })

  test('an administrator changes the name, description and channels of a group, and deletes it', async () => {
    const { ada, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    succeeded(await createGroup(ada))
    const [first, second] = [general.stream_id, garden.stream_id]
    const STEPS: [request: () => Promise<Json>, groups: Json[]][] = [
      [
        () => ada.patch('/default_stream_groups/1', { new_group_name: 'FUN' }),
        [{ id: 1, name: 'FUN', description: 'After work', streams: [first] }],
      ],
      [
        () => ada.patch('/default_stream_groups/1', { new_description: '' }),
        [{ id: 1, name: 'FUN', description: '', streams: [first] }],
      ],
      [
        () => ada.patch('/default_stream_groups/1/streams', { op: 'add', stream_names: ['garden'] }),
        [{ id: 1, name: 'FUN', description: '', streams: [first, second] }],
      ],
      [
        () => ada.patch('/default_stream_groups/1/streams', { op: 'remove', stream_names: ['general'] }),
        [{ id: 1, name: 'FUN', description: '', streams: [second] }],
      ],
      [() => ada.delete('/default_stream_groups/1'), []],
    ]
    for (const [request, default_stream_groups] of STEPS) {
      const [dovEvents] = await receivedBy([dov], async () => expect(await request()).toEqual(SUCCESS))
      expect(dovEvents!.able).toEqual([{ type: 'default_stream_groups', default_stream_groups }])
    }
  })

  test('a change of role between member and guest publishes the groups that the user sees now', async () => {
    const { ada, dov, ezra } = await freshRealm()
    succeeded(await createGroup(ada))
    const [dovEvents, ezraEvents] = await receivedBy([dov, ezra], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
      succeeded(await ada.patch(`/users/${ezra.id}`, { role: 400 }))
    })
    expect(groupEvents(dovEvents!.able)).toMatchObject([{ default_stream_groups: [] }])
    expect(groupEvents(ezraEvents!.able)).toMatchObject([{ default_stream_groups: [{ name: 'Fun' }] }])
  })

  test('a channel leaves its groups if it is archived, or becomes private or a default channel', async () => {
    const { ada, dov } = await freshRealm()
    const REMOVALS: [name: string, request: (id: number) => Promise<Json>][] = [
      ['one', (id) => ada.delete(`/streams/${id}`)],
      ['two', (id) => ada.patch(`/streams/${id}`, { is_archived: true })],
      ['three', (id) => ada.patch(`/streams/${id}`, { is_private: true })],
      ['four', (id) => ada.post('/default_streams', { stream_id: id })],
      ['five', (id) => ada.patch(`/streams/${id}`, { is_default_stream: true })],
    ]
    for (const [name, request] of REMOVALS) {
      const { stream_id } = await newChannel(ada, name, [ada])
      succeeded(await createGroup(ada, { group_name: name, stream_names: [name, 'general'] }))
      const [dovEvents] = await receivedBy([dov], async () => succeeded(await request(stream_id)))
      const events = groupEvents(dovEvents!.able)
      expect(events).toHaveLength(1)
      expect(events[0].default_stream_groups.find((group: Json) => group.name === name).streams).toEqual([1])
    }
  })

  test('invalid values are refused, and nothing changes', async () => {
    const { ada, dov } = await freshRealm()
    const first = await newChannel(ada, 'first', [ada])
    succeeded(await ada.post('/default_streams', { stream_id: first.stream_id }))
    succeeded(await createGroup(ada))
    succeeded(await createGroup(ada, { group_name: 'Work', stream_names: [] }))
    const CREATIONS: [Record<string, FieldValue>, Json][] = [
      [{ group_name: 'fun' }, refusal("Default channel group 'fun' already exists")],
      [{ group_name: ' ' }, refusal("Invalid default channel group name ''")],
      [{ group_name: 'a\0b' }, refusal("Invalid default channel group name 'a\0b'")],
      [{ group_name: 'x'.repeat(61) }, refusal('group_name is too long (limit: 60 characters)')],
      [{ description: 'x'.repeat(1025) }, refusal('description is too long (limit: 1024 characters)')],
      [{ group_name: 'y', stream_names: ['nowhere'] }, refusal("Invalid channel name 'nowhere'")],
      [{ group_name: 'y', stream_names: ['attic'] }, refusal("Invalid channel name 'attic'")],
      [{ group_name: 'y', stream_names: ['vault'] }, refusal('Private channels cannot be made default.')],
      [
        { group_name: 'y', stream_names: ['first'] },
        refusal("'first' is a default channel and cannot be added to 'y'"),
      ],
      [{ stream_names: 'general' }, refusal('stream_names is not valid JSON')],
    ]
    const group = '/default_stream_groups/1'
    const CHANGES: [path: string, Record<string, FieldValue>, Json][] = [
      [group, {}, refusal('You must pass "new_description" or "new_group_name".')],
      [group, { new_group_name: 'Fun' }, refusal("This default channel group is already named 'Fun'")],
      [group, { new_group_name: 'work' }, refusal("Default channel group 'work' already exists")],
      [
        '/default_stream_groups/987',
        { new_description: 'x' },
        refusal("Default channel group with id '987' does not exist."),
      ],
      [
        `${group}/streams`,
        { op: 'add', stream_names: ['general'] },
        refusal("Channel 'general' is already present in default channel group 'Fun'"),
      ],
      [
        '/default_stream_groups/2/streams',
        { op: 'remove', stream_names: ['general'] },
        refusal("Channel 'general' is not present in default channel group 'Work'"),
      ],
      [`${group}/streams`, { op: 'swap', stream_names: [] }, refusal('Invalid op')],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [fields, answer] of CREATIONS) expect(await createGroup(ada, fields)).toEqual(answer)
      for (const [path, fields, answer] of CHANGES) expect(await ada.patch(path, fields)).toEqual(answer)
      expect(await ada.delete('/default_stream_groups/987')).toMatchObject({ result: 'error' })
    })
  })
})

describe('GET /users/:user_id/channels', () => {
  const channelIdsOf = async (viewer: Person, { id }: Person) =>
    succeeded(await viewer.get(`/users/${id}/channels`)).subscribed_channel_ids

  test('returns the channels of a user that the viewer can see', async () => {
    const { ada, dov, ezra, general, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    expect(await channelIdsOf(ada, ada)).toEqual([general.stream_id, vault.stream_id, garden.stream_id])
    expect(await channelIdsOf(dov, ada)).toEqual([general.stream_id, garden.stream_id])
    expect(await channelIdsOf(ezra, ada)).toEqual([general.stream_id])
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['garden'] }))
    expect(await channelIdsOf(dov, ada)).toEqual([general.stream_id])
    expect(await dov.get('/users/987/channels')).toEqual(refusal('No such user'))
  })
})
