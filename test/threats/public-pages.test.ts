import { expect, test } from 'vitest'
import { Browser } from '../support/browser'
import { succeeded } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { storeSetting } from '../support/settings'

/** A web-public channel with a message, and the statuses with which a visitor sees its pages. */
async function publicRealm() {
  const cast = await freshRealm()
  await storeSetting(cast.realm, 'enable_spectator_access', true)
  const harbour = await newChannel(cast.ada, 'harbour', [cast.ada], { is_web_public: true })
  await cast.ada.sends(harbour, 'boats', 'the harbour is open')
  const visitor = new Browser(cast.realm.url)
  const read = async (path: string) => {
    const response = await visitor.request(path)
    return { status: response.status, html: await response.text(), cache: response.headers.get('cache-control') }
  }
  const statusesOf = async ({ stream_id }: Channel, topic: string) => [
    (await read(`/public/${stream_id}`)).status,
    (await read(`/public/${stream_id}?topic=${topic}`)).status,
  ]
  return { ...cast, harbour, read, statusesOf }
}

test('a channel that is not web-public has no page, and the answer does not say that it exists', async () => {
  const { ada, general, vault, attic, harbour, read, statusesOf } = await publicRealm()
  for (const channel of [general, vault]) await ada.sends(channel, 'boats', 'the secret of the house')
  expect(await statusesOf(harbour, 'boats')).toEqual([200, 200])
  const missing = await read('/public/98765')
  for (const channel of [general, vault, attic]) {
    expect(await statusesOf(channel, 'boats')).toEqual([404, 404])
    expect(await read(`/public/${channel.stream_id}`)).toEqual(missing)
  }
  expect(missing.cache).toBe('private, no-store')
  expect(JSON.stringify([await read('/public'), await read(`/public/${vault.stream_id}?topic=boats`)])).not.toMatch(
    /secret|vault/,
  )
})

test('without spectators, every public page is missing', async () => {
  const { ada, harbour, read, statusesOf } = await publicRealm()
  expect((await read('/public')).status).toBe(200)
  succeeded(await ada.patch('/realm', { enable_spectator_access: false }))
  expect((await read('/public')).status).toBe(404)
  expect(await statusesOf(harbour, 'boats')).toEqual([404, 404])
  expect((await read('/public')).html).not.toContain('harbour')
})

test('a channel that becomes private, or is archived, is missing at once', async () => {
  const { ada, harbour, statusesOf } = await publicRealm()
  expect(await statusesOf(harbour, 'boats')).toEqual([200, 200])
  succeeded(await ada.patch(`/streams/${harbour.stream_id}`, { is_private: true, is_web_public: false }))
  expect(await statusesOf(harbour, 'boats')).toEqual([404, 404])
  const pier = await newChannel(ada, 'pier', [ada], { is_web_public: true })
  await ada.sends(pier, 'boats', 'hello')
  expect(await statusesOf(pier, 'boats')).toEqual([200, 200])
  succeeded(await ada.delete(`/streams/${pier.stream_id}`))
  expect(await statusesOf(pier, 'boats')).toEqual([404, 404])
})

test('a message that was moved into a private channel, or deleted, is gone', async () => {
  const { ada, vault, harbour, read } = await publicRealm()
  const moved = await ada.sends(harbour, 'moved', 'to be moved')
  const deleted = await ada.sends(harbour, 'deleted', 'to be deleted')
  for (const topic of ['moved', 'deleted'])
    expect((await read(`/public/${harbour.stream_id}?topic=${topic}`)).status).toBe(200)
  succeeded(await ada.patch(`/messages/${moved.id}`, { stream_id: vault.stream_id, propagate_mode: 'change_all' }))
  succeeded(await ada.delete(`/messages/${deleted.id}`))
  for (const topic of ['moved', 'deleted'])
    expect((await read(`/public/${harbour.stream_id}?topic=${topic}`)).html).not.toContain('to be')
})

test('no name becomes HTML', async () => {
  const { ada, read } = await publicRealm()
  const name = '<img src=x onerror=alert(1)>"\''
  const channel = await newChannel(ada, name, [ada], { is_web_public: true, description: name })
  await ada.sends(channel, '"><script>alert(1)', '<script>alert(2)</script> "onerror="alert(3) href="#')
  const pages = [
    await read('/public'),
    await read(`/public/${channel.stream_id}`),
    await read(`/public/${channel.stream_id}?topic=${encodeURIComponent('"><script>alert(1)')}`),
  ]
  for (const { status, html } of pages) {
    expect(status).toBe(200)
    expect(html).not.toMatch(/<script|<img|<b>|<[^>]*\sonerror=/)
  }
  expect(pages[2]?.html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
})

test('a page is the same for every visitor, so a cache gives no visitor what is for another', async () => {
  const { ada, realm, vault, read } = await publicRealm()
  await ada.sends(vault, 'x', 'hello')
  const own = await ada.request('/users/me')
  expect(own.status).toBe(200)
  const response = await fetchPage(realm.url, `Basic ${btoa(`${ada.email}:${ada.account.api_key}`)}`)
  expect(await response.text()).toBe((await read('/public')).html)
})

const fetchPage = (url: string, authorization: string) =>
  new Browser(url).request('/public', { headers: { authorization } })
