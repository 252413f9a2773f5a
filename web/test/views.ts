import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Opens a view or a card, and waits until its text is there. The first view is there already. */
export async function shows(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    const isThere = location.hash === next || location.hash === ''
    for (const element of document.querySelectorAll<HTMLElement>('.layer, dialog'))
      if (isThere || element.classList.contains('parked')) delete element.dataset.before
      else element.dataset.before = ''
    location.hash = next
  }, hash)
  const isNew = ':not([data-before])'
  await page.locator(`.layer${isNew}:not(.parked) :is(h1, h2), dialog${isNew} :is(h1, h2)`).first().waitFor()
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
}

/** Waits until the page has what its first view does not need: who types, and what holds keys. */
export const hasRest = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('started').length > 0)

/**
 * Closes a card or a dialog that has an address. The browser goes back in its history later than the card closes: it would leave
 * what a test opens before that.
 */
export async function closesCard(page: Page): Promise<void> {
  const address = page.url()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).not.toBe(address)
}

/** Returns what is wider than the place that it has. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, .layer:not(.parked), dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(
        ({ tagName, className, scrollWidth, clientWidth }) =>
          `${tagName} ${className}: ${scrollWidth} > ${clientWidth}`,
      ),
  )

/** From now on, no timer with a delay ends: what still happens waits only for the server. */
export const stopsTimers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const soon = setTimeout
    const now = (run: () => void, milliseconds = 0) => (milliseconds > 0 ? 0 : soon(run))
    Object.assign(globalThis, { setTimeout: now, setInterval: () => 0 })
  })

/** Waits until no list of the page scrolls any more. */
export const standsStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const place = () => document.querySelector('.layer:not(.parked) .list')?.scrollTop
    for (let [still, last] = [0, place()]; still < 10; still = place() === last ? still + 1 : 0) {
      last = place()
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
    }
  })

/** Chooses from what the composer offers besides its icons. */
export async function choosesOther(page: Page, name: string): Promise<void> {
  await page.locator('.layer:not(.parked) .write').getByRole('button', { name: 'Other content' }).click()
  await page.getByRole('menuitem', { name }).click()
}
