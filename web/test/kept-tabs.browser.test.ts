import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { requestsOf } from './kept-messages'
import { logsOwnerIn, newRealm, owners } from './new-realm'
import { isChromium, newTopic, openClient, rowOf, takeFaults, topicHash } from './person'
import { historyOf, storedHistory } from './stored-history'

const TABS = 10

/** Runs in the page. Returns how many tabs write what the browser keeps, and how many wait for it. */
async function writers(): Promise<{ write: number; wait: number }> {
  const { pending = [], ...others } = await navigator.locks.query()
  const isOfReplica = ({ name }: LockInfo) => name?.endsWith('-replica') === true
  const running = Object.values(others).flat()
  return { write: running.filter(isOfReplica).length, wait: pending.filter(isOfReplica).length }
}

/** Ends a tab as a crash does. The driver of another engine than Chromium can only close it. */
async function crashes(page: Page): Promise<void> {
  if (!isChromium()) return page.close()
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {})
  await crashed
}

/** Opens an organization without other active users: what others do puts what a browser keeps in doubt for a moment. */
async function opensTabs() {
  const realm = await newRealm()
  const first = await openClient({}, '', realm.realm_url)
  await logsOwnerIn(first, realm)
  const last = await first.context().newPage()
  await last.goto(realm.realm_url)
  await last.locator('.app').waitFor()
  const asOwner = (call: string, fields: Record<string, string> = {}) => owners(last, realm, call, fields)
  const name = 'kept'
  const { user_id } = await asOwner('GET /users/me')
  const { id: stream_id } = await asOwner('POST /channels/create', { name, subscribers: `[${user_id}]` })
  const others = [last]
  while (others.length < TABS - 1) {
    const page = await first.context().newPage()
    await page.goto(realm.realm_url)
    await page.locator('.app').waitFor()
    others.push(page)
  }
  const sends = (topic: string, content: string) =>
    asOwner('POST /messages', { type: 'channel', to: name, topic, content })
  return { first, last, others, asOwner, sends, channel: { stream_id, name } }
}

test('124. of ten tabs, one writes what the browser keeps, and all read it; if it crashes, another one goes on and nothing is lost', async () => {
  const { first, last, others, asOwner, sends, channel } = await opensTabs()
  const topic = newTopic()
  await sends(topic, 'kept for all tabs')
  const waiting = (write: number, wait: number) => expect.poll(() => last.evaluate(writers)).toEqual({ write, wait })
  await waiting(1, TABS - 1)
  const hasAll = async () => {
    const [{ core, messages }, own] = await Promise.all([storedHistory(last), historyOf(asOwner)])
    return core?.isVerified === true && core.from === 0 && JSON.stringify(messages) === JSON.stringify(own.messages)
  }
  await expect.poll(hasAll).toBe(true)
  for (const page of others) {
    const requests = requestsOf(page)
    await page.evaluate((to) => void (location.hash = to), topicHash(topic, channel))
    await rowOf(page, 'kept for all tabs').waitFor()
    expect(requests.filter((path) => path.endsWith('/messages'))).toEqual([])
  }

  // The tab that writes crashes among messages.
  for (let nth = 0; nth < 10; nth++) await sends(topic, `before the crash ${nth}`)
  const sending = Promise.all(Array.from({ length: 10 }, (_, nth) => sends(topic, `in the crash ${nth}`)))
  await crashes(first)
  await sending
  await waiting(1, TABS - 2)
  await sends(topic, 'after the crash')
  for (const page of others) await rowOf(page, 'after the crash').waitFor()
  await expect.poll(hasAll).toBe(true)
  const { messages, torn } = await storedHistory(last)
  expect(messages.filter(({ content }) => content.includes('crash'))).toHaveLength(21)
  expect(torn).toEqual([])
  takeFaults()
})
