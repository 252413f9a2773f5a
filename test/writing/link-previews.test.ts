import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { succeeded, type Person } from '../support/person'
import { receivedBy } from '../support/received-events'
import { freshRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { countRows, executeSql } from '../support/tables'

const PAGE = 'https://news.example.net/story'
const HEAD =
  '<meta property="og:title" content="News"><meta property="og:description" content="d">' +
  '<meta property="og:image" content="/a.png">'
const page = (head = HEAD) => new Response(`<head>${head}</head>`, { headers: { 'content-type': 'text/html' } })

type Answer = (url: string) => Response | Promise<Response>

/** Replaces the other sites. Returns the addresses that were requested. */
function otherSites(answer: Answer = () => page()): string[] {
  const requested: string[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { url } = new Request(input)
    requested.push(url)
    return answer(url)
  })
  onTestFinished(() => spy.mockRestore())
  return requested
}

async function realmWithPreviews() {
  const world = await freshRealm()
  await preventAlarms(world.realm)
  succeeded(await world.ada.patch('/realm', { inline_url_embed_preview: true }))
  return world
}

const contentOf = async (person: Person, id: number): Promise<string> =>
  succeeded(await person.get(`/messages/${id}`)).message.content

describe('a message with a link, in an organization that turned previews on', () => {
  test('shows what the page says about itself, by an event that is no edit', async () => {
    const { realm, dov, cleo, general } = await realmWithPreviews()
    const requested = otherSites()
    const { id } = await dov.sends(general, 'news', PAGE)
    expect(await contentOf(cleo, id)).not.toContain('message_embed')
    const [received] = await receivedBy([cleo], () => doDueWork(realm))
    const content = await contentOf(cleo, id)
    expect(content).toMatch(
      /<div class="message_embed"><a class="message_embed_image" href="https:\/\/news.example.net\/story" style="background-image: url\(\/external_content\/[0-9a-f]{32}\/[0-9a-f]+\)"><\/a>/,
    )
    expect(content).toContain(`<div class="message_embed_title"><a href="${PAGE}" title="News">News</a></div>`)
    expect(received!.plain).toEqual([
      expect.objectContaining({
        type: 'update_message',
        user_id: null,
        rendering_only: true,
        message_id: id,
        rendered_content: content,
      }),
    ])
    expect(requested).toEqual([PAGE])
  })

  test('needs no request for a page that is known, and at most five requests', async () => {
    const { realm, dov, general } = await realmWithPreviews()
    const requested = otherSites()
    const links = Array.from({ length: 8 }, (_, nth) => `${PAGE}/${nth}`)
    const { id } = await dov.sends(general, 'news', links.join(' '))
    await doDueWork(realm)
    expect(requested).toHaveLength(5)
    expect((await contentOf(dov, id)).split('"message_embed"')).toHaveLength(6)
    await dov.sends(general, 'news', links[0]!)
    await doDueWork(realm)
    expect(requested).toHaveLength(5)
  })

  test('counts a request for oEmbed among the five', async () => {
    const { realm, dov, general } = await realmWithPreviews()
    const head = (nth: string) =>
      `<title>T</title><link type="application/json+oembed" href="https://news.example.net/oembed/${nth}">`
    const requested = otherSites((url) =>
      url.includes('oembed') ? Response.json({ thumbnail_url: '/t.png' }) : page(head(url.split('/').at(-1)!)),
    )
    await dov.sends(general, 'news', [1, 2, 3, 4].map((nth) => `${PAGE}/${nth}`).join(' '))
    await doDueWork(realm)
    expect(requested.map((url) => url.includes('oembed'))).toEqual([false, false, false, false, true])
  })

  test('waits for its own page only: a site that has not answered yet delays no other message', async () => {
    const { realm, dov, cleo, general } = await realmWithPreviews()
    let meanwhile = ''
    const requested = otherSites(async (url) => {
      if (url !== PAGE) return page()
      const { id } = await dov.sends(general, 'news', 'https://quick.example.net/')
      await doDueWork(realm)
      meanwhile = await contentOf(cleo, id)
      return page()
    })
    const { id } = await dov.sends(general, 'news', PAGE)
    await doDueWork(realm)
    expect(meanwhile).toContain('message_embed')
    expect(await contentOf(cleo, id)).toContain('message_embed')
    expect(requested).toEqual([PAGE, 'https://quick.example.net/'])
    expect(await countRows(realm, 'linking_messages')).toBe(0)
  })

  test('needs a request that the hour of the organization still has', async () => {
    const { realm, ada } = await realmWithVariables({ RATE_LIMIT_LINK_PREVIEWS: '3600:2' })
    await preventAlarms(realm)
    succeeded(await ada.patch('/realm', { inline_url_embed_preview: true }))
    const requested = otherSites()
    const links = Array.from({ length: 4 }, (_, nth) => `${PAGE}/${nth}`)
    await ada.sendsDirectly([ada], links.join(' '))
    await doDueWork(realm)
    expect(requested).toHaveLength(2)
    await advanceClock(realm, 3601)
    await ada.sendsDirectly([ada], links.join(' '))
    await doDueWork(realm)
    expect(requested).toHaveLength(4)
  })

  test('is not tried for ever: a page that stops the realm object twice is given up', async () => {
    const { realm, ada } = await freshRealm()
    await preventAlarms(realm)
    succeeded(await ada.patch('/realm', { inline_url_embed_preview: true }))
    const requested = otherSites()
    await ada.sendsDirectly([ada], PAGE)
    await executeSql(realm, 'UPDATE linking_messages SET attempts = 2')
    await doDueWork(realm)
    expect(requested).toEqual([])
    expect(await countRows(realm, 'linking_messages')).toBe(0)
  })

  test('an edit or a deletion during the request counts, and so does the setting', async () => {
    const { realm, ada, dov, general } = await realmWithPreviews()
    const send = async () => (await dov.sends(general, 'news', `${PAGE}/${Math.random()}`)).id
    const edited = await send()
    let act: () => Promise<unknown> = () => dov.patch(`/messages/${edited}`, { content: 'no link' })
    otherSites(async () => {
      await act()
      return page()
    })
    await doDueWork(realm)
    expect(await contentOf(dov, edited)).toBe('<p>no link</p>')
    const deleted = await send()
    act = () => ada.delete(`/messages/${deleted}`)
    await doDueWork(realm)
    expect((await dov.get(`/messages/${deleted}`)).code).toBe('BAD_REQUEST')
    const late = await send()
    act = () => ada.patch('/realm', { inline_url_embed_preview: false })
    await doDueWork(realm)
    expect(await contentOf(dov, late)).not.toContain('message_embed')
  })

  test('is only text, whatever the page says; and no private address is called', async () => {
    const { realm, dov, general } = await realmWithPreviews()
    const evil = '"><script>alert(1)</script>'
    const requested = otherSites(() => page(HEAD.replace('News', '&lt;img src=x&gt;').replace('"d"', `'${evil}'`)))
    const { id } = await dov.sends(
      general,
      'news',
      `${PAGE} https://10.0.0.1/x https://router.lan/x http://news.example.net/`,
    )
    await doDueWork(realm)
    expect(requested).toEqual([PAGE])
    const content = await contentOf(dov, id)
    expect(content).toContain('&lt;img src=x&gt;')
    expect(content).not.toMatch(/<script|<img/)
  })
})

test('a user without previews causes no request, also with an edit', async () => {
  const { realm, cleo, dov, general } = await realmWithPreviews()
  const requested = otherSites()
  succeeded(await dov.patch('/settings', { parley_link_previews: false }))
  const { id } = await dov.sends(general, 'news', PAGE)
  succeeded(await dov.patch(`/messages/${id}`, { content: `${PAGE}/again` }))
  await doDueWork(realm)
  expect(requested).toEqual([])
  await cleo.sends(general, 'news', PAGE)
  await doDueWork(realm)
  expect(requested).toEqual([PAGE])
})

test('without the setting, and for bots, no page is requested', async () => {
  const { realm, ada, dov, fig, general } = await freshRealm()
  await preventAlarms(realm)
  const requested = otherSites()
  await dov.sends(general, 'news', PAGE)
  await doDueWork(realm)
  succeeded(await ada.patch('/realm', { inline_url_embed_preview: true }))
  await fig.sends(general, 'news', PAGE)
  await doDueWork(realm)
  expect(requested).toEqual([])
})
