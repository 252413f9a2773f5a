import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { stopClock } from '../support/clock'

const createFolder = async (person: Person, name: string, description = ''): Promise<number> =>
  succeeded(await person.post('/channel_folders/create', { name, description })).channel_folder_id

const foldersOf = async (person: Person, fields: Record<string, FieldValue> = {}): Promise<Json[]> =>
  succeeded(await person.get('/channel_folders', fields)).channel_folders

const missing = (var_name: string) =>
  refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name })

/** Invalid names and descriptions, in a realm with a folder "Taken". */
const INVALID: [fields: Record<string, FieldValue>, msg: string][] = [
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
  test('all users receive a new folder, also guests and bots; it is the last in the order', async () => {
    const { realm, ada, ben, ezra, fig, general } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    const first = await createFolder(ada, 'Crafts')
    const description = `All of #**${general.name}**, *really*\nand more`
    const received = await receivedBy([ada, ezra, fig], async () => {
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
    for (const userEvents of received) expect(userEvents).toEqual({ plain: events, able: events })
    expect(await foldersOf(ezra)).toEqual([expect.objectContaining({ id: first, order: 0 }), channel_folder])
    const { state } = await ezra.registers({ fetch_event_types: ['channel_folders', 'realm'] })
    expect(state.channel_folders).toEqual(await foldersOf(ezra))
    expect(state).toMatchObject({ max_channel_folder_name_length: 60, max_channel_folder_description_length: 1024 })
  })

  test('the limits of name and description count code points', async () => {
    const { ada } = await freshRealm()
    await createFolder(ada, '🍕'.repeat(60), '𝒳'.repeat(1024))
    expect(await foldersOf(ada)).toHaveLength(1)
  })

  test('invalid names and descriptions are refused, and users who are not administrators', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    await createFolder(ada, 'Taken')
    const valid = { name: 'Clubs', description: '' }
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of INVALID)
        expect(await ben.post('/channel_folders/create', { ...valid, ...fields }), msg).toEqual(refusal(msg))
      for (const name of ['name', 'description'])
        expect(await ben.post('/channel_folders/create', { ...valid, [name]: undefined })).toEqual(missing(name))
      for (const person of [cleo, dov, ezra, fig])
        expect(await person.post('/channel_folders/create', valid)).toEqual(ADMINISTRATORS_ONLY)
    })
  })
})

describe('PATCH /channel_folders/:channel_folder_id', () => {
  test('the event has only the fields that changed', async () => {
    const { ada, ezra } = await freshRealm()
    const channel_folder_id = await createFolder(ada, 'Crafts', 'Clay')
    const path = `/channel_folders/${channel_folder_id}`
    const [adaEvents, ezraEvents] = await receivedBy([ada, ezra], async () => {
      expect(await ada.patch(path, { name: ' crafts ', description: 'Clay' })).toEqual(SUCCESS)
      expect(await ada.patch(path, { description: '**Fire**' })).toEqual(SUCCESS)
      expect(await ada.patch(path, { is_archived: true, name: 'Arts' })).toEqual(SUCCESS)
      for (const same of [{}, { name: 'Arts' }, { is_archived: true }])
        expect(await ada.patch(path, same)).toEqual(SUCCESS)
    })
    const folderUpdated = (data: object) => ({ type: 'channel_folder', op: 'update', channel_folder_id, data })
    const events = [
      folderUpdated({ name: 'crafts' }),
      folderUpdated({ description: '**Fire**', rendered_description: '<p><strong>Fire</strong></p>' }),
      folderUpdated({ name: 'Arts', is_archived: true }),
    ]
    for (const { plain, able } of [adaEvents!, ezraEvents!]) expect([plain, able]).toEqual([events, events])
    expect(await foldersOf(ezra)).toEqual([])
    expect(await foldersOf(ezra, { include_archived: true })).toMatchObject([{ id: channel_folder_id, name: 'Arts' }])
  })

  test('invalid values and unknown folders are refused, and users who are not administrators', async () => {
    const { ada, cleo, dov } = await freshRealm()
    await createFolder(ada, 'Taken')
    const path = `/channel_folders/${await createFolder(ada, 'Crafts')}`
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of INVALID) expect(await ada.patch(path, fields), msg).toEqual(refusal(msg))
      expect(await ada.patch('/channel_folders/4711', { name: 'x' })).toEqual(refusal('Invalid channel folder ID'))
      expect(await ada.patch(path, { is_archived: 'yes' })).toEqual(refusal('is_archived is not valid JSON'))
      for (const person of [cleo, dov]) expect(await person.patch(path, { name: 'x' })).toEqual(ADMINISTRATORS_ONLY)
    })
  })

  test('an empty folder can be archived; it can be restored if its name is not in use', async () => {
    const { ada, dov } = await freshRealm()
    const folder_id = await createFolder(ada, 'Crafts')
    const path = `/channel_folders/${folder_id}`
    const pottery = await newChannel(ada, 'pottery', [ada], { folder_id })
    const arts = `/channel_folders/${await createFolder(ada, 'Arts')}`
    await changesNothing([ada, dov], async () => {
      const notEmpty = refusal('You need to remove all the channels from this folder to archive it.')
      expect(await ada.patch(path, { is_archived: true, name: 'Old' })).toEqual(notEmpty)
    })
    expect(pottery).toMatchObject({ folder_id })
    succeeded(await ada.patch(arts, { is_archived: true }))
    const newArts = `/channel_folders/${await createFolder(ada, 'arts')}`
    expect(await ada.patch(arts, { is_archived: false })).toEqual(refusal('Channel folder name already in use'))
    succeeded(await ada.patch(newArts, { name: 'Fine arts' }))
    await receivedBy([ada, dov], async () => succeeded(await ada.patch(arts, { is_archived: false })))
    expect((await foldersOf(dov)).map(({ name }) => name)).toEqual(['Crafts', 'Arts', 'Fine arts'])
  })
})

