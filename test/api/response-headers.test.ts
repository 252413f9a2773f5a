import { describe, expect, test } from 'vitest'
import { PATH_PARAM, methodOf } from '../../src/api/endpoint'
import { fullPathOf } from '../../src/api/routes'
import { endpoints } from '../../src/catalogue'
import { emptyRealm, freshRealm, TestRealm } from '../support/realm'
import { credentialsOf, OTHER_ORIGIN, sendToWorker } from '../support/worker'

describe('the headers of a response', () => {
  test('OPTIONS lists the methods, without credentials', async () => {
    const response = await new TestRealm('no-realm').request('/messages', { method: 'OPTIONS' })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('allow pages of other origins to send requests and to read responses', async () => {
    const preflight = await new TestRealm('no-realm').request('/messages', {
      method: 'OPTIONS',
      headers: {
        ...OTHER_ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, POST',
      'access-control-allow-headers': expect.stringMatching(/authorization.*content-type/i),
    })
    const { ada } = await emptyRealm()
    for (const [path, status] of [
      ['/users/me', 200],
      ['/users/0', 400],
      ['/nothing', 404],
    ] as const) {
      const response = await ada.request(path, { headers: OTHER_ORIGIN })
      expect(response.status).toBe(status)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After')
      // The API has no cookies, so browsers must send no credentials by themselves.
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
      await response.body?.cancel()
    }
    expect((await ada.request('/users/me')).headers.has('access-control-allow-origin')).toBe(false)
  })

  const PAGE_OR_JSON = /^(?:application\/json|application\/scim\+json|text\/html); charset=utf-8$/

  test('forbid caches and protect browsers, for each endpoint that is not public and each kind of credentials', async () => {
    const { realm, ada } = await freshRealm()
    const wrong = { authorization: `Basic ${btoa(`${ada.email}:${'x'.repeat(32)}`)}` }
    // Public responses are the same for all users, so caches can store them.
    for (const endpoint of endpoints.filter(({ kind }) => kind !== 'public'))
      for (const headers of [credentialsOf(ada), wrong, {}]) {
        const path = fullPathOf(endpoint).replaceAll(PATH_PARAM, '1')
        const request = new Request(`${realm.url}${path}`, { method: methodOf(endpoint), headers })
        // This test does not compare responses, so they must not count as checked.
        const response = await sendToWorker(request, { CHECK_DECLARATIONS: '' })
        expect(response.status, endpoint.route).toBeLessThan(500)
        expect(Object.fromEntries(response.headers), endpoint.route).toMatchObject({
          'cache-control': 'private, no-store',
          vary: expect.stringMatching(/^Authorization, Cookie, Origin(?:, Accept-Language)?$/),
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringMatching(/^default-src 'none';.* frame-ancestors 'none'$/),
          'referrer-policy': expect.stringMatching(/^(?:no-referrer|same-origin)$/),
          'strict-transport-security': 'max-age=31536000',
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        })
        const type = response.headers.get('content-type')
        // Clients of other chat servers expect plain text.
        const isPlain = endpoint.writeRefusal !== undefined && type === 'text/plain; charset=utf-8'
        expect(response.status === 302 || isPlain || PAGE_OR_JSON.test(String(type)), endpoint.route).toBe(true)
        expect(response.headers.get('www-authenticate') !== null, endpoint.route).toBe(response.status === 401)
        await response.body?.cancel()
      }
  })
})
