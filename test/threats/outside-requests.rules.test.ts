import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fetchOutside, type OutsideResult } from '../../src/outside/fetch-outside'
import { purposes, readPurposes, type Purpose } from '../../src/outside/purposes'

/** Loopback servers need a policy that allows them. The others never leave the machine, because `fetch` is replaced. */
const policy = { allows_private: true, own_hosts: [], disabled: new Set<string>(), sendBeside: undefined }
const publicOnly = { ...policy, allows_private: false }
const purpose: Purpose = { name: 'trial', milliseconds: 1000, bytes: 1000, redirects: 2 }

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function server(answer: Answer): Promise<string> {
  const listening = createServer(answer)
  const { promise, resolve } = Promise.withResolvers<void>()
  listening.listen(0, '127.0.0.1', resolve)
  await promise
  onTestFinished(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

const failureOf = (result: OutsideResult) => ('failure' in result ? result.failure : result.response.status)

function replaceFetch(answers: Record<string, Response>) {
  const called: string[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { url } = new Request(input)
    called.push(url)
    return answers[url] ?? new Response('', { status: 404 })
  })
  onTestFinished(() => spy.mockRestore())
  return called
}

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } })

/** The official bouncer may take 15 seconds for notifications, and 90 for the figures of all realms. A model writes for some time. */
const MORE_MILLISECONDS = new Map([
  ['language_model', 45_000],
  ['push', 15_000],
  ['push_realms', 90_000],
])

