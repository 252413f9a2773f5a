import { describe, expect, test } from 'vitest'
import { hush, inStorage } from '../support/faults'
import { breakR2, fileOf, formWith, keysOf, visit } from '../support/files'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { GIF, JPEG, MOVING_GIF, PNG, STILL_OF_GIF, WEBP } from '../support/pictures'

const picture = (bytes = PNG, name = 'parley.png') => fileOf(bytes, name, 'image/png')

const adds = async (person: Person, name: string, ...files: File[]): Promise<Json> =>
  (
    await person.request(`/realm/emoji/${encodeURIComponent(name)}`, {
      method: 'POST',
      body: files.length > 0 ? formWith(...files) : undefined,
    })
  ).json()

const emojiOf = async (person: Person): Promise<Json> => succeeded(await person.get('/realm/emoji')).emoji

describe('POST /realm/emoji/:emoji_name', () => {
  test('a member adds an emoji, and everyone has it at once', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const heard = await receivedBy([dov, ada, ezra], async () =>
      expect(await adds(dov, 'parley', picture())).toEqual(SUCCESS),
    )
    const emoji = await emojiOf(ezra)
    expect(emoji).toEqual({
      1: {
        id: '1',
        name: 'parley',
        source_url: expect.stringMatching(/^\/user_avatars\/\d+\/emoji\/images\/\w{30}\.png$/),
        still_url: null,
        deactivated: false,
        author_id: dov.id,
      },
    })
    for (const { plain } of heard) expect(plain).toEqual([{ type: 'realm_emoji', op: 'update', realm_emoji: emoji }])
    // Pages cannot log in for each picture, so whoever has its address may have it.
    const response = await visit(realm, emoji[1].source_url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG)
  })

  test('one that moves has a still beside it', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await adds(dov, 'dance', picture(MOVING_GIF)))
    const { source_url, still_url } = (await emojiOf(dov))[1]
    expect(still_url).toMatch(/^\/user_avatars\/\d+\/emoji\/images\/still\/\w{30}-still\.gif$/)
    const bytesAt = async (url: string) => new Uint8Array(await (await visit(realm, url)).arrayBuffer())
    expect([await bytesAt(source_url), await bytesAt(still_url)]).toEqual([MOVING_GIF, STILL_OF_GIF])
  })

  test('what a picture is, its bytes say', async () => {
    const { realm, dov } = await freshRealm()
    const kinds: [bytes: Uint8Array<ArrayBuffer>, type: string][] = [
      [PNG, 'image/png'],
      [JPEG, 'image/jpeg'],
      [GIF, 'image/gif'],
      [WEBP, 'image/webp'],
    ]
    for (const [nth, [bytes, type]] of kinds.entries()) {
      succeeded(await adds(dov, `kind${nth}`, fileOf(bytes, 'x.html', 'text/html')))
      const response = await visit(realm, (await emojiOf(dov))[nth + 1].source_url)
      expect(response.headers.get('content-type')).toBe(type)
      await response.body?.cancel()
    }
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
  test.each(NAMES)('the name %j is refused, and nothing changes', async (name, msg) => {
    const { ada, dov } = await freshRealm()
    succeeded(await adds(ada, 'taken', picture()))
    await changesNothing([dov, ada], async () => expect(await adds(dov, name, picture())).toEqual(refusal(msg)))
  })

  const FILES: [what: string, files: File[], answer: Json][] = [
    ['none', [], refusal('You must upload exactly one file.')],
    ['two', [picture(), picture()], refusal('You must upload exactly one file.')],
    [
      'a page',
      [fileOf('<html>', 'x.png', 'image/png')],
      refusal('Could not decode image; did you upload an image file?', 'BAD_IMAGE'),
    ],
    [
      'a drawing that could act',
      [fileOf('<svg onload=alert(1)>', 'x.svg', 'image/svg+xml')],
      refusal('Could not decode image; did you upload an image file?', 'BAD_IMAGE'),
    ],
    [
      'an empty one',
      [fileOf('', 'x.png')],
      refusal('Could not decode image; did you upload an image file?', 'BAD_IMAGE'),
    ],
    [
      'a huge one',
      [fileOf(new Uint8Array(5 * 1024 * 1024 + 1))],
      refusal('Uploaded file is larger than the allowed limit of 5 MiB'),
    ],
  ]
  test.each(FILES)('%s is refused, and nothing changes', async (_, files, answer) => {
    const { realm, dov } = await freshRealm()
    await changesNothing([dov], async () => expect(await adds(dov, 'parley', ...files)).toEqual(answer))
    expect(await keysOf(realm)).toEqual([])
  })

  test('two files under one name are two', async () => {
    const { dov } = await freshRealm()
    const body = new FormData()
    for (const name of ['a.png', 'b.png']) body.append('filename', picture(PNG, name))
    const response = await dov.request('/realm/emoji/parley', { method: 'POST', body })
    expect(await response.json()).toEqual(refusal('You must upload exactly one file.'))
  })

  test('the least who may, and the most who may not', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    expect(await adds(ezra, 'parley', picture())).toEqual(refusal('Not allowed for guest users'))
    expect(await adds(fig, 'parley', picture())).toEqual(refusal('This endpoint does not accept bot requests.'))
    succeeded(
      await ada.patch('/realm', {
        can_add_custom_emoji_group: { new: { direct_members: [dov.id], direct_subgroups: [] } },
      }),
    )
    expect(await adds(cleo, 'parley', picture())).toEqual(refusal('Insufficient permission'))
    expect(await adds(dov, 'parley', picture())).toEqual(SUCCESS)
    expect(await adds(ada, 'smile', picture())).toEqual(refusal('Insufficient permission'))
  })

  test('spaces become underscores, and administrators may put their own in place of any', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await adds(dov, ' brown parley ', picture()))
    succeeded(await adds(ada, 'smile', picture()))
    expect(Object.values<Json>(await emojiOf(dov)).map(({ name }) => name)).toEqual(['brown_parley', 'smile'])
  })

  test('there is an end to how many', async () => {
    const { realm, dov } = await freshRealm()
    await inStorage(realm, (state) =>
      state.storage.sql.exec(
        `INSERT INTO custom_emoji (name, author_id, picture, ending, has_still, deactivated)
         SELECT 'emoji' || value, 1, 'x', 'png', 0, 1 FROM json_each(?)`,
        JSON.stringify(Array.from({ length: 3999 }, (_, nth) => nth)),
      ),
    )
    succeeded(await adds(dov, 'last', picture()))
    const msg = 'An organization can have no more than 4000 custom emoji.'
    await changesNothing([dov], async () => expect(await adds(dov, 'one-more', picture())).toEqual(refusal(msg)))
  })

  test('what R2 does not keep is no emoji', async () => {
    const { realm, dov } = await freshRealm()
    hush('error')
    breakR2(realm, 'put')
    await changesNothing([dov], async () =>
      expect((await adds(dov, 'parley', picture())).code).toBe('STORE_UNAVAILABLE'),
    )
  })
})

