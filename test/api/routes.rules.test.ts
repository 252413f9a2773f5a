import { describe, expect, test } from 'vitest'
import type { AnyEndpoint, Route, Schemas } from '../../src/api/endpoint'
import { integer, shortText } from '../../src/api/params'
import { fullPathOf, routerFor } from '../../src/api/routes'

const endpoint = (route: Route, params: Schemas = {}): AnyEndpoint => ({
  kind: 'decision',
  route,
  summary: 'Wish for something.',
  caller: { describes: 'any user', needs: 'account', errors: [], refusal: () => undefined },
  params,
  returns: {},
  errors: [],
  decide: () => undefined,
})

const find = routerFor([
  endpoint('GET /users/me'),
  endpoint('GET /users/:user_id', { user_id: integer() }),
  endpoint('GET /users/:email', { email: shortText() }),
  endpoint('PATCH /users/:user_id', { user_id: integer() }),
  endpoint('GET site:/files/:path+', { path: shortText() }),
  endpoint('HEAD /tus/:upload', { upload: shortText() }),
])

async function result(method: string, path: string) {
  const url = new URL(`https://chat.test${path}`)
  const match = await find(new Request(url, { method }), url)
  return match && 'endpoint' in match ? [match.endpoint.route, match.path] : match?.allowed_methods
}

describe('routerFor', () => {
  test.each<[string, string, string, unknown]>([
    ['a fixed path', 'GET', '/api/v1/users/me', ['GET /users/me', {}]],
    ['an id', 'GET', '/api/v1/users/7', ['GET /users/:user_id', { user_id: '7' }]],
    [
      'a text where another endpoint has an id',
      'GET',
      '/api/v1/users/ada@chat.test',
      ['GET /users/:email', { email: 'ada@chat.test' }],
    ],
    ['a parameter with escaped characters', 'GET', '/api/v1/users/a%2Fb', ['GET /users/:email', { email: 'a/b' }]],
    ['a path that is not below the root', 'GET', '/files/1/a/b.txt', ['GET site:/files/:path+', { path: '1/a/b.txt' }]],
    ['HEAD as GET', 'HEAD', '/api/v1/users/me', ['GET /users/me', {}]],
    ['a declared HEAD', 'HEAD', '/api/v1/tus/a', ['HEAD /tus/:upload', { upload: 'a' }]],
    ['a path with a query', 'GET', '/api/v1/users/7?a=1', ['GET /users/:user_id', { user_id: '7' }]],
    ['a path without an endpoint', 'GET', '/api/v1/wishes', undefined],
    ['a malformed escape', 'GET', '/api/v1/users/%E0', undefined],
    ['another method', 'POST', '/api/v1/users/7', ['GET', 'HEAD', 'OPTIONS', 'PATCH']],
    ['another method where only a text fits', 'PATCH', '/api/v1/users/ada', ['GET', 'HEAD', 'OPTIONS']],
  ])('%s', async (_, method, path, expected) => {
    expect(await result(method, path)).toEqual(expected)
  })

  test('the full path of an endpoint begins with the root of the API, unless it is on the site', () => {
    expect(fullPathOf(endpoint('GET /users/me'))).toBe('/api/v1/users/me')
    expect(fullPathOf(endpoint('GET site:/files/:path+'))).toBe('/files/:path+')
  })
})
