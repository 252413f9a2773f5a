import { describe, expect, test, vi } from 'vitest'
import { cacheKeyById, RealmCache } from '../../src/store/realm-cache'
import { formOf, succeeded, type Json } from '../support/person'
import { emptyRealm, freshRealm } from '../support/realm'

const HOSTILE = '<img src=x onerror=alert(1)>'
const HOSTILE_NAME = '<img src=x onerror=alert(1) ' // the name of a user cannot contain ">"

describe('names that look like HTML', () => {
  test('are escaped in each field that clients show as HTML', async () => {
    const { realm, ada, ben } = await freshRealm()
    const gwen = await realm.newPerson('gwen', { full_name: HOSTILE_NAME })
    const queue = await ben.registers({ apply_markdown: true })
    const subscriptions = [{ name: HOSTILE, description: `${HOSTILE} **bold**` }]
    succeeded(await ada.post('/users/me/subscriptions', { subscriptions, principals: [ben.id, gwen.id] }))
    const content = `${HOSTILE} @**${HOSTILE_NAME.trim()}** #**${HOSTILE}**`
    const { id } = await gwen.sends({ name: HOSTILE }, HOSTILE, content)
    const paths = ['/users', `/users/${gwen.id}`, '/users/me/subscriptions', '/streams', `/messages/${id}`]
    const answers: [string, Response][] = []
    for (const path of paths) answers.push([path, await ben.request(path)])
    answers.push(['/messages', await ben.request('/messages?anchor=newest&num_before=5&num_after=0')])
    answers.push(['/register', await ben.request('/register', { method: 'POST' })])
    for (const [path, response] of answers) {
      expect(response.headers.get('content-type'), path).toBe('application/json; charset=utf-8')
      expect(response.headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(response.headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(htmlIn(await response.json()), path).not.toMatch(/<img/i)
    }
    const events = await queue.events()
    expect(events.length).toBeGreaterThan(2)
    expect(htmlIn(events)).not.toMatch(/<img/i)
    expect(htmlIn(events)).toContain('<strong>bold</strong>') // so htmlIn finds rendered fields
    expect(JSON.stringify(events)).toContain(HOSTILE) // and the plain name is complete
  })

  test('are plain text in errors', async () => {
    const { ada } = await emptyRealm()
    for (const response of [
      await ada.request(`/users/${encodeURIComponent(HOSTILE)}`),
      await ada.request(`/${encodeURIComponent(HOSTILE)}`),
      await ada.request(`/messages?anchor=${encodeURIComponent(HOSTILE)}&num_before=0&num_after=0`),
      await ada.request('/users/me/subscriptions', { method: 'DELETE', body: formOf({ subscriptions: [HOSTILE] }) }),
      await ada.request('/users', {
        method: 'POST',
        body: formOf({ email: HOSTILE, password: 'tangled violin moth', full_name: 'Gwen' }),
      }),
    ]) {
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })
})

/** The fields that clients show as HTML. */
const IS_HTML = /^rendered_|^content$|^realm_description$|_html$/

function htmlIn(value: Json): string {
  if (Array.isArray(value)) return value.map(htmlIn).join('\n')
  if (value === null || typeof value !== 'object') return ''
  return Object.entries(value)
    .map(([name, inner]) => (IS_HTML.test(name) && typeof inner === 'string' ? inner : htmlIn(inner)))
    .join('\n')
}

describe('caches between server and client', () => {
  test('must not store any response', async () => {
    const { realm, ada, dov } = await freshRealm()
    const headers = { authorization: 'Basic x' }
    const answers = {
      'a success': await dov.request('/users/me'),
      'a refusal': await dov.request('/users/4711'),
      'a stranger': await realm.request('/users/me'),
      'bad credentials': await realm.request('/users/me', { headers }),
      'a wrong method': await dov.request('/users/me', { method: 'PUT' }),
      'an unknown path': await dov.request('/nowhere'),
      'server settings': await realm.request('/server_settings'),
      'a login': await realm.request('/fetch_api_key', {
        method: 'POST',
        body: formOf({ username: ada.email, password: ada.account.password }),
      }),
      HEAD: await dov.request('/users/me', { method: 'HEAD' }),
      registration: await dov.request('/register', { method: 'POST' }),
    }
    for (const [kind, response] of Object.entries(answers)) {
      expect(response.headers.get('cache-control'), kind).toBe('private, no-store')
      expect(response.headers.get('vary'), kind).toContain('Authorization')
      expect(response.headers.has('set-cookie'), kind).toBe(false)
    }
  })

  test('simultaneous requests of different users get different responses', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const senders = Array.from({ length: 30 }, (_, index) => [ada, dov, ezra][index % 3]!)
    const answers = await Promise.all(senders.map((person) => person.get('/users/me')))
    expect(answers.map((answer) => answer.user_id)).toEqual(senders.map((person) => person.id))
  })
})

describe('requests that are too large', () => {
  test('a body above the limit is refused, with or without a Content-Length', async () => {
    const { dov } = await freshRealm()
    const largeBody = `content=${'x'.repeat(1024 * 1024)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const asStream = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(largeBody))
          controller.close()
        },
      })
    for (const body of [largeBody, asStream()]) {
      const response = await dov.request('/messages', { method: 'POST', headers, body })
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ code: 'REQUEST_TOO_LARGE' })
    }
  })

  test('deep nesting and long lists get a normal response or an error of the client', async () => {
    const { dov } = await freshRealm()
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    for (const [name, value] of [
      ['principals', deep],
      ['subscriptions', deep],
      ['principals', JSON.stringify(Array.from({ length: 50_000 }, (_, index) => index + 100))],
    ]) {
      const fields = { subscriptions: [{ name: 'general' }] }
      const body = formOf(fields)
      body.set(name!, value!)
      const response = await dov.request('/users/me/subscriptions', { method: 'POST', body })
      expect(response.status, name).toBe(400)
    }
    const sameChannel = (length: number) => ({ subscriptions: Array.from({ length }, () => ({ name: 'General' })) })
    const answer = succeeded(await dov.post('/users/me/subscriptions', sameChannel(500)))
    expect(answer.already_subscribed).toEqual({ [dov.id]: ['general'] })
    expect(await dov.post('/users/me/subscriptions', sameChannel(20_000))).toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('the realm does not cache that something does not exist, so requests for it fill no memory', () => {
    const cache = new RealmCache()
    const nameCache = cacheKeyById<number, string | undefined>()
    let lookups = 0
    const lookUp = (name: string | undefined) => () => {
      lookups++
      return name
    }
    const storing = vi.spyOn(cache, 'set')
    for (let count = 0; count < 3; count++) expect(cache.get(nameCache(1), lookUp(undefined))).toBeUndefined()
    expect(lookups).toBe(3)
    expect(storing).not.toHaveBeenCalled()
    for (let count = 0; count < 3; count++) expect(cache.get(nameCache(2), lookUp('Ada'))).toBe('Ada')
    expect(lookups).toBe(4)
  })
})
