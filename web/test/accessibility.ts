import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isChromium } from './person'

// Each test that looks at a view in the dark looks at it in the light too, and only these rules look at colours.
const RULES = `matchMedia('(prefers-color-scheme: dark)').matches
  ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
  : ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']`
const FAULTS = `axe.run(document, { runOnly: ${RULES}, resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map(({ target, any }) => target + ' ' + (any[0]?.message ?? '')).join(' | ')))`

/** Returns what axe finds, each with the elements. */
export async function faultsOn(page: Page): Promise<string[]> {
  // What fades in has too little contrast until then.
  await expect.poll(() => page.evaluate(areStill)).toBe(true)
  if (!isChromium()) {
    await page.evaluate(axe.source)
    return page.evaluate<string[]>(FAULTS)
  }
  // A developer tool may run scripts that the policy of the page refuses.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe.source })
  const { result } = await session.send('Runtime.evaluate', {
    expression: FAULTS,
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value
}

/** Whether everything that moves has come to its end. */
const areStill = () => document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
