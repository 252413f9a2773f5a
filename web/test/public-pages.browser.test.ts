import { expect, inject, test } from 'vitest'
import { faultsOn } from './accessibility'
import { asks, newTopic, openClient, userId } from './person'

/** A web-public channel with a message that has all kinds of markup. */
async function newPublicChannel() {
  const name = `open ${newTopic().slice(-6)}`
  await asks('ada', 'PATCH /realm', { enable_spectator_access: true })
  const { id } = await asks('ada', 'POST /channels/create', {
    name,
    subscribers: [userId('ada')],
    description: 'For **everyone**',
    is_web_public: true,
  })
  const content =
    'Hello :wave:\n\n```python\nprint("a long line of code that does not fit into the page of a small phone")\n```\n\n|a|b|\n|-|-|\n|1|2|\n\n> quoted\n\n* one\n* two\n\n```spoiler Who was it?\nThe gardener\n```'
  await asks('ada', 'POST /messages', { type: 'channel', to: name, topic: 'news', content })
  return { name, path: `/public/${id}` }
}

test('39, 42. axe finds nothing in the public pages', async () => {
  const { path } = await newPublicChannel()
  const page = await openClient()
  const found: Record<string, string[]> = {}
  for (const address of ['/public', path, `${path}?topic=news`]) {
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.goto(inject('server').url + address)
    await page.locator('h1').waitFor()
    found[address] = await faultsOn(page, { alsoForced: true })
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBe(0)
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))).toEqual({})
})

test('a visitor reads a topic by keyboard, and is led into the client', async () => {
  const { name, path } = await newPublicChannel()
  const page = await openClient({ javaScriptEnabled: false })
  await page.goto(`${inject('server').url}/public`)
  await page.getByRole('link', { name: `# ${name}` }).press('Enter')
  await page.getByRole('link', { name: 'news' }).press('Enter')
  await page.getByText('Hello 👋').waitFor()
  await page.getByText('The gardener').waitFor({ state: 'hidden' })
  await page.locator('summary', { hasText: 'Who was it?' }).press('Enter')
  await page.getByText('The gardener').waitFor()
  await page.getByRole('link', { name: `All topics of # ${name}` }).waitFor()
  await expect
    .poll(() => page.locator('nav.aside a[href^="/#narrow"]').getAttribute('href'))
    .toBe(`/#narrow/channel/${path.split('/').at(-1)}/topic/news`)
})

test('a visitor of the client is asked to log in at once, although the organization has spectators', async () => {
  await newPublicChannel()
  const page = await openClient()
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.reload()
  await page.getByLabel('Email address').waitFor()
  expect(sockets).toEqual([])
})