describe('a request of the server to another server', () => {
  test('returns the response with its body, its address and a few headers', async () => {
    const url = await server((_, response) => {
      response.writeHead(203, { 'content-type': 'text/plain', 'set-cookie': 'a=b', 'x-other': 'c' }).end('Hello')
    })
    const result = await fetchOutside(policy, purpose, { url })
    if ('failure' in result) throw new Error(result.failure)
    expect([result.url, result.response.status, await result.response.text()]).toEqual([url, 203, 'Hello'])
    expect([...result.response.headers]).toEqual([['content-type', 'text/plain']])
  })

  test('contains nothing but what the caller states: no cookie, no referrer, no credential', async () => {
    let headers: object = {}
    const url = await server((request, response) => {
      ;({ headers } = request)
      response.setHeader('set-cookie', 'visitor=1').end()
    })
    await fetchOutside(policy, purpose, { url })
    await fetchOutside(policy, purpose, { url })
    expect(headers).toMatchObject({ 'user-agent': 'Parley/0.1 (trial)' })
    for (const name of ['cookie', 'referer', 'authorization', 'origin']) expect(headers).not.toHaveProperty(name)
  })

  test.for([
    'https://127.0.0.1/',
    'https://localhost./',
    'http://example.net/',
    'https://2130706433/',
    '//[::ffff:127.0.0.1]/',
    'https://user:secret@example.net/',
    'file:///etc/passwd',
  ])('follows no redirect to %s, because each address is checked', async (location) => {
    const called = replaceFetch({ 'https://example.com/': redirectTo(location) })
    expect(failureOf(await fetchOutside(publicOnly, purpose, { url: 'https://example.com/' }))).toBe('address')
    expect(called).toEqual(['https://example.com/'])
  })

  test('follows redirects to public addresses, up to the limit of its purpose', async () => {
    const called = replaceFetch({
      'https://example.com/': redirectTo('/next'),
      'https://example.com/next': redirectTo('https://example.net/'),
      'https://example.net/': redirectTo('https://example.org/'),
    })
    const request = { url: 'https://example.com/' }
    expect(failureOf(await fetchOutside(publicOnly, purpose, request))).toBe('too-many-redirects')
    expect(called).toEqual(['https://example.com/', 'https://example.com/next', 'https://example.net/'])
    expect(failureOf(await fetchOutside(publicOnly, { ...purpose, redirects: 3 }, request))).toBe(404)
    expect(failureOf(await fetchOutside(publicOnly, { ...purpose, redirects: 0 }, request))).toBe(302)
  })

  test('is one request: the platform follows no redirect by itself', async () => {
    const paths: (string | undefined)[] = []
    const url = await server((request, response) => {
      paths.push(request.url)
      response.writeHead(302, { location: '/next' }).end()
    })
    expect(failureOf(await fetchOutside(policy, { ...purpose, redirects: 0 }, { url }))).toBe(302)
    expect(paths).toEqual(['/'])
  })

  test('follows no redirect with a body or a credential, which another server would receive', async () => {
    const called = replaceFetch({ 'https://example.com/': redirectTo('https://example.net/') })
    const url = 'https://example.com/'
    const requests = [
      { url, method: 'POST', body: 'text' },
      { url, headers: { Authorization: 'Bearer x' } },
      { url, headers: { cookie: 'a=b' } },
    ] as const
    for (const request of requests) expect(failureOf(await fetchOutside(publicOnly, purpose, request))).toBe(302)
    expect(called).toEqual([url, url, url])
  })

  test('ends at the largest size: declared, not declared, or compressed', async () => {
    let sent = 0
    const answers: Answer[] = [
      (_, response) => void response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1001)),
      (_, response) => {
        const timer = setInterval(() => {
          sent += 500
          response.write('x'.repeat(500))
        }, 5)
        response.on('close', () => clearInterval(timer))
      },
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(10_000_000))),
    ]
    for (const answer of answers)
      expect(failureOf(await fetchOutside(policy, purpose, { url: await server(answer) }))).toBe('too-large')
    expect(sent).toBeLessThan(20_000)
    const url = await server((_, response) => void response.end('x'.repeat(1000)))
    expect(failureOf(await fetchOutside(policy, purpose, { url }))).toBe(200)
  })

  test('ends at its time limit: without headers, and with a body that never ends', async () => {
    const short = { ...purpose, milliseconds: 100 }
    const silent = await server(() => undefined)
    const endless = await server((_, response) => void response.write('x'))
    for (const url of [silent, endless]) expect(failureOf(await fetchOutside(policy, short, { url }))).toBe('late')
  })

  test('does not throw if the other server cannot be reached', async () => {
    expect(failureOf(await fetchOutside(policy, purpose, { url: 'http://127.0.0.1:1/' }))).toBe('unreachable')
  })

  test('is not made for a purpose that the deployment disabled', async () => {
    const called = replaceFetch({ 'https://example.com/': new Response('') })
    const disabled = readPurposes('push, webhooks')
    const request = { url: 'https://example.com/' }
    expect(failureOf(await fetchOutside({ ...policy, disabled }, purposes.webhooks, request))).toBe('disabled')
    expect(called).toEqual([])
    expect(failureOf(await fetchOutside({ ...policy, disabled }, purpose, request))).toBe(200)
    expect(() => readPurposes('webhook')).toThrow('unknown purpose: webhook')
  })

  test('has limits for each purpose', () => {
    for (const { name, milliseconds, bytes, redirects } of Object.values(purposes)) {
      expect(milliseconds).toBeLessThanOrEqual(MORE_MILLISECONDS.get(name) ?? 10_000)
      expect(bytes).toBeLessThanOrEqual(10 * 2 ** 20)
      expect(redirects).toBeLessThanOrEqual(3)
    }
  })
})

test.for(Object.values(purposes))(
  'a deployment can disable requests for $name, and then none is sent',
  async (allowed) => {
    const called = replaceFetch({ 'https://example.com/': new Response('') })
    expect(failureOf(await fetchOutside(publicOnly, allowed, { url: 'https://example.com/' }))).toBe(200)
    const disabled = readPurposes(allowed.name)
    expect(failureOf(await fetchOutside({ ...publicOnly, disabled }, allowed, { url: 'https://example.com/' }))).toBe(
      'disabled',
    )
    expect(called).toEqual(['https://example.com/'])
  },
)
