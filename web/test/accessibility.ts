import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isChromium } from './person'

const FAULTS =
  "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join(' | ')}`))"

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
