import { describe, expect, test } from 'vitest'
import { applyEvent } from '../../client-state/apply-event'
import { stateOf } from '../../client-state/model'
import { captureConsole, inStorage } from '../support/faults'
import { breakR2, fileOf, formWith, storedKeys, visit } from '../support/files'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { countFrames } from '../../src/images/frames'
import { readPicture } from '../../src/images/picture'
import { drawPng } from '../support/drawn-pictures'
import { GIF, JPEG, MOVING_GIF, MOVING_PNG, PNG, WEBP } from '../support/pictures'

const picture = (bytes = PNG, name = 'parley.png') => fileOf(bytes, name, 'image/png')

const addEmoji = async (person: Person, name: string, ...files: File[]): Promise<Json> =>
  (
    await person.request(`/realm/emoji/${encodeURIComponent(name)}`, {
      method: 'POST',
      body: files.length > 0 ? formWith(...files) : undefined,
    })
  ).json()

const emojiOf = async (person: Person): Promise<Json> => succeeded(await person.get('/realm/emoji')).emoji

describe('POST /realm/emoji/:emoji_name', () => {
  test('adds an emoji, and publishes it to all users', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const received = await receivedBy([dov, ada, ezra], async () =>
      expect(await addEmoji(dov, 'parley', picture())).toEqual(SUCCESS),
    )
    const emoji = await emojiOf(ezra)
    expect(emoji).toEqual({
      1: {
        id: '1',
        name: 'parley',
        source_url: expect.stringMatching(/^\/user_avatars\/\d+\/emoji\/images\/\w{30}\.webp$/),
        still_url: null,
        deactivated: false,
        author_id: dov.id,
      },
    })
    for (const { plain } of received) expect(plain).toEqual([{ type: 'realm_emoji', op: 'update', realm_emoji: emoji }])
    // Browsers load pictures without credentials, so each client with the URL can get the picture.
    const response = await visit(realm, emoji[1].source_url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(readPicture(new Uint8Array(await response.arrayBuffer()))).toMatchObject({ width: 1, height: 1 })
  })

  test('clients that know single changes receive each change alone', async () => {
    const { dov, ezra } = await freshRealm()
    const single = { client_capabilities: { individual_emoji_changes: true } }
    const none = { client_capabilities: { individual_emoji_changes: false } }
    const [older, newer, other] = [await ezra.registers(), await ezra.registers(single), await ezra.registers(none)]
    succeeded(await addEmoji(dov, 'parley', picture()))
    const added = (await emojiOf(ezra))[1]
    succeeded(await dov.delete('/realm/emoji/parley'))
    const events = await newer.events()
    expect(events).toMatchObject([
      { type: 'realm_emoji', op: 'add', emoji: added },
      { type: 'realm_emoji', op: 'update_one', emoji_id: '1', data: { deactivated: true } },
    ])
    for (const queue of [older, other]) expect((await queue.events()).map(({ op }) => op)).toEqual(['update', 'update'])
    const model = stateOf(structuredClone(newer.state))
    for (const event of events) applyEvent(model, event, single)
    expect(model.realm_emoji).toEqual((await ezra.registers()).state.realm_emoji)
    expect(await ezra.delete('/realm/emoji/parley')).toMatchObject({ result: 'error' })
  })

  test('stores a still image of an animated picture', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await addEmoji(dov, 'dance', picture(MOVING_GIF)))
    const { source_url, still_url } = (await emojiOf(dov))[1]
    expect(still_url).toMatch(/^\/user_avatars\/\d+\/emoji\/images\/still\/\w{30}-still\.gif$/)
    const bytesAt = async (url: string) => new Uint8Array(await (await visit(realm, url)).arrayBuffer())
    expect(await bytesAt(source_url)).toEqual(MOVING_GIF)
    const still = await bytesAt(still_url)
    expect([countFrames(still), readPicture(still)?.content_type]).toEqual([1, 'image/webp'])
  })

  test('removes the metadata of an animated picture', async () => {
    const { realm, dov } = await freshRealm()
    const header = 33 // the signature, and the first chunk
    const text = Buffer.from('\0\0\0\x0ftEXtAuthor\0Dov Home\0\0\0\0')
    const moving = Uint8Array.from([...MOVING_PNG.subarray(0, header), ...text, ...MOVING_PNG.subarray(header)])
    succeeded(await addEmoji(dov, 'dance', picture(moving)))
    const response = await visit(realm, (await emojiOf(dov))[1].source_url)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(MOVING_PNG)
  })

  test('finds the format of a picture in its bytes, not in its name or type', async () => {
    const { realm, dov } = await freshRealm()
    for (const [index, bytes] of [PNG, JPEG, GIF, WEBP].entries()) {
      succeeded(await addEmoji(dov, `format${index}`, fileOf(bytes, 'x.html', 'text/html')))
      const response = await visit(realm, (await emojiOf(dov))[index + 1].source_url)
      expect(response.headers.get('content-type')).toBe('image/webp')
      await response.body?.cancel()
    }
  })

  test('makes a large picture smaller, and refuses one that moves and would be huge', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await addEmoji(dov, 'wide', fileOf(drawPng(320, 160), 'wide.png', 'image/png')))
    const response = await visit(realm, (await emojiOf(dov))[1].source_url)
    expect(readPicture(new Uint8Array(await response.arrayBuffer()))).toMatchObject({ width: 64, height: 32 })
    const huge = MOVING_GIF.slice()
    huge.set([0, 0x10, 0, 0x10], 6) // 4096 by 4096, twice
    expect(await addEmoji(dov, 'many pixels', picture(huge))).toMatchObject({ code: 'BAD_IMAGE' })
  })

  const NAMES: [name: string, msg: string][] = [
    ['Parley', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
    ['pärley', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
    ['a/b', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
    ['parley_', 'Emoji names must end with either a letter or digit.'],
    ['-', 'Emoji names must end with either a letter or digit.'],
    [' ', 'Emoji name is missing'],
    ['x'.repeat(101), 'Emoji names must not be longer than 100 characters.'],
    ['taken', 'A custom emoji with this name already exists.'],
    ['smile', 'Only administrators can override default emoji.'],
    ['svc', 'Only administrators can override default emoji.'],
  ]
  test.each(NAMES)('refuses the name %j, and changes nothing', async (name, msg) => {
    const { ada, dov } = await freshRealm()
    succeeded(await addEmoji(ada, 'taken', picture()))
    await changesNothing([dov, ada], async () => expect(await addEmoji(dov, name, picture())).toEqual(refusal(msg)))
  })

  const FILES: [description: string, files: File[], answer: Json][] = [
    ['no file', [], refusal('You must upload exactly one file.')],
    ['two files', [picture(), picture()], refusal('You must upload exactly one file.')],
    [
      'an HTML page',
      [fileOf('<html>', 'x.png', 'image/png')],
      refusal('Could not decode image; did you upload an image file?', 'BAD_IMAGE'),
    ],
    [
      'an SVG image',
      [fileOf('<svg onload=alert(1)>', 'x.svg', 'image/svg+xml')],
      refusal('Could not decode image; did you upload an image file?', 'BAD_IMAGE'),
    ],
    [
      'an empty file',
      [fileOf('', 'x.png')],
      refusal('Could not decode image; did you upload an image file?', 'BAD_IMAGE'),
    ],
    [
      'a file that is too large',
      [fileOf(new Uint8Array(5 * 1024 * 1024 + 1))],
      refusal('Uploaded file is larger than the allowed limit of 5 MiB'),
    ],
  ]
  test.each(FILES)('refuses %s, and changes nothing', async (_, files, answer) => {
    const { realm, dov } = await freshRealm()
    await changesNothing([dov], async () => expect(await addEmoji(dov, 'parley', ...files)).toEqual(answer))
    expect(await storedKeys(realm)).toEqual([])
  })

  test('refuses two files in the same field', async () => {
    const { dov } = await freshRealm()
    const body = new FormData()
    for (const name of ['a.png', 'b.png']) body.append('filename', picture(PNG, name))
    const response = await dov.request('/realm/emoji/parley', { method: 'POST', body })
    expect(await response.json()).toEqual(refusal('You must upload exactly one file.'))
  })

  test('needs the permission to add emoji, and refuses guests and bots', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    expect(await addEmoji(ezra, 'parley', picture())).toEqual(refusal('Not allowed for guest users'))
    expect(await addEmoji(fig, 'parley', picture())).toEqual(refusal('This endpoint does not accept bot requests.'))
    succeeded(
      await ada.patch('/realm', {
        can_add_custom_emoji_group: { new: { direct_members: [dov.id], direct_subgroups: [] } },
      }),
    )
    expect(await addEmoji(cleo, 'parley', picture())).toEqual(refusal('Insufficient permission'))
    expect(await addEmoji(dov, 'parley', picture())).toEqual(SUCCESS)
    expect(await addEmoji(ada, 'smile', picture())).toEqual(refusal('Insufficient permission'))
  })

  test('replaces spaces by underscores, and lets administrators override Unicode emoji', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await addEmoji(dov, ' brown parley ', picture()))
    succeeded(await addEmoji(ada, 'smile', picture()))
    expect(Object.values<Json>(await emojiOf(dov)).map(({ name }) => name)).toEqual(['brown_parley', 'smile'])
  })

  test('an organization can have 4000 emoji', async () => {
    const { realm, dov } = await freshRealm()
    await inStorage(realm, (state) =>
      state.storage.sql.exec(
        `INSERT INTO custom_emoji (name, author_id, picture, extension, has_still, deactivated)
         SELECT 'emoji' || value, 1, 'x', 'png', 0, 1 FROM json_each(?)`,
        JSON.stringify(Array.from({ length: 3999 }, (_, index) => index)),
      ),
    )
    succeeded(await addEmoji(dov, 'last', picture()))
    const msg = 'An organization can have no more than 4000 custom emoji.'
    await changesNothing([dov], async () => expect(await addEmoji(dov, 'one-more', picture())).toEqual(refusal(msg)))
  })

  test('fails if R2 fails, and changes nothing', async () => {
    const { realm, dov } = await freshRealm()
    captureConsole('error')
    breakR2(realm, 'put')
    await changesNothing([dov], async () =>
      expect((await addEmoji(dov, 'parley', picture())).code).toBe('STORE_UNAVAILABLE'),
    )
  })
})