describe('DELETE /realm/emoji/:emoji_name', () => {
  test('its author or an administrator takes one away; where it was used it stays, and its name is free', async () => {
    const { ada, dov, cleo, general } = await freshRealm()
    for (const name of ['parley', 'tavern']) succeeded(await adds(dov, name, picture()))
    const { id } = await dov.sends(general, 'animals', ':parley: and :tavern:')
    succeeded(await dov.post(`/messages/${id}/reactions`, { emoji_name: 'parley' }))
    const mayNot = refusal('Must be an organization administrator or emoji author')
    await changesNothing([dov], async () => expect(await cleo.delete('/realm/emoji/parley')).toEqual(mayNot))
    const [his] = await receivedBy([dov, ada], async () =>
      expect(await dov.delete('/realm/emoji/parley')).toEqual(SUCCESS),
    )
    expect(his!.plain[0].realm_emoji[1]).toMatchObject({ name: 'parley', deactivated: true })
    succeeded(await ada.delete('/realm/emoji/tavern'))
    const { message } = succeeded(await ada.get(`/messages/${id}`))
    expect(message.content).toContain((await emojiOf(ada))[1].source_url)
    expect(message.reactions).toMatchObject([{ emoji_name: 'parley', emoji_code: '1', reaction_type: 'realm_emoji' }])
    const gone = await ada.request('/realm/emoji/parley', { method: 'DELETE' })
    expect([gone.status, await gone.json()]).toEqual([404, refusal("Emoji 'parley' does not exist")])
    succeeded(await adds(dov, 'parley', picture()))
    expect((await emojiOf(dov))[3]).toMatchObject({ id: '3', name: 'parley', deactivated: false })
  })
})

