import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { asks, newTopic, openClient, opens, sends, userId } from './person'

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
  await part.getByRole('combobox', { name: 'Channel' }).selectOption(`# ${channel.name}`)
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

test('a link to one topic moves the topic to a channel of its own, which its guest reads', async () => {
  const channel = await visitedChannel()
  const topic = `offer ${newTopic().slice(-6)}`
  await sends('ada', 'salaries', ['Hush'], { channel })
  await sends('ada', topic, ['For you'], { channel })
  const page = await opens('ada', {}, '#organization/invitations')
  const part = page.getByRole('region', { name: 'New guest link' })
  const create = async (of: string) => {
    await part.getByRole('combobox', { name: 'Channel' }).selectOption(`# ${channel.name}`)
    await part.getByLabel('Only one of its topics').fill(of)
    await part.getByRole('button', { name: 'Create a guest link' }).click()
  }
  await create('lunch')
  await part.getByText("No such topic 'lunch'").waitFor()
  await create(topic)
  const url = (await page.getByRole('group', { name: 'Guest link' }).locator('code').textContent()) ?? ''
  const visitor = await openClient({}, new URL(url).pathname.slice(1))
  await visitor.getByText(`# ${topic}`).waitFor()
  await visitor.getByLabel('Your name').fill(guestName())
  await visitor.getByRole('button', { name: 'Enter as a guest' }).click()
  await visitor.getByText('For you').first().waitFor()
  await expect.poll(() => visitor.getByText(channel.name).count()).toBe(0)
})

/** Comes by a link of ada to the channel, and returns the page with the number of the guest. */
async function visits({ stream_id }: { stream_id: number }, options: BrowserContextOptions = {}) {
  const fields = { stream_id, expires_in_minutes: 60, max_uses: 5 }
  const { guest_link } = await asks('ada', 'POST /parley/guest_links', fields)
  const visitor = await openClient(options, new URL(guest_link.url).pathname.slice(1))
  const name = guestName()
  await visitor.getByLabel('Your name').fill(name)
  await visitor.getByRole('button', { name: 'Enter as a guest' }).click()
  await visitor.locator('.app:not(:has(.login-sheet))').waitFor()
  const { user_id } = await visitor.evaluate(async () => (await fetch('/json/users/me')).json())
  return { visitor, name, user_id, guest_link }
}

test('guests of a link are offered no direct message that the server refuses, and answer one', async () => {
  const channel = await visitedChannel()
  const { visitor, user_id } = await visits(channel)
  await sends('ada', 'hello', ['Welcome'], { channel })
  const write = visitor.getByRole('dialog').getByRole('button', { name: 'Send direct message' })
  const openCard = async (id: number) => {
    await visitor.evaluate((hash) => void (location.hash = hash), `#user/${id}`)
    await visitor.getByRole('dialog').locator('.card-actions').waitFor()
  }
  const palette = async () => {
    await visitor.keyboard.press('Control+k')
    await visitor.getByRole('dialog').getByRole('combobox').fill('direct')
    const options = visitor.getByRole('dialog').getByRole('option')
    await options.first().waitFor()
    const texts = await options.allTextContents()
    await visitor.keyboard.press('Escape')
    return texts.filter((text) => text.includes('New direct message'))
  }
  expect(await palette()).toEqual([])
  await openCard(userId('ada'))
  await expect.poll(() => write.count()).toBe(0)
  await asks('ada', 'POST /messages', { type: 'direct', to: [user_id], content: 'Can I help?' })
  await write.waitFor()
})

test('guests who stayed at the end of a link can be ended later', async () => {
  const channel = await visitedChannel()
  const { visitor, guest_link } = await visits(channel)
  await asks('ada', `DELETE /parley/guest_links/${guest_link.id}`)
  const page = await opens('ada', {}, '#organization/invitations')
  const name = `End the accounts of its guests: 1: # ${channel.name}`
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await visitor.locator('main.login').waitFor()
  await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0)
})

test('names of guests have a mark, and their profiles say how they came', async () => {
  const channel = await visitedChannel()
  const { visitor, name } = await visits(channel)
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
