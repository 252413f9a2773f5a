import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'

const make = (person: Person, fields: Record<string, FieldValue> = {}) =>
  person.post('/default_stream_groups/create', {
    group_name: 'Fun',
    description: 'After work',
    stream_names: ['general'],
    ...fields,
  })

const groupsFor = async (person: Person): Promise<Json[]> =>
  (await person.registers()).state.realm_default_stream_groups

const CASES_OF_RIGHT: [what: string, ask: (person: Person) => Promise<Json>][] = [
  ['POST', (person) => make(person)],
  ['PATCH', (person) => person.patch('/default_stream_groups/1', { new_description: 'x' })],
  ['DELETE', (person) => person.delete('/default_stream_groups/1')],
  ['PATCH …/streams', (person) => person.patch('/default_stream_groups/1/streams', { op: 'add', stream_names: [] })],
]

describe('groups of channels for newcomers', () => {
  test('are made by administrators, and everyone but guests hears of them', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const fun = { id: 1, name: 'Fun', description: 'After work', streams: [general.stream_id, garden.stream_id] }
    const [his, guests] = await receivedBy([dov, ezra], async () =>
      expect(await make(ada, { group_name: ' Fun ', stream_names: ['garden', 'GENERAL'] })).toEqual(SUCCESS),
    )
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([{ type: 'default_stream_groups', default_stream_groups: [fun] }])
    expect([...guests!.plain, ...guests!.able]).toEqual([])
    expect(await groupsFor(dov)).toEqual([fun])
    expect(await groupsFor(ezra)).toEqual([])
  })

  test('are for nobody else to touch', async () => {
    const { ada, cleo, dov } = await freshRealm()
    succeeded(await make(ada))
    await changesNothing([ada, dov], async () => {
      for (const [, ask] of CASES_OF_RIGHT)
        for (const person of [cleo, dov])
          expect(await ask(person)).toEqual(refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'))
    })
  })

  test('change, in name, description and channels, and end', async () => {
    const { ada, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    succeeded(await make(ada))
    const [first, second] = [general.stream_id, garden.stream_id]
    const STEPS: [ask: () => Promise<Json>, becomes: Json[]][] = [
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
    for (const [ask, default_stream_groups] of STEPS) {
      const [his] = await receivedBy([dov], async () => expect(await ask()).toEqual(SUCCESS))
      expect(his!.able).toEqual([{ type: 'default_stream_groups', default_stream_groups }])
    }
  })

  test('come into sight, and out of it, for whoever is made a member or a guest', async () => {
    const { ada, dov, ezra } = await freshRealm()
    succeeded(await make(ada))
    const [his, guests] = await receivedBy([dov, ezra], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
      succeeded(await ada.patch(`/users/${ezra.id}`, { role: 400 }))
    })
    const told = (events: Json[]) => events.filter(({ type }) => type === 'default_stream_groups')
    expect(told(his!.able)).toMatchObject([{ default_stream_groups: [] }])
    expect(told(guests!.able)).toMatchObject([{ default_stream_groups: [{ name: 'Fun' }] }])
  })

  test('lose a channel that is archived, closed, or everyone’s from the beginning', async () => {
    const { ada, dov } = await freshRealm()
    const LOSSES: [name: string, ask: (id: number) => Promise<Json>][] = [
      ['one', (id) => ada.delete(`/streams/${id}`)],
      ['two', (id) => ada.patch(`/streams/${id}`, { is_archived: true })],
      ['three', (id) => ada.patch(`/streams/${id}`, { is_private: true })],
      ['four', (id) => ada.post('/default_streams', { stream_id: id })],
      ['five', (id) => ada.patch(`/streams/${id}`, { is_default_stream: true })],
    ]
    for (const [name, ask] of LOSSES) {
      const { stream_id } = await newChannel(ada, name, [ada])
      succeeded(await make(ada, { group_name: name, stream_names: [name, 'general'] }))
      const [his] = await receivedBy([dov], async () => succeeded(await ask(stream_id)))
      const told = his!.able.filter(({ type }) => type === 'default_stream_groups')
      expect(told).toHaveLength(1)
      expect(told[0].default_stream_groups.find((each: Json) => each.name === name).streams).toEqual([1])
    }
  })

  test('are refused what they cannot be, and nothing changes', async () => {
    const { ada, dov } = await freshRealm()
    const first = await newChannel(ada, 'first', [ada])
    succeeded(await ada.post('/default_streams', { stream_id: first.stream_id }))
    succeeded(await make(ada))
    succeeded(await make(ada, { group_name: 'Work', stream_names: [] }))
    const MADE: [Record<string, FieldValue>, Json][] = [
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
    const CHANGED: [path: string, Record<string, FieldValue>, Json][] = [
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
      for (const [fields, answer] of MADE) expect(await make(ada, fields)).toEqual(answer)
      for (const [path, fields, answer] of CHANGED) expect(await ada.patch(path, fields)).toEqual(answer)
      expect(await ada.delete('/default_stream_groups/987')).toMatchObject({ result: 'error' })
    })
  })
})

describe('GET /users/:user_id/channels', () => {
  const channelsOf = async (asker: Person, { id }: Person) =>
    succeeded(await asker.get(`/users/${id}/channels`)).subscribed_channel_ids

  test('the channels somebody is in, as far as who asks may know', async () => {
    const { ada, dov, ezra, general, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    expect(await channelsOf(ada, ada)).toEqual([general.stream_id, vault.stream_id, garden.stream_id])
    expect(await channelsOf(dov, ada)).toEqual([general.stream_id, garden.stream_id])
    expect(await channelsOf(ezra, ada)).toEqual([general.stream_id])
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['garden'] }))
    expect(await channelsOf(dov, ada)).toEqual([general.stream_id])
    expect(await dov.get('/users/987/channels')).toEqual(refusal('No such user'))
  })
})