describe('DELETE /realm/emoji/:emoji_name', () => {
  test('the author or an administrator deactivates an emoji; old messages keep it, and the name is free', async () => {
    const { ada, dov, cleo, general } = await freshRealm()
    for (const name of ['parley', 'tavern']) succeeded(await addEmoji(dov, name, picture()))
    const { id } = await dov.sends(general, 'animals', ':parley: and :tavern:')
    succeeded(await dov.post(`/messages/${id}/reactions`, { emoji_name: 'parley' }))
    const refused = refusal('Must be an organization administrator or emoji author')
    await changesNothing([dov], async () => expect(await cleo.delete('/realm/emoji/parley')).toEqual(refused))
    const [authorEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete('/realm/emoji/parley')).toEqual(SUCCESS),
    )
    expect(authorEvents!.plain[0].realm_emoji[1]).toMatchObject({ name: 'parley', deactivated: true })
    succeeded(await ada.delete('/realm/emoji/tavern'))
    const { message } = succeeded(await ada.get(`/messages/${id}`))
    expect(message.content).toContain((await emojiOf(ada))[1].source_url)
    expect(message.reactions).toMatchObject([{ emoji_name: 'parley', emoji_code: '1', reaction_type: 'realm_emoji' }])
    const repeated = await ada.request('/realm/emoji/parley', { method: 'DELETE' })
    expect([repeated.status, await repeated.json()]).toEqual([404, refusal("Emoji 'parley' does not exist")])
    succeeded(await addEmoji(dov, 'parley', picture()))
    expect((await emojiOf(dov))[3]).toMatchObject({ id: '3', name: 'parley', deactivated: false })
  })
})

