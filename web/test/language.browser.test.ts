import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asks, newPerson, newTopic, openClient, passwordOf, sends, topicHash, userId } from './person'
import { buildPseudo } from './pseudo-build'
import { overflowing, shows } from './views'

let pseudo: Awaited<ReturnType<typeof buildPseudo>>

beforeAll(async () => {
  pseudo = await buildPseudo()
})
afterAll(() => pseudo?.remove())

/** Opens the client in the pseudo-locale, which a new person has chosen, and logs in. */
async function opens(width: number): Promise<Page> {
  const name = await newPerson()
  await asks(name, 'PATCH /settings', { default_language: 'de' })
  const page = await openClient({ viewport: { width, height: 800 }, locale: 'de-DE' })
  await pseudo.serve(page)
  await page.reload()
  await page.locator('#address').fill(`${name}@parley.example`)
  await page.locator('#password').fill(passwordOf(name))
  await page.locator('button[type="submit"]').click()
  await page.locator('.app').waitFor()
  return page
}

const topic = newTopic()

const views = {
  inbox: '#inbox',
  recent: '#recent',
  feed: '#feed',
  mentions: '#narrow/is/mentioned',
  starred: '#narrow/is/starred',
  channel: '#narrow/channel/1-general',
  search: '#narrow/search/the',
  drafts: '#drafts',
  scheduled: '#scheduled',
  topic: topicHash(topic),
  person: `#user/${userId('ben')}`,
  about: '#channels/1/general',
  group: '#groups/3',
  directory: '#channels/all',
}

/** Returns visible and spoken text without brackets. What users wrote, names and times are no text of ours. */
const unmarked = (page: Page): Promise<string[]> =>
  page.evaluate(
    (data) => {
      const found: string[] = []
      const isData = (element: Element | null) =>
        element?.closest(
          '.body, .av, .name, .ch, .to-conversation, .day, .rail-calls a, [dir="auto"], time, kbd, code, style',
        ) !== null
      const hasData = (element: Element, text: string) =>
        [...element.querySelectorAll('[dir="auto"]')].some(({ textContent }) => textContent === text)
      const isOurs = (text: string) => {
        const rest = data.reduce((left, name) => left.replaceAll(name, ''), text)
        return /\p{L}{2}/u.test(rest) && !text.includes('⟦')
      }
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const text = node.textContent?.trim() ?? ''
        if (isOurs(text) && !isData(node.parentElement)) found.push(text)
      }
      for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
          const text = element.getAttribute(name) ?? ''
          if (isOurs(text) && !isData(element) && !hasData(element, text)) found.push(`${name}: ${text}`)
        }
      return found
    },
    [topic, 'general', 'Everyone, about anything.', 'Gus Novak', 'Ada Okafor', 'Ben Lindqvist'],
  )

test('59. all text comes from the catalogue', async () => {
  await sends('ben', topic, ['hello', '/poll Where?\nNorth'])
  const extra_data = { type: 'choices', heading: 'Which fruit?', choices: [] }
  const widget_content = { widget_type: 'zform', extra_data }
  await asks('ben', 'POST /messages', {
    type: 'channel',
    to: 'general',
    topic,
    content: 'Which fruit?',
    widget_content,
  })
  const page = await opens(1200)
  const found: Record<string, string[]> = {}
  for (const [name, hash] of Object.entries(views)) {
    await shows(page, hash)
    found[name] = await unmarked(page)
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(views).map((name) => [name, []])))
})

for (const width of [1200, 390])
  test(`59. long text from right to left breaks no view, ${width} pixels wide`, async () => {
    const page = await opens(width)
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    for (const [name, hash] of Object.entries(views)) {
      await shows(page, hash)
      // A list may still load, and pictures and fonts with it.
      await expect.poll(() => overflowing(page), { message: name }).toEqual([])
    }
  })
