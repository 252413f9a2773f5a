import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the snapshot of the browser has a text. */
export async function saved(page: Page, text: string): Promise<void> {
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open('parley')
          opening.addEventListener('success', () => {
            const rows = opening.result.transaction('snapshot').objectStore('snapshot').getAll()
            rows.addEventListener('success', () => {
              opening.result.close()
              resolve(JSON.stringify(rows.result))
            })
          })
        }),
    )
  await expect.poll(stored, { timeout: 20_000 }).toContain(text)
}
