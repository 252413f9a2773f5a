import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { stopClock } from '../support/tables'

const MUST_BE_ADMINISTRATOR = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')

const creates = async (person: Person, name: string, description = ''): Promise<number> =>
  succeeded(await person.post('/channel_folders/create', { name, description })).channel_folder_id

const foldersOf = async (person: Person, fields: Record<string, FieldValue> = {}): Promise<Json[]> =>
  succeeded(await person.get('/channel_folders', fields)).channel_folders

const missing = (var_name: string) =>
  refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name })

/** What is wrong with a folder's words, where "Taken" is another's name. */
const BAD: [fields: Record<string, FieldValue>, msg: string][] = [
  [{ name: '' }, "Channel folder name can't be empty."],
  [{ name: ' \n ' }, "Channel folder name can't be empty."],
  [{ name: 'Taken' }, 'Channel folder name already in use'],
  [{ name: ' tAKEN ' }, 'Channel folder name already in use'],
  [{ name: 'a\u0000b' }, 'Invalid character in channel folder name, at position 2.'],
  [{ name: '🍕\nb' }, 'Invalid character in channel folder name, at position 2.'],
  [{ name: 'x'.repeat(61) }, 'name is too long (limit: 60 characters)'],
  [{ description: 'x'.repeat(1025) }, 'description is too long (limit: 1024 characters)'],
]

describe('POST /channel_folders/create', () => {
  test('everyone hears of a new folder, guests and bots too; it comes last', async () => {
    const { realm, ada, ben, ezra, fig, general } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    const first = await creates(ada, 'Crafts')
    const description = `All of #**${general.name}**, *really*\nand more`
    const heard = await receivedBy([ada, ezra, fig], async () => {
      const answer = await ben.post('/channel_folders/create', { name: ' Clubs ', description })
      expect(answer).toEqual({ ...SUCCESS, channel_folder_id: first + 1 })
    })
    const channel_folder = {
      id: first + 1,
      name: 'Clubs',
      description,
      rendered_description: expect.stringContaining('<em>really</em>'),
      date_created: 2_000_000_000,
      creator_id: ben.id,
      order: 1,
      is_archived: false,
    }
    const events = [{ type: 'channel_folder', op: 'add', channel_folder }]
    for (const told of heard) expect(told).toEqual({ plain: events, able: events })
    expect(await foldersOf(ezra)).toEqual([expect.objectContaining({ id: first, order: 0 }), channel_folder])
    const { state } = await ezra.registers({ fetch_event_types: ['channel_folders', 'realm'] })
    expect(state.channel_folders).toEqual(await foldersOf(ezra))
    expect(state).toMatchObject({ max_channel_folder_name_length: 60, max_channel_folder_description_length: 1024 })
  })

  test('what fits exactly is kept, whatever the alphabet', async () => {
    const { ada } = await freshRealm()
    await creates(ada, '🍕'.repeat(60), '𝒳'.repeat(1024))
    expect(await foldersOf(ada)).toHaveLength(1)
  })

  test('bad words, and whoever is no administrator, are refused', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    await creates(ada, 'Taken')
    const good = { name: 'Clubs', description: '' }
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of BAD)
        expect(await ben.post('/channel_folders/create', { ...good, ...fields }), msg).toEqual(refusal(msg))
      for (const name of ['name', 'description'])
        expect(await ben.post('/channel_folders/create', { ...good, [name]: undefined })).toEqual(missing(name))
      for (const person of [cleo, dov, ezra, fig])
        expect(await person.post('/channel_folders/create', good)).toEqual(MUST_BE_ADMINISTRATOR)
    })
  })
})

