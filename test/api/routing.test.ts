import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { succeeded } from '../support/person'
import { emptyRealm, freshRealm, TestRealm } from '../support/realm'
import { jsonOf, outcomeOf } from '../support/worker'

describe('the path and the method of a request', () => {
  test.each(['/api/v1/nothing', '/api/v1/', '/api/v2/users', '/api/v1/users/1/2/3', '/API/v1/users', '/api/v1/%'])(
    '%s is not found',
    async (path) => {
      const response = await exports.default.fetch(`http://no-realm.parley.test${path}`)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await jsonOf(response)).toEqual({ status: 404, result: 'error', msg: 'No such path', code: 'NOT_FOUND' })
    },
  )

  test('a browser that opens an unknown path shows a page in its language, with a way on', async () => {
    const opened = { headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' } }
    const response = await exports.default.fetch('http://no-realm.parley.test/nothing', opened)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(response.headers.get('x-request-id')).toBeTruthy()
    const markup = await response.text()
    for (const part of ['lang="de"', 'Diese Seite gibt es nicht', 'href="/"']) expect(markup).toContain(part)
  })

  test.each([
    ['a path of the API', '/api/v1/nothing', { headers: { accept: 'text/html' } }],
    ['a path of the pages', '/json/nothing', { headers: { accept: 'text/html' } }],
    ['a request of a program', '/nothing', { headers: { accept: '*/*' } }],
    ['a form', '/nothing', { method: 'POST', headers: { accept: 'text/html' } }],
  ])('%s that is unknown has the refusal of the API', async (_, path, init) => {
    const response = await exports.default.fetch(`http://no-realm.parley.test${path}`, init)
    expect(await outcomeOf(response)).toEqual([404, 'No such path'])
  })

  test('/ redirects to the documentation', async () => {
    const response = await exports.default.fetch('http://no-realm.parley.test/', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/api'])
  })

  test('a malformed path is not found, and an encoded one is decoded', async () => {
    const { ada } = await emptyRealm()
    for (const path of ['/users/%', '/users/%ff', '/users/%e0%a4%a', '/users/%zz'])
      expect(await jsonOf(await ada.request(path)), path).toMatchObject({ status: 404, msg: 'No such path' })
    expect(succeeded(await ada.get(`/users/${encodeURIComponent(ada.email)}`)).user.user_id).toBe(ada.id)
    for (const path of [
      '/users/..%2Fme',
      '/users/a%2Fb',
      '/users/%00',
      '/users/%F0%9F%98%80',
      `/users/${'x'.repeat(1000)}`,
    ])
      expect(await jsonOf(await ada.request(path)), path).toMatchObject({ status: 400, msg: 'No such user' })
  })

  test('a number in a path consists of ASCII digits only', async () => {
    const { ada, general } = await freshRealm()
    expect(succeeded(await ada.get(`/streams/${general.stream_id}`)).stream.name).toBe('general')
    for (const id of ['general', '-1', '1.5', '0x1', '1e3', '%20', '１'])
      expect(await jsonOf(await ada.request(`/streams/${id}`)), id).toMatchObject({ status: 404, msg: 'No such path' })
    expect(await outcomeOf(await ada.request('/streams/99999999999999999999'))).toEqual([
      400,
      'stream_id is not an integer',
    ])
  })

  test('a wrong method gets a 405 with the right methods', async () => {
    const { realm } = await emptyRealm()
    const response = await realm.request('/users/me/subscriptions', { method: 'PUT' })
    const allowed_methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST']
    expect(response.headers.get('allow')).toBe(allowed_methods.join(', '))
    expect(await jsonOf(response)).toEqual({
      status: 405,
      result: 'error',
      msg: 'Method Not Allowed',
      code: 'METHOD_NOT_ALLOWED',
      allowed_methods,
    })
  })

  test('HEAD is a wrong method where GET is one', async () => {
    const response = await new TestRealm('no-realm').request('/fetch_api_key', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([405, ''])
    expect(response.headers.get('allow')).toBe('OPTIONS, POST')
  })

  test('HEAD returns the status and headers of GET without its body', async () => {
    const { ada } = await emptyRealm()
    const [get, head] = [await ada.request('/users/me'), await ada.request('/users/me', { method: 'HEAD' })]
    const headersOf = ({ headers }: Response) =>
      [...headers.keys()].filter((name) => name !== 'content-length').toSorted()
    expect(await head.text()).toBe('')
    expect([head.status, headersOf(head)]).toEqual([get.status, headersOf(get)])
    expect(await get.json()).toMatchObject({ user_id: ada.id })
    const notFound = await ada.request('/users/0', { method: 'HEAD' })
    expect([notFound.status, await notFound.text()]).toEqual([400, ''])
  })
})
