import { inject, onTestFinished } from 'vitest'
import { asks, passwordOf } from './person'
import { startBrowser, type Page } from './webdriver'

// The client in a browser that W3C WebDriver drives.

export const COMPOSER = '.layer:not(.parked) .write textarea'

async function opensBrowser(): Promise<Page> {
  const browser = await startBrowser(inject('webdriver'))
  onTestFinished(() => browser.close())
  await browser.resize(1200, 800)
  return browser
}

export async function opens(name: string, hash = '', site = inject('server').url): Promise<Page> {
  const page = await opensBrowser()
  await page.goTo(`${site}/${hash}`)
  await page.type('input[type="email"], input[name="username"]', `${name}@parley.example`)
  await page.type('input[type="password"]', passwordOf(name))
  await page.press('Enter')
  await page.waits(() => document.querySelector('.app') !== null && document.querySelector('.login-sheet') === null)
  return page
}

/** Waits for a message in the open conversation. A message that the server has, has a number. */
export const shows = (page: Page, text: string, selector = '.layer:not(.parked) article[data-id]') =>
  page.waits(
    (rows, part) => [...document.querySelectorAll(rows)].some((row) => row.textContent.includes(part)),
    selector,
    text,
  )

export const goesTo = (page: Page, hash: string) => page.run((next) => void (location.hash = next), hash)

export const titleIs = (page: Page, title: string) =>
  page.waits((text) => document.querySelector('.layer:not(.parked) h1')?.textContent?.includes(text), title)

export async function writes(page: Page, text: string): Promise<void> {
  await page.type(COMPOSER, text)
  await page.press('Control+Enter')
}

export const contentsOf = async (topic: string): Promise<string[]> => {
  const narrow = [
    { operator: 'channel', operand: 'general' },
    { operator: 'topic', operand: topic },
  ]
  const request = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false, narrow }
  const { messages } = await asks('ada', 'GET /messages', request)
  return messages.map(({ content }: { content: string }) => content)
}
