import { describe, expect, test } from 'vitest'
import { Browser } from '../support/browser'
import { succeeded } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { storeSetting } from '../support/settings'

/** A realm with spectators, and a web-public channel with two topics. */
async function realmWithHarbour() {
  const cast = await freshRealm()
  await storeSetting(cast.realm, 'enable_spectator_access', true)
  const harbour = await newChannel(cast.ada, 'harbour', [cast.ada, cast.dov], { is_web_public: true })
  await cast.dov.sends(harbour, 'boats', 'A **red** boat :anchor: in #**harbour**')
  await cast.ada.sends(harbour, '', 'Welcome')
  return { ...cast, harbour, path: `/public/${harbour.stream_id}`, visitor: new Browser(cast.realm.url) }
}

describe('GET site:/public', () => {
  test('lists the web-public channels, without a script', async () => {
    const { visitor, path } = await realmWithHarbour()
    const response = await visitor.request('/public')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self';/,
      ),
    })
    const html = await response.text()
    expect(html).toContain(`<a href="${path}"># harbour</a>`)
    expect(html).not.toMatch(/<script|# general|# vault|# attic/)
  })

  test('offers an account where no invitation is needed', async () => {
    const { visitor, ada } = await realmWithHarbour()
    expect(await (await visitor.request('/public')).text()).not.toContain('href="/register"')
    succeeded(await ada.patch('/realm', { invite_required: false }))
    expect(await (await visitor.request('/public')).text()).toContain('href="/register"')
  })
})

describe('GET site:/public/:stream_id', () => {
  test('lists the topics, and shows the messages of one', async () => {
    const { visitor, path, dov } = await realmWithHarbour()
    const channel = await (await visitor.request(path)).text()
    expect(channel).toContain(`<a href="${path}?topic=boats">boats</a>`)
    expect(channel).toContain(`<a href="${path}?topic=">general chat</a>`)
    const topic = await (await visitor.request(`${path}?topic=boats`)).text()
    expect(topic).toContain('<strong>red</strong>')
    expect(topic).toContain('⚓</span>')
    expect(topic).toContain('<h2>Dov <time datetime="')
    expect(topic).toMatch(/<a rel="ugc nofollow" class="stream"[^>]* href="\/#narrow\/stream\//)
    expect(topic).toContain('href="/#narrow/channel/')
    expect(topic).not.toContain(dov.email)
    expect(await (await visitor.request(`${path}?topic=`)).text()).toContain('Welcome')
  })

  test('a spoiler opens without a script, also one in another and one without a header', async () => {
    const { visitor, path, dov, harbour } = await realmWithHarbour()
    const inner = '```spoiler Inner <b>\nA `code`\n```'
    await dov.sends(harbour, 'tales', `~~~spoiler\n${inner}\n~~~\n\nafter`)
    const topic = await (await visitor.request(`${path}?topic=tales`)).text()
    expect(/<div class="content" dir="auto">([^]*?)<\/article>/.exec(topic)?.[1]?.replaceAll('\n', '')).toBe(
      '<details><summary>Spoiler</summary><div class="spoiler-content"><details><summary><p>Inner &lt;b&gt;</p></summary>' +
        '<div class="spoiler-content"><p>A <code>code</code></p></div></details></div></details><p>after</p></div>',
    )
  })

  test('shows fifty messages, and links to older ones', async () => {
    const { visitor, path, dov, harbour } = await realmWithHarbour()
    for (let number = 1; number <= 51; number++) await dov.sends(harbour, 'log', `entry ${number}.`)
    const newest = await (await visitor.request(`${path}?topic=log`)).text()
    expect([newest.includes('entry 51.'), newest.includes('entry 2.'), newest.includes('entry 1.')]).toEqual([
      true,
      true,
      false,
    ])
    const older = /href="([^"]+before[^"]+)"/.exec(newest)?.[1]?.replaceAll('&#38;', '&')
    const oldest = await (await visitor.request(older!)).text()
    expect([oldest.includes('entry 1.'), oldest.includes('before=')]).toEqual([true, false])
    expect(oldest).toContain('Newest messages')
  })

  test('only the organization decides whether search engines may list its pages', async () => {
    const { visitor, path, ada } = await realmWithHarbour()
    const before = await visitor.request(path)
    expect(before.headers.get('x-robots-tag')).toBe('noindex')
    expect(await before.text()).toContain('<meta name="robots" content="noindex">')
    succeeded(await ada.patch('/realm', { parley_public_pages_indexed: true }))
    const after = await visitor.request(path)
    expect(after.headers.get('x-robots-tag')).toBeNull()
    expect(await after.text()).not.toContain('noindex')
  })
})
