import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isChromium } from './person'

// The first look is in the light, with all rules. Only these look at colours.
const RULES = `matchMedia('(prefers-color-scheme: dark), (prefers-contrast: more), (forced-colors: active)').matches
  ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
  : ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']`
const RUN = `axe.run(document, { runOnly: ${RULES}, resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map(({ target, any }) => target + ' ' + (any[0]?.message ?? '')).join(' | ')))`

/** The views that the user left stay in the document, hidden. They are most of it. */
const RUN_WITHOUT_LEFT_VIEWS = `{
  const views = [...document.querySelectorAll('.layer.parked')]
  const places = views.map((view) => {
    const place = document.createComment('')
    view.replaceWith(place)
    return place
  })
  ${RUN}.finally(() => places.forEach((place, at) => place.replaceWith(views[at])))
}`

const LOOKS = [
  { name: 'in the dark', colorScheme: 'dark' },
  { name: 'in the dark, with high contrast', colorScheme: 'dark', contrast: 'more' },
  { name: 'with high contrast', contrast: 'more' },
] as const
const OF_THE_SYSTEM = { name: 'with the colours of the system', forcedColors: 'active' } as const
const USUAL = { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' } as const

// Chromium paints all text in the colours of the system, and still tells the page the fill that the style sheet says.
const READ_FORCED_COLOURS = `{
  const read = CSSStyleDeclaration.prototype.getPropertyValue
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    return read.call(this, name === '-webkit-text-fill-color' ? 'color' : name)
  }
}`

type Options = { alsoForced?: boolean }

/**
 * Returns what axe finds in what the user sees, in all themes, each with the elements. With `alsoForced`, also in the colours of the
 * system. Only Chromium changes its theme.
 */
export async function faultsOn(page: Page, { alsoForced = false }: Options = {}): Promise<string[]> {
  const found = await runs(page, RUN_WITHOUT_LEFT_VIEWS)
  if (!isChromium()) return found
  for (const { name, ...media } of alsoForced ? [...LOOKS, OF_THE_SYSTEM] : LOOKS) {
    await page.emulateMedia({ ...USUAL, ...media })
    for (const fault of await runs(page, RUN_WITHOUT_LEFT_VIEWS)) found.push(`${name}, ${fault}`)
  }
  await page.emulateMedia({ ...USUAL, contrast: null, forcedColors: null })
  return found
}

/** Returns what axe finds in the whole document, with the views that the user left. */
export const faultsOnWhole = (page: Page): Promise<string[]> => runs(page, RUN)

async function runs(page: Page, script: string): Promise<string[]> {
  // What fades in has too little contrast until then.
  await expect.poll(() => page.evaluate(areStill)).toBe(true)
  if (!isChromium()) {
    await page.evaluate(axe.source)
    return page.evaluate<string[]>(script)
  }
  // A developer tool may run scripts that the policy of the page refuses.
  const session = await page.context().newCDPSession(page)
  // axe has half a million characters, and a page keeps it.
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await session.send('Runtime.evaluate', { expression: `${axe.source}\n${READ_FORCED_COLOURS}` })
  const { result } = await session.send('Runtime.evaluate', {
    expression: script,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  return result.value
}

/** Whether everything in sight that moves has come to its end. Firefox does not begin what is out of sight. */
const areStill = () =>
  document.getAnimations().every(({ effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null
    return (
      effect?.getComputedTiming().endTime === Infinity ||
      target?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) === false
    )
  })
