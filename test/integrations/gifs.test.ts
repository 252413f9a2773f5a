import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { visit } from '../support/files'
import { choosesGifs, GifService } from '../support/gif-service'
import { comeAsGuest, newGuestLink } from '../support/guest-links'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { selectRows } from '../support/tables'

const OFF = refusal('This organization has no service for GIFs')
const INCOMPLETE = refusal('The service for GIFs of this organization needs an address and a key')
const failure = (why: string) => refusal(`The service for GIFs did not answer as expected: ${why}`)

async function withGifs() {
  const cast = await freshRealm()
  await stopClock(cast.realm, 1_800_000_000)
  const service = new GifService()
  await choosesGifs(cast.ada, service)
  return { ...cast, service }
}

describe('GET /parley/gifs', () => {
  test('returns what the service found, with previews at addresses of this server', async () => {
    const { dov, service } = await withGifs()
    const first = succeeded(await dov.get('/parley/gifs', { query: ' happy cat ' }))
    expect(first).toEqual({
      ...SUCCESS,
      gifs: Array.from({ length: 24 }, (_, index) => ({
        description: `happy cat ${index + 1} GIF`,
        url: `${service.url}/whole-${index + 1}.gif`,
        preview_url: expect.stringMatching(/^\/external_content\/[0-9a-f]{32}\/[0-9a-f]+$/),
        width: 200,
        height: 150,
      })),
      next: '24',
    })
    const next = succeeded(await dov.get('/parley/gifs', { query: 'happy cat', after: first.next }))
    expect(next.gifs[0].description).toBe('happy cat 25 GIF')
    const last = succeeded(await dov.get('/parley/gifs', { query: 'happy cat', after: next.next }))
    expect([last.gifs.length, last.next]).toEqual([2, ''])
    expect(await service.searches()).toMatchObject([
      { call: 'search', q: 'happy cat', key: 'the-key', contentfilter: 'high', locale: 'en' },
      { pos: '24' },
      { pos: '48' },
    ])
    const preview = await visit(dov, first.gifs[0].preview_url)
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/gif'])
    await preview.arrayBuffer()
  })

  test('finds stickers, what is popular, and obeys the rating of the organization', async () => {
    const { ada, dov, service } = await withGifs()
    succeeded(await ada.patch('/realm', { gif_rating_policy: 3 }))
    const { gifs } = succeeded(await dov.get('/parley/gifs', { kind: 'sticker' }))
    expect(gifs[0].url).toMatch(/clear-1\.gif$/)
    expect(await service.searches()).toMatchObject([
      { call: 'featured', searchfilter: 'sticker', contentfilter: 'low' },
    ])
    succeeded(await ada.patch('/realm', { gif_rating_policy: 0 }))
    expect(await dov.get('/parley/gifs')).toEqual(OFF)
    expect(await service.searches()).toHaveLength(1)
  })

  test('a message with a found picture shows it through this server', async () => {
    const { dov, general } = await withGifs()
    const { gifs } = succeeded(await dov.get('/parley/gifs', { query: 'cat' }))
    const [{ description, url }] = gifs
    const { id } = await dov.sends(general, 'lunch', `[${description}](${url})`)
    const { message } = succeeded(await dov.get(`/messages/${id}`))
    expect(message.content).toContain(`<div class="message_inline_image"><a href="${url}"`)
    expect(message.content).toContain(`src="/thumbnail?url=${encodeURIComponent(url)}&amp;size=thumbnail"`)
  })

  test('is off until owners choose a service and give a key, which no answer has', async () => {
    const { ada, dov } = await freshRealm()
    const service = new GifService()
    await service.behaves('answers')
    expect(await dov.get('/parley/gifs')).toEqual(OFF)
    expect(await ada.post('/parley/gifs/key', { key: 'the-key' })).toEqual(OFF)
    succeeded(await ada.patch('/realm', { parley_gif_service: 'address' }))
    expect(await dov.get('/parley/gifs')).toEqual(INCOMPLETE)
    succeeded(await ada.patch('/realm', { parley_gif_url: service.url }))
    expect(await dov.get('/parley/gifs')).toEqual(INCOMPLETE)
    succeeded(await ada.post('/parley/gifs/key', { key: 'the-key' }))
    const answers = [
      succeeded(await dov.get('/parley/gifs')),
      await dov.post('/register', {}),
      await ada.get('/parley/gifs/key'),
      await ada.get('/parley/audit_log'),
    ]
    expect(JSON.stringify(answers)).not.toContain('the-key')
    succeeded(await ada.patch('/realm', { parley_gif_service: 'none' }))
    expect(await dov.get('/parley/gifs')).toEqual(OFF)
  })

  test('gives the key only to the server for which it was stored', async () => {
    const { ada, dov, service } = await withGifs()
    for (const parley_gif_service of ['giphy', 'klipy']) {
      succeeded(await ada.patch('/realm', { parley_gif_service }))
      expect(await dov.get('/parley/gifs')).toEqual(INCOMPLETE)
    }
    succeeded(await ada.patch('/realm', { parley_gif_service: 'address', parley_gif_url: 'https://other.example.com' }))
    expect(await dov.get('/parley/gifs')).toEqual(INCOMPLETE)
    expect(await service.searches()).toEqual([])
  })

  test.each([
    ['fails', 'it answered with status 403.'],
    ['is broken', 'its answer has no pictures.'],
    ['says too much', 'its answer is too large.'],
    ['leads elsewhere', 'it answered with status 302.'],
    ['hangs up', 'it cannot be reached.'],
  ])('says why there is no answer if the service %s', async (behavior, why) => {
    const { dov, service } = await withGifs()
    await service.behaves(behavior)
    expect(await dov.get('/parley/gifs')).toEqual(failure(why))
    await service.behaves('answers')
    succeeded(await dov.get('/parley/gifs'))
  })

  test('leaves out pictures at addresses that the server does not call', async () => {
    const { dov, service } = await withGifs()
    const picture = (url: string) => ({ media_formats: { gif: { url, dims: [1, 1] } } })
    const halfPrivate = {
      media_formats: {
        gif: { url: 'https://printer.local/a.gif', dims: [1, 1] },
        tinygif: { url: 'https://m.example.com/b.gif', dims: [1, 1] },
      },
    }
    const results = [picture('https://m.example.com/a.gif'), picture('https://10.0.0.1/a.gif'), halfPrivate, 7]
    await service.behaves('says other', { results })
    const { gifs } = succeeded(await dov.get('/parley/gifs'))
    expect(gifs.map(({ url }: Json) => url)).toEqual(['https://m.example.com/a.gif'])
  })

  test('is not for the guests of a link, and not without a limit', async () => {
    const { ada, dov, ezra, general, realm, service } = await withGifs()
    succeeded(await ezra.get('/parley/gifs'))
    const guest = await comeAsGuest(realm, await newGuestLink(ada, general))
    expect(await guest.get('/parley/gifs')).toEqual(NO_PERMISSION)
    for (let count = 0; count < 30; count++) succeeded(await dov.get('/parley/gifs'))
    expect(await dov.get('/parley/gifs')).toMatchObject({ code: 'RATE_LIMIT_HIT' })
    expect(await service.searches()).toHaveLength(31)
  })
})

