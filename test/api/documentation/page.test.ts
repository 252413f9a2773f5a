import { createHash } from 'node:crypto'
import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { endpointAnchor, eventAnchor } from '../../../src/api/documentation/anchors'
import { describedError } from '../../../src/api/documentation/errors'
import { referencePage } from '../../../src/api/documentation/page'
import { pathParamsOf } from '../../../src/api/endpoint'
import { html } from '../../../src/api/html'
import { reference } from '../../../src/catalogue'
import { bareEndpoint, NOTHING_RECORDED, referenceWith } from '../../support/bare-declarations'

const get = (path: string) => exports.default.fetch(`http://documents.parley.test${path}`)
const page = async (query = '') => (await get(`/api${query}`)).text()

const endpoints = reference.groups.flatMap((group) => group.endpoints)
const events = reference.groups.flatMap((group) => group.events)

function articleIn(body: string, anchor: string): string {
  const start = body.indexOf(`<article id="${anchor}"`)
  expect(start, anchor).toBeGreaterThan(0)
  return body.slice(start, body.indexOf('</article>', start))
}

const escaped = (text: string) => html`${text}`.markup
const articlesIn = (body: string): string[] =>
  [...body.matchAll(/<article id="([^"]+)"/g)].map((match) => String(match[1]))

describe('GET /api', () => {
  test('is a page that uses nothing but its own style and script', async () => {
    const response = await get('/api/')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const body = await response.text()
    const hashOf = (tag: string) => {
      const [, text = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(body) ?? []
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    )
    expect(/<style>([\s\S]*?)<\/style>/.exec(body)?.[1]).not.toMatch(/url\(|@import/)
    const markup = body.replaceAll(/<script>[\s\S]*?<\/script>|<pre[\s\S]*?<\/pre>/g, '')
    expect(markup).not.toMatch(/<script|<link|<img|<iframe|style="|\son\w+=|https?:\/\//)
  })

  test('shows every endpoint with its caller, parameters, answer and errors', async () => {
    const body = await page()
    for (const endpoint of endpoints) {
      const article = articleIn(body, endpointAnchor(endpoint))
      expect(article).toContain(escaped(endpoint.summary))
      expect(article).toContain(escaped(`For ${endpoint.caller.describes}.`))
      for (const name of Object.keys(endpoint.params)) expect(article).toContain(`<code>${name}</code>`)
      for (const name of Object.keys(endpoint.returns)) expect(article).toContain(`<code>${name}</code>`)
      for (const kind of endpoint.errors) expect(article).toContain(escaped(describedError(kind).msg))
      for (const name of pathParamsOf(endpoint)) expect(article).toContain(`{${name}}`)
    }
  })

  test('shows every event with its fields, its recipients and the client options it depends on', async () => {
    const body = await page()
    for (const kind of events) {
      const article = articleIn(body, eventAnchor(kind))
      expect(article).toContain(escaped(kind.summary))
      for (const name of Object.keys(kind.fields)) expect(article).toContain(`<code>${name}</code>`)
      for (const name of kind.dependsOn ?? []) expect(article).toContain(`href="#option-${name}"`)
      for (const type of [kind.updates ?? []].flat()) expect(article).toContain(`<code>${type}</code>`)
      for (const [audience, words] of Object.entries(kind.recipients))
        expect(article.toLowerCase()).toContain(
          escaped(words === true ? reference.audiences.get(audience)!.description : words).toLowerCase(),
        )
    }
  })

  test('orders the groups by wing, under titles in words', async () => {
    const body = await page()
    const titles = reference.groups.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/^[A-Z][A-Za-z0-9 -]+$/)
    const headings = [...body.matchAll(/<h3><a [^>]*>([^<]+)<\/a><\/h3>/g)].map((match) => match[1])
    expect(headings).toEqual(titles)
    const wings = [...body.matchAll(/<section data-box id="wing-[^>]*>\s*<h2>([^<]+)<\/h2>/g)].map((match) => match[1])
    expect(wings).toEqual([...new Set(reference.groups.map(({ wing }) => wing))])
  })

  test('has a target for each link, and each anchor once', async () => {
    const body = await page()
    const ids = [...body.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of body.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target)
    for (const [, target] of body.matchAll(/<label for="([^"]*)"/g)) expect(ids).toContain(target)
  })

  test('marks deprecated endpoints, escapes the texts of declarations, and names the build of the server', () => {
    const summary = 'Ask <b>nicely</b> & often.'
    const endpoint = bareEndpoint({ route: 'GET /wishes', deprecated: true, summary })
    const build = { version: '1.2.3', bundle_sha256: 'ab12' }
    const body = referencePage(referenceWith({ endpoints: [endpoint] }), NOTHING_RECORDED, build)('')
    expect(body).toContain('<span class="badge deprecated">deprecated</span>')
    expect(body).toContain('Ask &#60;b&#62;nicely&#60;/b&#62; &#38; often.')
    expect(body).toContain('It runs Parley 1.2.3, built as <code>ab12</code>.')
  })
})

describe('GET /api?q=', () => {
  test('shows only the endpoints and events that contain each word, without a script', async () => {
    expect(articlesIn(await page('?q=SUBmessage'))).toEqual(['post-submessage', 'event-submessage'])
    expect(articlesIn(await page('?q=submessage+event'))).toEqual(['event-submessage'])
    expect(articlesIn(await page())).toHaveLength(endpoints.length + events.length)
  })

  test('finds parameters, fields and titles of groups', async () => {
    expect(articlesIn(await page('?q=emoji_code'))).toContain('post-messages-message_id-reactions')
    expect(articlesIn(await page('?q=local_message_id'))).toEqual(['event-message'])
    expect(articlesIn(await page('?q=presence+event'))).toContain('event-presence')
  })

  test('has a message if nothing matches, and escapes the query', async () => {
    const body = await page('?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E')
    expect(articlesIn(body)).toEqual([])
    expect(body).toContain('<p class="nothing">No endpoint and no event contains these words.</p>')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;"')
  })

  test('truncates a query that is too long', async () => {
    const body = await page(`?q=${'x'.repeat(5000)}`)
    expect(body).toContain(`value="${'x'.repeat(200)}"`)
  })

  test('has its own ETag', async () => {
    const [all, some] = await Promise.all([get('/api'), get('/api?q=reaction')])
    expect(all.headers.get('etag')).not.toBe(some.headers.get('etag'))
    await all.body?.cancel()
    await some.body?.cancel()
  })
})
