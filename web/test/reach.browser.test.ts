import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newTopic, opens, sends, topicHash, userId } from './person'

const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'
/** The list of people has four controls for each of them. */
const MAX_STEPS = 1000

/**
 * Presses Tab from the start of the open view or dialog, and Shift-Tab from its end. Returns the controls that the keys did not
 * reach, and the controls that had the focus and did not show it. Rows of messages are left out: the arrow keys lead to a row, and
 * Tab from there to its controls.
 */
async function faultsOfTab(page: Page): Promise<string[]> {
  await page.evaluate(
    ([controls]) => {
      const view = document.querySelector('dialog[open]') ?? document.querySelector('.layer:not([inert])')!
      const isControl = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
        element.closest('article.msg, [role="option"]') === null &&
        !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked)
      const remaining = new Set([...view.querySelectorAll(controls!)].filter(isControl))
      const found: string[] = []
      Object.assign(globalThis, { walked: { view, remaining, found } })
    },
    [CONTROLS],
  )
  await walk(page, 'Tab')
  await walk(page, 'Shift+Tab')
  return page.evaluate(() => {
    const { remaining, found } = Reflect.get(globalThis, 'walked')
    // The focus on a message replaces the bar below by the field to answer it.
    const missed = [...remaining].filter((element: Element) => element.isConnected)
    return [...found, ...missed.map((element: Element) => `not reached: ${element.outerHTML.slice(0, 120)}`)]
  })
}

async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  // After the last control of a page, the focus would go to the browser itself. So the walk is between two edges.
  await page.evaluate((isFromEnd) => {
    const { view } = Reflect.get(globalThis, 'walked')
    const edges = [0, 1].map(() => {
      const edge = document.createElement('span')
      edge.className = 'edge-of-walk'
      Object.assign(edge.style, { position: 'absolute', opacity: '0' })
      edge.tabIndex = 0
      return edge
    })
    view.prepend(edges[0])
    view.append(edges[1])
    edges[isFromEnd ? 1 : 0]!.focus()
  }, key === 'Shift+Tab')
  await presses(page, key)
  await page.evaluate(() => {
    for (const edge of document.querySelectorAll('.edge-of-walk')) edge.remove()
  })
}

async function presses(page: Page, key: string): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press(key)
    const isDone = await page.evaluate(() => {
      const { view, remaining, found } = Reflect.get(globalThis, 'walked')
      const focused = document.activeElement
      if (!(focused instanceof HTMLElement) || !view.contains(focused) || focused.matches('.edge-of-walk')) return true
      remaining.delete(focused)
      // The frame of some fields shows the focus for them.
      const shows = (element: Element | null): boolean => {
        if (element === null || element === view) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || shows(element.parentElement)
      }
      // If what has the focus is removed, as with a message of another test, the focus goes to the title.
      const isField = focused.matches('textarea, input, article, .settings-page, .list, dialog, h1, h2')
      if (!isField && !shows(focused)) found.push(`no ring: ${focused.outerHTML.slice(0, 120)}`)
      return remaining.size === 0
    })
    if (isDone) return
  }
}

async function faultsIn(page: Page, views: readonly string[]): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  for (const hash of views) {
    await page.evaluate((next) => (location.hash = next), hash)
    const isCard = /^#(user|groups|channels)/.test(hash)
    await page
      .locator(isCard ? 'dialog[open] h2' : '.layer:not([inert]) :is(h1, h2)')
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    const found = await faultsOfTab(page)
    if (found.length > 0) faults[hash] = found
    if (!isCard) continue
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return faults
}

test('38. Tab reaches every control of every view, and each shows that it has the focus', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  const views = ['#inbox', '#recent', '#feed', '#direct-messages', '#drafts', '#scheduled', '#narrow/is/starred']
  const places = [topicHash(topic), '#narrow/channel/2-design', '#narrow/search/the']
  const cards = [`#user/${userId('ben')}`, '#groups/3', '#channels/1', '#channels/all', '#channels/new']
  expect(await faultsIn(page, [...views, ...places, ...cards, '#channels/1/general/settings'])).toEqual({})
})

for (const [name, person, path] of [
  ['personal settings', 'cleo', '#settings/'],
  ['settings of the organization', 'ada', '#organization/'],
] as const)
  test(`38. Tab reaches every control of the ${name}`, async () => {
    const page = await opens(person, {}, `${path}profile`)
    const links = page.locator(`.settings-list a[href^="${path}"]`)
    await links.first().waitFor()
    const views = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(views.length).toBeGreaterThanOrEqual(10)
    expect(await faultsIn(page, views)).toEqual({})
  })
