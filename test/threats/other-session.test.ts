import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN, refusal } from '../support/answers'
import { browserOf, OWN_PAGE } from '../support/browser'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { jsonOf } from '../support/worker'

// The pages of a browser share one cookie. A page that was loaded before another user logged in would act as that user.

const OTHER_SESSION = refusal('This browser is logged in with another session', 'PARLEY_OTHER_SESSION')

const numberOf = (cookie: string | undefined) => /^session=(\d+)\./.exec(cookie ?? '')![1]!
const pageOf = (session: string) => ({ ...OWN_PAGE, 'x-parley-session': session })

/** A browser in which Dov was logged in, and now Ezra is. `page` has the headers of the page that Dov left open. */
async function changedUser() {
  const { dov, ezra } = await freshRealm()
  const browser = await browserOf(dov)
  const page = pageOf(numberOf(browser.cookie))
  await browser.logIn(ezra)
  return { dov, ezra, browser, page }
}

describe('a page whose session is not that of the cookie', () => {
  test('sends and stores nothing as the user who is logged in now', async () => {
    const { dov, ezra, browser, page } = await changedUser()
    const message = { type: 'direct', to: [dov.id], content: 'of Dov' }
    const draft = { type: 'private', to: [dov.id], topic: '', content: 'of Dov', timestamp: 1 }
    const calls: [string, string, Record<string, string>][] = [
      ['POST', '/json/messages', { ...message, to: JSON.stringify(message.to) }],
      ['POST', '/json/drafts', { drafts: JSON.stringify([draft]) }],
      ['PATCH', '/json/settings', { full_name: 'Dov' }],
      ['POST', '/json/logout', {}],
    ]
    for (const [method, path, fields] of calls) {
      const refused = await browser.request(path, { method, fields, headers: page })
      expect(refused.status, path).toBe(401)
      expect(await refused.json(), path).toEqual(OTHER_SESSION)
    }
    const upload = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': `filename ${btoa('a.txt')}` }
    const refused = await browser.request('/json/tus', { method: 'POST', headers: { ...page, ...upload } })
    expect([refused.status, await refused.json()]).toEqual([401, OTHER_SESSION])
    expect(succeeded(await browser.get('/drafts')).count).toBe(0)
    expect(succeeded(await browser.get('/users/me'))).toMatchObject({ user_id: ezra.id, full_name: 'Ezra' })
    const narrow = JSON.stringify([{ operator: 'dm', operand: [dov.id] }])
    const read = await browser.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow })
    expect(succeeded(read).messages).toEqual([])
  })

  test('reads nothing of the user who is logged in now', async () => {
    const { browser, page } = await changedUser()
    const queue = succeeded(await browser.post('/register'))
    const poll = `/json/events?dont_block=true&queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`
    for (const path of ['/json/users/me', poll]) {
      const refused = await browser.request(path, { headers: page })
      expect([refused.status, await refused.json()], path).toEqual([401, OTHER_SESSION])
    }
  })

  test('opens no WebSocket, which cannot name a session: its queue is that of its own user', async () => {
    const { dov, ezra } = await freshRealm()
    const browser = await browserOf(dov)
    const queue = succeeded(await browser.post('/register'))
    await browser.logIn(ezra)
    expect(await jsonOf(await browser.openSocket(queue))).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  test('has the same answer as every page when there is no cookie', async () => {
    const { browser, page } = await changedUser()
    browser.cookie = undefined
    expect(await (await browser.request('/json/users/me', { headers: page })).json()).toEqual(NOT_LOGGED_IN)
  })

  test('logs its user in again', async () => {
    const { dov, browser, page } = await changedUser()
    const fields = { username: dov.email, password: dov.account.password }
    succeeded(await jsonOf(await browser.request('/json/login', { method: 'POST', fields, headers: page })))
    expect(succeeded(await browser.get('/users/me')).user_id).toBe(dov.id)
  })
})

describe('a page whose session is that of the cookie', () => {
  test('is answered, also after the session received another token', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const headers = pageOf(numberOf(browser.cookie))
    succeeded(await jsonOf(await browser.request('/json/users/me', { headers })))
    const old_password = dov.account.password
    succeeded(await browser.patch('/settings', { old_password, new_password: 'tangled violin moth' }))
    succeeded(await jsonOf(await browser.request('/json/users/me', { headers })))
  })
})

test('the header means nothing for a client with an API key', async () => {
  const { dov } = await freshRealm()
  const browser = await browserOf(dov)
  const { email, account } = dov
  const headers = { ...pageOf('999'), authorization: `Basic ${btoa(`${email}:${account.api_key}`)}` }
  succeeded(await jsonOf(await browser.request('/api/v1/users/me', { headers })))
})