describe('POST /parley/gifs/key', () => {
  test('stores an encrypted key, and the audit log says for whom', async () => {
    const { ada, ben, realm } = await withGifs()
    expect(await ada.get('/parley/gifs/key')).toEqual({ ...SUCCESS, key_for: 'https://gifs.example.com' })
    expect(JSON.stringify(await selectRows(realm, 'SELECT * FROM secrets'))).not.toContain('the-key')
    const { entries } = succeeded(await ada.get('/parley/audit_log'))
    expect(entries[0]).toMatchObject({ kind: 'gif_key_set', details: { origin: 'https://gifs.example.com' } })
    expect(await ben.post('/parley/gifs/key', { key: 'x' })).toEqual(OWNERS_ONLY)
    expect(await ada.post('/parley/gifs/key', { key: 'a b' })).toMatchObject({ result: 'error' })
  })
})

describe('GET /parley/gifs/key', () => {
  test('says for which server there is a key, to owners', async () => {
    const { ada, ben } = await withGifs()
    expect(await ada.get('/parley/gifs/key')).toEqual({ ...SUCCESS, key_for: 'https://gifs.example.com' })
    expect(await ben.get('/parley/gifs/key')).toEqual(OWNERS_ONLY)
  })
})

describe('DELETE /parley/gifs/key', () => {
  test('deletes the key, and the search ends', async () => {
    const { ada, ben, dov } = await withGifs()
    expect(await ben.delete('/parley/gifs/key')).toEqual(OWNERS_ONLY)
    await replays([ada, dov], async () => succeeded(await ada.delete('/parley/gifs/key')))
    expect(await ada.get('/parley/gifs/key')).toEqual({ ...SUCCESS, key_for: null })
    expect(await dov.get('/parley/gifs')).toEqual(INCOMPLETE)
    expect(await ada.delete('/parley/gifs/key')).toEqual(SUCCESS)
    const { entries } = succeeded(await ada.get('/parley/audit_log'))
    expect(entries.map(({ kind }: Json) => kind).slice(0, 2)).toEqual(['gif_key_removed', 'gif_key_set'])
  })
})
