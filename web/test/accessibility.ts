import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isChromium } from './person'

const FAULTS =
  "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join(' | ')}`))"

/** Returns what axe finds, each with the elements. */
export async function faultsOn(page: Page): Promise<string[]> {
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
