import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Returns what axe finds, each with the elements. */
export async function faultsOn(page: Page): Promise<string[]> {
  // A developer tool may run scripts that the policy of the page refuses.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe.source })
  const { result } = await session.send('Runtime.evaluate', {
    expression:
      "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join(' | ')}`))",
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value
}
