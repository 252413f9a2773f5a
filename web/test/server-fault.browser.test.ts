import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { opens, takeFaults } from './person'
import { leavesWithoutSnapshot } from './saved'

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** The server answers all registrations with this fault, until the returned function is called. Returns their number, too. */
async function failsToRegister(page: Page, fault: { status: number; code: string; msg: string }) {
  let count = 0
  const fulfil = async (route: Route) => {
    count++
    const { status, ...body } = fault
    const json = { result: 'error', ...body, ...(status === 500 ? { request_id: ID } : {}) }
    await route.fulfill({ status, json, headers: { 'x-request-id': ID } })
  }
  await page.route('**/json/register', fulfil)
  return { count: () => count, mend: () => page.unroute('**/json/register', fulfil) }
}

const GROWING_MILLISECONDS = [500, 1000, 2000]

/** Runs in a page, before its scripts: notes how long they wait. The time that passes depends on the machine, too. */
function notePauses(): void {
  const pauses: number[] = []
  const start = globalThis.setTimeout
  const noted = (run: () => void, milliseconds = 0) => (pauses.push(milliseconds), start(run, milliseconds))
  Object.assign(globalThis, { pauses, setTimeout: noted })
  // Each pause is longer by chance.
  Math.random = () => 0
}

/** Otherwise the page resumes its queue, and does not register. */
async function reloadWithoutSnapshot(page: Page) {
  const address = page.url()
  await leavesWithoutSnapshot(page)
  await page.goto(address)
}

test('a fault of the server is not called offline: the page names the request, and tries again with growing pauses', async () => {
  const page = await opens('ada', {}, '#settings')
  const msg = 'Internal server error'
  const { count, mend } = await failsToRegister(page, { status: 500, code: 'INTERNAL_SERVER_ERROR', msg })
  await page.addInitScript(notePauses)
  await reloadWithoutSnapshot(page)
  const line = page.getByText(`The server has a fault. This page tries again by itself. (Request ${ID})`)
  await line.waitFor()
  await expect.poll(() => page.getByText('Offline').count()).toBe(0)
  await expect.poll(count).toBeGreaterThanOrEqual(4)
  const pauses = await page.evaluate((): number[] => Object(globalThis).pauses)
  expect(pauses.filter((pause) => GROWING_MILLISECONDS.includes(pause)).slice(0, 3)).toEqual(GROWING_MILLISECONDS)
  await mend()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await line.waitFor({ state: 'detached' })
  expect(takeFaults().every((text) => text.includes('status of 500'))).toBe(true)
})

test('an organization that cannot start says so', async () => {
  const page = await opens('ben')
  const fault = { status: 503, code: 'REALM_CANNOT_START', msg: 'This organization cannot start. A newer release …' }
  const { mend } = await failsToRegister(page, fault)
  await reloadWithoutSnapshot(page)
  await page.getByText(new RegExp(`cannot start.*Request ${ID}`)).waitFor()
  await mend()
  expect(takeFaults().every((text) => text.includes('status of 503'))).toBe(true)
})