describe('PATCH /channel_folders', () => {
  test('all users receive a new order; it has all folders, also archived ones', async () => {
    const { ada, dov } = await freshRealm()
    const [first, second, third] = [
      await createFolder(ada, 'One'),
      await createFolder(ada, 'Two'),
      await createFolder(ada, 'Three'),
    ]
    succeeded(await ada.patch(`/channel_folders/${second}`, { is_archived: true }))
    const order = [third, first, second]
    const received = await receivedBy([ada, dov], async () =>
      expect(await ada.patch('/channel_folders', { order })).toEqual(SUCCESS),
    )
    const events = [{ type: 'channel_folder', op: 'reorder', order }]
    for (const userEvents of received) expect(userEvents).toEqual({ plain: events, able: events })
    expect((await foldersOf(dov, { include_archived: true })).map(({ id }) => id)).toEqual(order)
    await createFolder(ada, 'Four')
    expect((await foldersOf(dov)).map(({ name }) => name)).toEqual(['Three', 'One', 'Four'])
  })

  test('an order with a missing, repeated or unknown folder is refused', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const [first, second] = [await createFolder(ada, 'One'), await createFolder(ada, 'Two')]
    await changesNothing([ada, dov], async () => {
      for (const order of [[], [first], [first, first], [first, second, second], [first, 4711], [first, second, 4711]])
        expect(await ada.patch('/channel_folders', { order }), String(order)).toEqual(refusal('Invalid order mapping.'))
      expect(await ada.patch('/channel_folders', { order: 'one' })).toEqual(refusal('order is not valid JSON'))
      expect(await ada.patch('/channel_folders')).toEqual(missing('order'))
      expect(await cleo.patch('/channel_folders', { order: [second, first] })).toEqual(ADMINISTRATORS_ONLY)
    })
  })
})

describe('POST /users/me/subscriptions', () => {
  test('folder_id sets the folder of new channels, and changes nothing about existing ones', async () => {
    const { ada, dov, general } = await freshRealm()
    const folder_id = await createFolder(ada, 'Crafts')
    const archived = await createFolder(ada, 'Old')
    succeeded(await ada.patch(`/channel_folders/${archived}`, { is_archived: true }))
    const subscriptions = [{ name: 'pottery' }, { name: general.name }]
    await receivedBy([ada, dov], async () => {
      for (const invalid of [archived, 4711])
        expect(await dov.post('/users/me/subscriptions', { subscriptions, folder_id: invalid })).toEqual(
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