describe('PATCH /channel_folders/:channel_folder_id', () => {
  test('only what changed is told', async () => {
    const { ada, ezra } = await freshRealm()
    const channel_folder_id = await creates(ada, 'Crafts', 'Clay')
    const path = `/channel_folders/${channel_folder_id}`
    const [hers, his] = await receivedBy([ada, ezra], async () => {
      expect(await ada.patch(path, { name: ' crafts ', description: 'Clay' })).toEqual(SUCCESS)
      expect(await ada.patch(path, { description: '**Fire**' })).toEqual(SUCCESS)
      expect(await ada.patch(path, { is_archived: true, name: 'Arts' })).toEqual(SUCCESS)
      for (const same of [{}, { name: 'Arts' }, { is_archived: true }])
        expect(await ada.patch(path, same)).toEqual(SUCCESS)
    })
    const told = (data: object) => ({ type: 'channel_folder', op: 'update', channel_folder_id, data })
    const events = [
      told({ name: 'crafts' }),
      told({ description: '**Fire**', rendered_description: '<p><strong>Fire</strong></p>' }),
      told({ name: 'Arts', is_archived: true }),
    ]
    for (const { plain, able } of [hers!, his!]) expect([plain, able]).toEqual([events, events])
    expect(await foldersOf(ezra)).toEqual([])
    expect(await foldersOf(ezra, { include_archived: true })).toMatchObject([{ id: channel_folder_id, name: 'Arts' }])
  })

  test('bad words, folders that are not there, and whoever is no administrator, are refused', async () => {
    const { ada, cleo, dov } = await freshRealm()
    await creates(ada, 'Taken')
    const path = `/channel_folders/${await creates(ada, 'Crafts')}`
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of BAD) expect(await ada.patch(path, fields), msg).toEqual(refusal(msg))
      expect(await ada.patch('/channel_folders/4711', { name: 'x' })).toEqual(refusal('Invalid channel folder ID'))
      expect(await ada.patch(path, { is_archived: 'yes' })).toEqual(refusal('is_archived is not valid JSON'))
      for (const person of [cleo, dov]) expect(await person.patch(path, { name: 'x' })).toEqual(MUST_BE_ADMINISTRATOR)
    })
  })

  test('a folder is archived when nothing is in it, and comes back if nobody has its name', async () => {
    const { ada, dov } = await freshRealm()
    const folder_id = await creates(ada, 'Crafts')
    const path = `/channel_folders/${folder_id}`
    const pottery = await newChannel(ada, 'pottery', [ada], { folder_id })
    const another = `/channel_folders/${await creates(ada, 'Arts')}`
    await changesNothing([ada, dov], async () => {
      const full = refusal('You need to remove all the channels from this folder to archive it.')
      expect(await ada.patch(path, { is_archived: true, name: 'Old' })).toEqual(full)
    })
    expect(pottery).toMatchObject({ folder_id })
    succeeded(await ada.patch(another, { is_archived: true }))
    const third = `/channel_folders/${await creates(ada, 'arts')}`
    expect(await ada.patch(another, { is_archived: false })).toEqual(refusal('Channel folder name already in use'))
    succeeded(await ada.patch(third, { name: 'Fine arts' }))
    await receivedBy([ada, dov], async () => succeeded(await ada.patch(another, { is_archived: false })))
    expect((await foldersOf(dov)).map(({ name }) => name)).toEqual(['Crafts', 'Arts', 'Fine arts'])
  })
})

describe('PATCH /channel_folders', () => {
  test('everyone hears of another order, which names every folder, archived ones too', async () => {
    const { ada, dov } = await freshRealm()
    const [one, two, three] = [await creates(ada, 'One'), await creates(ada, 'Two'), await creates(ada, 'Three')]
    succeeded(await ada.patch(`/channel_folders/${two}`, { is_archived: true }))
    const order = [three, one, two]
    const heard = await receivedBy([ada, dov], async () =>
      expect(await ada.patch('/channel_folders', { order })).toEqual(SUCCESS),
    )
    const events = [{ type: 'channel_folder', op: 'reorder', order }]
    for (const told of heard) expect(told).toEqual({ plain: events, able: events })
    expect((await foldersOf(dov, { include_archived: true })).map(({ id }) => id)).toEqual(order)
    await creates(ada, 'Four')
    expect((await foldersOf(dov)).map(({ name }) => name)).toEqual(['Three', 'One', 'Four'])
  })

  test('an order that leaves one out, says one twice or says another is refused', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const [one, two] = [await creates(ada, 'One'), await creates(ada, 'Two')]
    await changesNothing([ada, dov], async () => {
      for (const order of [[], [one], [one, one], [one, two, two], [one, 4711], [one, two, 4711]])
        expect(await ada.patch('/channel_folders', { order }), String(order)).toEqual(refusal('Invalid order mapping.'))
      expect(await ada.patch('/channel_folders', { order: 'one' })).toEqual(refusal('order is not valid JSON'))
      expect(await ada.patch('/channel_folders')).toEqual(missing('order'))
      expect(await cleo.patch('/channel_folders', { order: [two, one] })).toEqual(MUST_BE_ADMINISTRATOR)
    })
  })
})

describe('a new channel', () => {
  test('is put into a folder that is there, and only a new one is', async () => {
    const { ada, dov, general } = await freshRealm()
    const folder_id = await creates(ada, 'Crafts')
    const archived = await creates(ada, 'Old')
    succeeded(await ada.patch(`/channel_folders/${archived}`, { is_archived: true }))
    const subscriptions = [{ name: 'pottery' }, { name: general.name }]
    await receivedBy([ada, dov], async () => {
      for (const bad of [archived, 4711])
        expect(await dov.post('/users/me/subscriptions', { subscriptions, folder_id: bad })).toEqual(
          refusal('Invalid channel folder ID'),
        )
      succeeded(await dov.post('/users/me/subscriptions', { subscriptions, folder_id }))
    })
    const { streams } = succeeded(await dov.get('/streams'))
    const folders = streams.map((channel: Json) => [channel.name, channel.folder_id])
    expect(folders).toEqual([
      ['general', null],
      ['pottery', folder_id],
    ])
  })
})
