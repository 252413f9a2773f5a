import { describe, expect, test } from 'vitest'
import { advanceClock, stopClock } from '../support/clock'
import { formOf, succeeded } from '../support/person'
import { realmWithVariables } from '../support/realm-with-variables'
import { FORM, jsonOf, OTHER_ORIGIN, sendToWorker, StreamedBody } from '../support/worker'

describe('rate limits', () => {
  const limitsIn = ({ headers }: Response) =>
    ['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'].map((name) => headers.get(name))

  test('of a user: responses have the remaining requests, and a refusal has the time to wait', async () => {
    const { realm, ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:3' })
    const now = Math.floor(Date.now() / 1000)
    await stopClock(realm, now)
    for (const remaining of ['2', '1', '0']) {
      const response = await ada.request('/users/me')
      expect([response.status, ...limitsIn(response)]).toEqual([200, '3', remaining, null])
      expect(Number(response.headers.get('x-ratelimit-reset'))).toBeGreaterThan(now)
      await response.body?.cancel()
    }
    const limited = await ada.request('/users/me', { headers: OTHER_ORIGIN })
    expect(limitsIn(limited)).toEqual(['3', '0', '60'])
    const answer = await jsonOf(limited)
    expect(answer).toEqual({
      status: 429,
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
      'retry-after': 60,
    })

    await advanceClock(realm, 60)
    succeeded(await ada.get('/users/me'))
  })

  test('count requests with errors too', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:2' })
    expect((await ada.get('/users/0')).msg).toBe('No such user')
    expect((await ada.get('/users/0')).msg).toBe('No such user')
    expect((await ada.get('/users/0')).code).toBe('RATE_LIMIT_HIT')
  })

  test('count requests with unreadable bodies too', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:2' })
    const unreadable = { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    for (const status of [400, 400, 429]) expect((await ada.request('/messages', unreadable)).status).toBe(status)
  })

  test('count a login once; above the limit its body is not read', async () => {
    const { realm } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const login = (body: BodyInit) =>
      sendToWorker(new Request(`${realm.url}/api/v1/fetch_api_key`, { method: 'POST', body, headers: FORM }), {})
    for (const _ of [1, 2]) expect((await login('username=unknown@parley.test&password=wrong')).status).toBe(401)
    const body = new StreamedBody()
    const limited = await login(body.stream)
    expect([limited.status, ...limitsIn(limited), body.bytesRead]).toEqual([429, '2', '0', '60', 0])
    await limited.body?.cancel()
  })

  test('count a large request once', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:2' })
    const large = { method: 'POST', body: `status_text=x&y=${'y'.repeat(200_000)}`, headers: FORM }
    for (const status of [200, 200, 429]) expect((await ada.request('/users/me/status', large)).status).toBe(status)
  })

  test('count each user separately', async () => {
    const { realm, ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:1' })
    const ben = await realm.newPerson('ben')
    succeeded(await ada.get('/users/me'))
    expect((await ada.get('/users/me')).code).toBe('RATE_LIMIT_HIT')
    succeeded(await ben.get('/users/me'))
  })

  test('count polls too', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:2' })
    const { queue_id, last_event_id } = succeeded(await ada.post('/register'))
    const poll = { queue_id, last_event_id, dont_block: true }
    succeeded(await ada.get('/events', poll))
    const limited = await ada.request(`/events?${formOf(poll).toString()}`)
    expect([limited.status, ...limitsIn(limited)]).toEqual([429, '2', '0', '60'])
    await limited.body?.cancel()
  })

  test('count requests without a valid key by network address', async () => {
    const { realm, ada } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const from = (address: string, more = {}) =>
      realm.request('/server_settings', { headers: { 'cf-connecting-ip': address, ...more } })
    const wrong = { authorization: `Basic ${btoa(`${ada.email}:${'x'.repeat(32)}`)}` }
    const statuses = []
    for (const headers of [{}, wrong, {}, wrong]) {
      const response = await from('192.0.2.1', headers)
      statuses.push(response.status)
      await response.body?.cancel()
    }
    expect(statuses.slice(2)).toEqual([429, 429])
    expect((await from('192.0.2.2')).status).toBe(200)
    succeeded(await ada.get('/users/me'))
    const network = []
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8:0:1::1'])
      network.push((await from(address)).status)
    expect(network).toEqual([200, 200, 429, 200])
  })
})
