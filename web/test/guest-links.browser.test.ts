import { expect, test } from 'vitest'
import { asks, newTopic, openClient, opens, sends } from './person'

const guestName = () => `Vera ${newTopic().slice(-6)}`

/** Creates a channel of ada, and a link for guests to it. */
async function visitedChannel() {
  const name = `visit ${newTopic().slice(-6)}`
  const { id: stream_id } = await asks('ada', 'POST /channels/create', { name, subscribers: [] })
  await asks('ada', 'POST /users/me/subscriptions', { subscriptions: [{ name }] })
  return { name, stream_id }
}

test('an administrator creates a link, a visitor enters with a name, and the link ends with its guest', async () => {
  const channel = await visitedChannel()
  const page = await opens('ada', {}, '#organization/invitations')
  const part = page.getByRole('region', { name: 'New guest link' })
  await part.getByLabel('Channel').selectOption(`# ${channel.name}`)
  await part.getByRole('button', { name: 'Create a guest link' }).click()
  const url = (await page.getByRole('group', { name: 'Guest link' }).locator('code').textContent()) ?? ''
  expect(url).toMatch(/\/guest\/[0-9a-f]{40}\/$/)

  const visitor = await openClient({ viewport: { width: 390, height: 800 } }, new URL(url).pathname.slice(1))
  await visitor.getByText(`# ${channel.name}`).waitFor()
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const name = guestName()
  // The field has the focus, so the keyboard is enough.
  await visitor.keyboard.type(name)
  await visitor.keyboard.press('Enter')
  await visitor.locator('.app:not(:has(.login-sheet))').waitFor()
  const { guest_links } = await asks('ada', 'GET /parley/guest_links')
  const link = guest_links.find(({ stream_id }: { stream_id: number }) => stream_id === channel.stream_id)
  expect(link).toMatchObject({ uses: 1, is_open: true })

  await page.reload()
  const row = page
    .getByRole('listitem')
    .filter({ hasText: `# ${channel.name}` })
    .first()
  await row.getByText(name).waitFor()
  await row.getByRole('button', { name: `End: # ${channel.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `End: # ${channel.name}` })
  await dialog.getByLabel('End the accounts of its guests, too: 1').check()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await visitor.locator('main.login').waitFor()
})

test('names of guests have a mark, and their profiles say how they came', async () => {
  const channel = await visitedChannel()
  const fields = { stream_id: channel.stream_id, expires_in_minutes: 60, max_uses: 1 }
  const { guest_link } = await asks('ada', 'POST /parley/guest_links', fields)
  const visitor = await openClient({}, new URL(guest_link.url).pathname.slice(1))
  const name = guestName()
  await visitor.getByLabel('Your name').fill(name)
  await visitor.getByRole('button', { name: 'Enter as a guest' }).click()
  await visitor.locator('.app:not(:has(.login-sheet))').waitFor()
  const [id] = await sends('ada', 'hello', ['Welcome'], { channel })
  const answer = await visitor.evaluate(async (to) => {
    const body = new URLSearchParams({ type: 'channel', to, topic: 'hello', content: 'I am a guest' })
    return (await fetch('/json/messages', { method: 'POST', body })).json()
  }, channel.name)
  expect(answer).toMatchObject({ result: 'success' })

  const page = await opens('ada', {}, `#narrow/channel/${channel.stream_id}/topic/hello/near/${id}`)
  const sender = page.locator('a.sender', { hasText: name })
  await sender.waitFor()
  const mark = (text: string) =>
    page
      .locator('a.sender', { hasText: text })
      .first()
      .evaluate((element) => getComputedStyle(element, '::after').content)
  await expect.poll(() => mark(name)).toBe('" (guest)"')
  expect(await mark('Ada')).toBe('none')
  await sender.click()
  await page.getByText('Came by a guest link').waitFor()
})
