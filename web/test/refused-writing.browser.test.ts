import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logsOwnerIn, newRealm, owners } from './new-realm'
import { composerOf, newTopic, openClient, opens, rowOf, sends, topicHash } from './person'

// The client says what does not work before the user meets a refusal, once, and where help is.

async function allowDirectMessages(
  page: Page,
  realm: Awaited<ReturnType<typeof newRealm>>,
  role: string,
): Promise<void> {
  const { user_groups } = await owners(page, realm, 'GET /user_groups')
  const { id } = user_groups.find(({ name }: { name: string }) => name === role)
  const fields = { direct_message_permission_group: JSON.stringify({ new: id }) }
  expect(await owners(page, realm, 'PATCH /realm', fields)).toMatchObject({ result: 'success' })
}

test('where direct messages are disabled, the conversation says so instead of a field, and returns the field later', async () => {
  const realm = await newRealm()
  const page = await openClient({}, '', realm.realm_url)
  await logsOwnerIn(page, realm)
  const mia = { email: 'mia@example.com', password: realm.password, full_name: 'Mia Member' }
  const { user_id } = await owners(page, realm, 'POST /dev_create_user', mia)
  await page.evaluate((hash) => (location.hash = hash), `#narrow/dm/${user_id}-Mia`)
  await composerOf(page).fill('kept')
  await allowDirectMessages(page, realm, 'role:nobody')
  await page.getByText('Direct messages are disabled in this organization.').waitFor()
  await expect.poll(() => composerOf(page).count()).toBe(0)
  await allowDirectMessages(page, realm, 'role:everyone')
  await composerOf(page).waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('kept')
})

const drawFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(done)
      }),
  )

test('without a connection, one sentence says so, also after an action that waits', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').focus()
  await page.context().setOffline(true)
  await page.getByText('Offline. Messages and changes wait.').waitFor()
  const texts = await page.evaluateHandle(() => {
    const notices = document.querySelector('.notices')!
    const found: string[] = []
    new MutationObserver(() => found.push(notices.textContent)).observe(notices, { childList: true, subtree: true })
    return found
  })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/reactions'))
  await page.keyboard.press('+')
  await failed
  // What the page does about the failure, it has done two frames later.
  await drawFrame(page)
  await drawFrame(page)
  expect((await texts.jsonValue()).join()).not.toContain('cannot be reached')
  await expect.poll(() => page.locator('.notice').allTextContents()).toEqual(['Offline. Messages and changes wait.'])
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText('Offline. New messages wait').count()).toBe(0)
})

test('a socket that opens after the connection was lost does not end "Offline"', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  const context = page.context()
  const [requested, mayOpen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [isFirst, isOffline] = [true, false]
  await page.routeWebSocket('**/json/events**', async (socket) => {
    // Without a network, the driver would open the sockets of later attempts.
    if (!isFirst) return isOffline ? socket.close() : socket.connectToServer()
    isFirst = false
    requested.resolve()
    await mayOpen.promise
  })
  await page.reload()
  await requested.promise
  isOffline = true
  await context.setOffline(true)
  const offline = page.getByText('Offline. Messages and changes wait.')
  await offline.waitFor()
  mayOpen.resolve()
  await drawFrame(page)
  await drawFrame(page)
  await expect.poll(() => offline.count()).toBe(1)
  isOffline = false
  await context.setOffline(false)
  await expect.poll(() => offline.count()).toBe(0)
})

const HELP = [
  ['#keyboard-shortcuts', 'Keys', 'Next unread conversation'],
  ['#message-formatting', 'Message formatting', '~~struck out~~'],
]

test.each(HELP)('%s opens the help that Zulip has there, and closing it keeps the view', async (hash, title, text) => {
  const page = await opens('ada', {}, hash)
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByText(text, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await expect.poll(() => page.getByText('This address leads to no view.').count()).toBe(0)
})