describe('custom emoji', () => {
  test('work in messages, reactions and statuses', async () => {
    const { ada, dov, general } = await freshRealm()
    for (const name of ['parley', 'smile']) succeeded(await addEmoji(ada, name, picture()))
    const emoji = await emojiOf(dov)
    const { id } = await dov.sends(general, 'animals', 'A :parley: :smile: :nothing:')
    const { message } = succeeded(await dov.get(`/messages/${id}`))
    const img = (name: string, id: number) =>
      `<img alt=":${name}:" class="emoji" src="${emoji[id].source_url}" title="${name}">`
    expect(message.content).toBe(`<p>A ${img('parley', 1)} ${img('smile', 2)} :nothing:</p>`)
    const PARLEY = { emoji_name: 'parley', emoji_code: '1', reaction_type: 'realm_emoji' }
    const [receivedEvents] = await receivedBy([ada, dov], async () => {
      succeeded(await dov.post(`/messages/${id}/reactions`, { emoji_name: 'parley' }))
      succeeded(await ada.post(`/messages/${id}/reactions`, PARLEY))
      succeeded(await dov.delete(`/messages/${id}/reactions`, { emoji_name: 'parley' }))
      succeeded(await dov.post('/users/me/status', { emoji_name: 'parley' }))
    })
    expect(receivedEvents!.plain.map(({ type, op }) => [type, op])).toEqual([
      ['reaction', 'add'],
      ['reaction', 'add'],
      ['reaction', 'remove'],
      ['user_status', undefined],
    ])
    for (const event of receivedEvents!.plain) expect(event).toMatchObject(PARLEY)
    succeeded(await ada.delete('/realm/emoji/parley'))
    // A message that has the deactivated emoji accepts further reactions with it.
    succeeded(await dov.post(`/messages/${id}/reactions`, PARLEY))
    const { id: otherId } = await dov.sends(general, 'animals', 'Another')
    expect(await dov.post(`/messages/${otherId}/reactions`, PARLEY)).toEqual(
      refusal('This custom emoji has been deactivated.'),
    )
  })

  test('have pictures that other paths and other realms do not serve', async () => {
    const [{ realm, dov }, otherRealm] = [await freshRealm(), await freshRealm()]
    succeeded(await addEmoji(dov, 'parley', picture()))
    const { source_url } = (await emojiOf(dov))[1]
    const token = source_url.split('/').at(-1).split('.')[0]
    const wrong = [
      source_url.replace(/\d+/, '1'),
      source_url.replace('.webp', ''),
      source_url.replace(token, `${token}x`),
      source_url.replace(token, token.toLowerCase()),
      source_url.replace(token, `..%2F${token}`),
      source_url.replace('/emoji/images/', '/%2e%2e/uploads/'),
      source_url.replace('.webp', '-still.webp'),
    ]
    for (const address of wrong) expect((await visit(realm, address)).status, address).toBe(404)
    expect((await visit(otherRealm.realm, source_url)).status).toBe(404)
    expect((await visit(realm, source_url, { method: 'HEAD' })).status).toBe(200)
  })
})

describe('static emoji data', () => {
  test('the URL of the Unicode emoji names is in the initial state, and needs no account', async () => {
    const { realm, dov } = await freshRealm()
    const { state } = await dov.registers({ fetch_event_types: ['realm'] })
    expect(new URL(state.server_emoji_data_url).origin).toBe(realm.url)
    const response = await visit(realm, new URL(state.server_emoji_data_url).pathname)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    const { code_to_names }: Json = await response.json()
    expect(code_to_names['1f642'][0]).toBe('smile')
    expect(Object.keys(code_to_names).length).toBeGreaterThan(1800)
  })

  test('the extra emoji has a picture', async () => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'emoji', ':svc:')
    const { message } = succeeded(await dov.get(`/messages/${id}`))
    const [, src] = /src="([^"]+)"/.exec(message.content)!
    const response = await visit(realm, src!)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    const picture = new DataView(await response.arrayBuffer())
    expect([picture.getUint32(0), picture.getUint32(16), picture.getUint32(20)]).toEqual([0x89504e47, 128, 128])
  })
})
