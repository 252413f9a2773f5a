import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { asks, composerOf, logIn, newPerson, newTopic, opens, passwordOf, rowOf, sends, topicHash } from './person'

// Two people use one browser. The session of the first one ends on the server, and the second one logs in with another tab.

/** Ends the session of a page, as another device of its user does. */
async function endsSession(page: Page, name: string): Promise<void> {
  const number = await page.evaluate(() => /session_number_\d+=(\d+)/.exec(document.cookie)![1])
  await asks(name, `DELETE /parley/sessions/${number}`)
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
}

/** Logs in on the page of the server, in another tab of the same browser. Returns the tab, with the client. */
async function logsInElsewhere(first: Page, name: string): Promise<Page> {
  const page = await first.context().newPage()
  await page.goto(`${inject('server').url}/login`)
  await page.getByLabel('Email address').fill(`${name}@parley.example`)
  await page.getByLabel('Password').fill(passwordOf(name))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.locator('.app:not(:has(.login-sheet))').waitFor()
  return page
}

/** Waits until the server has a draft of this browser. */
const storesDraft = (page: Page) =>
  page
    .context()
    .waitForEvent('response', (answer) => answer.url().endsWith('/json/drafts') && answer.request().method() === 'POST')

const sendersIn = async (topic: string): Promise<string[]> => {
  const narrow = [
    { operator: 'channel', operand: 'general' },
    { operator: 'topic', operand: topic },
  ]
  const { messages } = await asks('ben', 'GET /messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow })
  return messages.map(({ sender_email, content }: Record<string, string>) => `${sender_email} ${content}`)
}

const sendingIsBlocked = (page: Page) =>
  page.context().route('**/json/messages', (route) => {
    if (route.request().method() === 'POST') return route.abort('connectionreset')
    return route.continue()
  })

test('a message that waits is sent by no other user, and by its own after the next login', async () => {
  const [ada, ben] = [await newPerson(), await newPerson()]
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(ada, {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await sendingIsBlocked(page)
  await composerOf(page).fill('of the first user')
  await composerOf(page).press('Control+Enter')
  await page.locator('.outgoing', { hasText: 'waiting for the connection' }).waitFor()
  await endsSession(page, ada)
  await page.context().unroute('**/json/messages')

  const second = await logsInElsewhere(page, ben)
  // The outbox of the second user works, and has nothing of the first one.
  await second.goto(`${inject('server').url}/${topicHash(topic)}`)
  await rowOf(second, 'hello').waitFor()
  await composerOf(second).fill('of the second user')
  await composerOf(second).press('Control+Enter')
  await second.locator('article[data-id]', { hasText: 'of the second user' }).waitFor()
  await expect.poll(() => rowOf(second, 'of the first user').count()).toBe(0)
  const ofBen = `${ben}@parley.example <p>of the second user</p>`
  expect((await sendersIn(topic)).slice(1)).toEqual([ofBen])

  await endsSession(second, ben)
  await logIn(second, ada)
  await expect
    .poll(() => sendersIn(topic).then((all) => all.slice(1)))
    .toEqual([ofBen, `${ada}@parley.example <p>of the first user</p>`])
})

test('a draft goes to no account but that of its user', async () => {
  const [ada, ben] = [await newPerson(), await newPerson()]
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(ada, {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await page.context().route('**/json/drafts', (route) => route.abort('connectionreset'))
  const request = page.waitForRequest('**/json/drafts')
  await composerOf(page).fill('a private draft')
  await request
  await endsSession(page, ada)
  await page.context().unroute('**/json/drafts')

  const second = await logsInElsewhere(page, ben)
  await second.goto(`${inject('server').url}/${topicHash(topic)}`)
  await rowOf(second, 'hello').waitFor()
  await expect.poll(() => composerOf(second).inputValue()).toBe('')
  const stored = storesDraft(second)
  await composerOf(second).fill('a draft of the second user')
  await stored
  const contents = async (name: string) =>
    (await asks(name, 'GET /drafts')).drafts.map(({ content }: { content: string }) => content)
  await expect.poll(() => contents(ben)).toEqual(['a draft of the second user'])

  await endsSession(second, ben)
  const storedAfterLogin = storesDraft(second)
  await logIn(second, ada)
  await storedAfterLogin
  await expect.poll(() => contents(ada)).toEqual(['a private draft'])
  await expect.poll(() => contents(ben)).toEqual(['a draft of the second user'])
})

test('a tab of the second user shows nothing of the first one, and the open tab becomes one of the second user', async () => {
  const [ada, ben] = [await newPerson(), await newPerson()]
  const topic = newTopic()
  // The feed has messages of other tests.
  const hello = `hello in ${topic}`
  await sends('ben', topic, [hello])
  const page = await opens(ada, {}, topicHash(topic))
  await rowOf(page, hello).waitFor()
  const own = { type: 'direct', to: JSON.stringify([`${ada}@parley.example`]), content: 'a note of the first user' }
  await asks(ada, 'POST /messages', own)
  await endsSession(page, ada)

  const second = await logsInElsewhere(page, ben)
  await second.goto(`${inject('server').url}/#feed`)
  await rowOf(second, hello).waitFor()
  await expect.poll(() => rowOf(second, 'a note of the first user').count()).toBe(0)
  await page.locator('.app:not(:has(.login-sheet))').waitFor()
  await expect.poll(() => page.url()).not.toContain('topic')
  for (const tab of [page, second])
    expect(await tab.evaluate(async () => (await (await fetch('/json/users/me')).json()).email)).toContain(ben)
})

test('a user who logs in again with another tab finds both tabs open', async () => {
  const ada = await newPerson()
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(ada, {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await composerOf(page).fill('half a sentence')
  await endsSession(page, ada)
  await logsInElsewhere(page, ada)
  await page.locator('.app:not(:has(.login-sheet))').waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('half a sentence')
  await composerOf(page).press('Control+Enter')
  await page.locator('article[data-id]', { hasText: 'half a sentence' }).waitFor()
})
