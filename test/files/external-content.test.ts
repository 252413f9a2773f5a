import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PNG } from '../support/pictures'
import { succeeded, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { visit } from '../support/files'

type Answer = (request: Request) => Response

/** Replaces the other sites. Returns the requests that reached them. */
function otherSites(answers: Record<string, Answer>): Request[] {
  const requests: Request[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    requests.push(request)
    return answers[request.url]?.(request) ?? new Response('', { status: 404 })
  })
  onTestFinished(() => spy.mockRestore())
  return requests
}

const bytes =
  (content: BodyInit, type: string, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(content, { headers: { 'content-type': type, ...headers } })

const CAT = 'https://cats.example.net/cat.png'
const FILM = 'https://cats.example.net/cat.mp4'

/** Returns the address at which the server serves a file of another site. */
async function addressOf(person: Person, url: string): Promise<string> {
  const response = await visit(person, `/thumbnail?url=${encodeURIComponent(url)}&size=thumbnail`)
  expect(response.status).toBe(302)
  return response.headers.get('location')!
}

async function statusOf(visitor: Parameters<typeof visit>[0], address: string): Promise<number> {
  const response = await visit(visitor, address)
  await response.body?.cancel()
  return response.status
}

describe('GET site:/external_content/:digest/:received_url', () => {
  test('serves a picture of another site', async () => {
    const { dov } = await freshRealm()
    otherSites({ [CAT]: bytes(PNG, 'image/png; charset=binary') })
    const address = await addressOf(dov, CAT)
    expect(address).toMatch(new RegExp(`^/external_content/[0-9a-f]{32}/${Buffer.from(CAT).toString('hex')}$`))
    const response = await visit(dov, address)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=86400, immutable',
    })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG)
  })

  test('the other site sees neither the reader nor a cookie, and the reader no cookie of the site', async () => {
    const { dov } = await freshRealm()
    const requests = otherSites({ [CAT]: bytes(PNG, 'image/png', { 'set-cookie': 'spy=1', 'x-spy': '1' }) })
    const headers = { cookie: 'secret=1', referer: 'https://inside.example.com', 'x-forwarded-for': '203.0.113.9' }
    const response = await visit(dov, await addressOf(dov, CAT), { headers })
    expect([response.status, response.headers.get('set-cookie'), response.headers.get('x-spy')]).toEqual([
      200,
      null,
      null,
    ])
    await response.body?.cancel()
    expect(requests).toHaveLength(1)
    expect([...requests[0]!.headers.keys()].toSorted()).toEqual(['accept', 'user-agent'])
  })

  test('only addresses that this realm signed are fetched, and only for its users', async () => {
    const [{ realm, dov }, other] = [await freshRealm(), await freshRealm()]
    const requests = otherSites({ [CAT]: bytes(PNG, 'image/png') })
    const address = await addressOf(dov, CAT)
    expect(await statusOf(dov, address)).toBe(200)
    const [, , digest = '', hex = ''] = address.split('/')
    const otherHex = Buffer.from('https://cats.example.net/dog.png').toString('hex')
    const forged = [
      `/external_content/${digest}/${otherHex}`,
      `/external_content/${'0'.repeat(32)}/${hex}`,
      `/external_content/${digest}/${hex.toUpperCase()}`,
      `/external_content/${digest}/${hex}0`,
    ]
    for (const wrong of forged) expect(await statusOf(dov, wrong), wrong).toBe(403)
    expect(await statusOf(other.dov, address)).toBe(403)
    expect(await statusOf(realm, address)).toBe(401)
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['a page', '<html><script>alert(1)</script>', 'text/html'],
    ['a page that says it is a picture', '<html><script>alert(1)</script>', 'image/png'],
    ['a drawing that can have a script', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['a picture of another type than it says', PNG, 'image/jpeg'],
    ['bytes without a type', PNG, ''],
    ['a script', 'alert(1)', 'text/javascript'],
  ])('is served only as a picture, a sound or a film, whatever the other site says: %s', async (_, content, type) => {
    const { dov } = await freshRealm()
    otherSites({ [CAT]: bytes(content, type) })
    expect(await statusOf(dov, await addressOf(dov, CAT))).toBe(400)
  })

  test('a picture with a page behind its pixels stays a picture', async () => {
    const { dov } = await freshRealm()
    const polyglot = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])
    otherSites({ [CAT]: bytes(polyglot, 'image/png') })
    const response = await visit(dov, await addressOf(dov, CAT))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    await response.body?.cancel()
  })

  test('a user causes a limited number of requests, although pages themselves are not limited', async () => {
    const { dov, ada } = await freshRealm()
    const requests = otherSites({ [CAT]: bytes(PNG, 'image/png') })
    const [address, hers] = [await addressOf(dov, CAT), await addressOf(ada, CAT)]
    const statuses = new Set<number>()
    for (let count = 0; count < 300; count++) statuses.add(await statusOf(dov, address))
    expect([...statuses]).toEqual([200])
    expect([await statusOf(dov, address), await statusOf(ada, hers)]).toEqual([429, 200])
    expect(requests).toHaveLength(301)
  })

  test('a redirect to a private address is not followed', async () => {
    const { dov } = await freshRealm()
    for (const target of [
      'https://127.0.0.1/x.png',
      'https://router.lan/x.png',
      'https://[::1]/x.png',
      'file:///etc/passwd',
    ]) {
      const requests = otherSites({ [CAT]: () => new Response(null, { status: 302, headers: { location: target } }) })
      expect(await statusOf(dov, await addressOf(dov, CAT)), target).toBe(400)
      expect(requests.map(({ url }) => url)).toEqual([CAT])
      vi.restoreAllMocks()
    }
  })

  test('a huge picture is not loaded', async () => {
    const { dov } = await freshRealm()
    otherSites({ [CAT]: bytes(new Uint8Array(11 * 1024 * 1024), 'image/png') })
    expect(await statusOf(dov, await addressOf(dov, CAT))).toBe(400)
  })

  test('a film arrives in parts that browsers accept', async () => {
    const { dov } = await freshRealm()
    const requests = otherSites({
      [FILM]: (request) => {
        const [, first = '0', last = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.get('range') ?? '') ?? []
        const part = new Uint8Array(Number(last) - Number(first) + 1)
        const headers = { 'content-type': 'video/mp4', 'content-range': `bytes ${first}-${last}/90000000` }
        return new Response(part, { status: 206, headers })
      },
    })
    const address = await addressOf(dov, FILM)
    const ranges = { 'bytes=0-1': '0-1', 'bytes=0-': '0-4194303', 'bytes=1000-90000000': '1000-4195303' }
    for (const [range, part] of Object.entries(ranges)) {
      const response = await visit(dov, address, { headers: { range } })
      const { status, headers } = response
      expect([status, headers.get('content-range'), headers.get('content-type')]).toEqual([
        206,
        `bytes ${part}/90000000`,
        'video/mp4',
      ])
      await response.body?.cancel()
      expect(requests.at(-1)!.headers.get('range')).toBe(`bytes=${part}`)
    }
  })

  test('messages show films and stills of other sites by addresses of this server', async () => {
    const { dov } = await freshRealm()
    const render = async (content: string) => succeeded(await dov.post('/messages/render', { content })).rendered
    for (const content of [FILM, CAT, 'https://www.youtube.com/watch?v=abc']) {
      const sources = [...String(await render(content)).matchAll(/ src="([^"]*)"/g)].map(([, source]) => source)
      expect(sources).toEqual([expect.stringMatching(/^\/thumbnail\?url=https%3A%2F%2F/)])
    }
  })
})