describe('emoji of the realm’s own', () => {
  test('are shown in messages, given in reactions and kept in a status', async () => {
    const { ada, dov, general } = await freshRealm()
    for (const name of ['parley', 'smile']) succeeded(await adds(ada, name, picture()))
    const emoji = await emojiOf(dov)
    const { id } = await dov.sends(general, 'animals', 'A :parley: :smile: :nothing:')
    const { message } = succeeded(await dov.get(`/messages/${id}`))
    const img = (name: string, nth: number) =>
      `<img alt=":${name}:" class="emoji" src="${emoji[nth].source_url}" title="${name}">`
    expect(message.content).toBe(`<p>A ${img('parley', 1)} ${img('smile', 2)} :nothing:</p>`)
    const PARLEY = { emoji_name: 'parley', emoji_code: '1', reaction_type: 'realm_emoji' }
    const [hers] = await receivedBy([ada, dov], async () => {
      succeeded(await dov.post(`/messages/${id}/reactions`, { emoji_name: 'parley' }))
      succeeded(await ada.post(`/messages/${id}/reactions`, PARLEY))
      succeeded(await dov.delete(`/messages/${id}/reactions`, { emoji_name: 'parley' }))
      succeeded(await dov.post('/users/me/status', { emoji_name: 'parley' }))
    })
    expect(hers!.plain.map(({ type, op }) => [type, op])).toEqual([
      ['reaction', 'add'],
      ['reaction', 'add'],
      ['reaction', 'remove'],
      ['user_status', undefined],
    ])
    for (const event of hers!.plain) expect(event).toMatchObject(PARLEY)
    succeeded(await ada.delete('/realm/emoji/parley'))
    // Whoever joins in gives the one that is there.
    succeeded(await dov.post(`/messages/${id}/reactions`, PARLEY))
    const { id: other } = await dov.sends(general, 'animals', 'Another')
    expect(await dov.post(`/messages/${other}/reactions`, PARLEY)).toEqual(
      refusal('This custom emoji has been deactivated.'),
    )
  })

  test('pictures are where their address says and nowhere else', async () => {
    const [{ realm, dov }, there] = [await freshRealm(), await freshRealm()]
    succeeded(await adds(dov, 'parley', picture()))
    const { source_url } = (await emojiOf(dov))[1]
    const token = source_url.split('/').at(-1).split('.')[0]
    const wrong = [
      source_url.replace(/\d+/, '1'),
      source_url.replace('.png', ''),
      source_url.replace(token, `${token}x`),
      source_url.replace(token, token.toLowerCase()),
      source_url.replace(token, `..%2F${token}`),
      source_url.replace('/emoji/images/', '/%2e%2e/uploads/'),
      source_url.replace('.png', '-still.png'),
    ]
    for (const address of wrong) expect((await visit(realm, address)).status, address).toBe(404)
    expect((await visit(there.realm, source_url)).status).toBe(404)
    expect((await visit(realm, source_url, { method: 'HEAD' })).status).toBe(200)
  })
})

describe('everybody’s emoji', () => {
  test('are told by name where registration says, to anyone', async () => {
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

  test('the product’s own has a picture', async () => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'emoji', ':svc:')
    const { message } = succeeded(await dov.get(`/messages/${id}`))
    const [, src] = /src="([^"]+)"/.exec(message.content)!
    const response = await visit(realm, src!)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await response.text()).toMatch(/^<svg /)
  })
})
