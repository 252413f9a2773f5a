import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { passOn } from './launch'
import { isChromium, newPerson, opens, userId } from './person'

/** What arrives at a page from the others, counted by the browser. */
type Received = { connected: number; packets: number; energy: number; sounds: number; frames: number; width: number }

/** Firefox has preferences instead (launch.ts). */
export const DEVICES = isChromium() ? { permissions: ['microphone', 'camera'] } : {}

/** Opens a page with a microphone and a camera, which remembers its connections. */
export async function opensWithDevices(name: string, hash = ''): Promise<Page> {
  const page = await opens(name, DEVICES)
  await page.context().addInitScript(() => {
    const made: RTCPeerConnection[] = []
    const Real = RTCPeerConnection
    const Watched = class extends Real {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        made.push(this)
      }
    }
    Object.assign(globalThis, { made, RTCPeerConnection: Watched })
    // Few pictures in a second: three pages encode and decode them.
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = ({ audio, video } = {}) => {
      if (video) Object.assign(globalThis, { askedForCamera: true })
      return ask(typeof video === 'object' ? { video: { ...video, frameRate: 5 } } : { audio: audio ?? false })
    }
  })
  await page.goto(`${inject('server').url}/${hash}`)
  await page.reload()
  await page.locator('.app').waitFor()
  return page
}

export const received = (page: Page): Promise<Received> =>
  page.evaluate(async () => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    const sum = { connected: 0, packets: 0, energy: 0, sounds: 0, frames: 0, width: 0 }
    for (const connection of made) {
      if (connection.connectionState === 'connected') sum.connected++
      if (connection.connectionState === 'closed') continue
      const stats = await connection.getStats()
      stats.forEach((each: Record<string, unknown>) => {
        if (each.type !== 'inbound-rtp') return
        sum.packets += Number(each.packetsReceived ?? 0)
        sum.energy += Number(each.totalAudioEnergy ?? 0)
        if (each.kind === 'audio' && Number(each.packetsReceived ?? 0) > 0) sum.sounds++
        sum.frames += Number(each.framesDecoded ?? 0)
        sum.width = Math.max(sum.width, Number(each.frameWidth ?? 0))
      })
    }
    return sum
  })

/** Waits until a figure of what arrives has grown. A connection that closes takes its share away. */
export async function grows(page: Page, figure: keyof Received): Promise<void> {
  let least = (await received(page))[figure]
  const grown = async () => {
    const now = (await received(page))[figure]
    least = Math.min(least, now)
    return now - least
  }
  await expect.poll(grown).toBeGreaterThan(0)
}

/** Waits until packets arrive, and are silent. */
export async function isSilent(page: Page): Promise<void> {
  await grows(page, 'packets')
  await expect
    .poll(async () => {
      const { energy } = await received(page)
      await grows(page, 'packets')
      return (await received(page)).energy - energy
    })
    .toBeLessThan(0.001)
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const seats = (page: Page) => page.locator('.stage .seat:not(.shared)')
export const seatOf = (page: Page, name: string) => page.locator(`.stage .seat[data-user="${userId(name)}"]`)

/** All in a call see the same code of the keys. */
export async function expectSameCode(pages: readonly Page[]): Promise<void> {
  const codes: (string | null)[] = []
  for (const page of pages) {
    await button(page, 'Devices and noise').click()
    codes.push(await page.locator('.call-code output').textContent())
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  }
  expect(codes[0]).toMatch(/^(?:\d{5} ?){6}$/)
  expect(new Set(codes).size).toBe(1)
}

/** Where a deployment has no media server, all media go from browser to browser. */
export const hasNoMediaServer = (page: Page) =>
  page.context().route('**/json/parley/calls', async (route) => {
    const response = await passOn(route)
    await route.fulfill({ response, json: { ...(await response.json()), transport: 'mesh' } })
  })

/** If two seats do not come, the failure has what the page says instead. */
export async function seesTwoSeats(page: Page): Promise<void> {
  const notices = page.locator('.notice')
  await expect
    .poll(async () => ({ seats: await seats(page).count(), notices: await notices.allTextContents() }))
    .toEqual({ seats: 2, notices: [] })
}

/** Two people in their direct conversation. */
export async function twoInACall(): Promise<{ names: [string, string]; caller: Page; callee: Page }> {
  const names: [string, string] = [await newPerson(), await newPerson()]
  const [caller, callee] = [
    await opensWithDevices(names[0], `#narrow/dm/${userId(names[1])}`),
    await opensWithDevices(names[1], '#inbox'),
  ]
  await button(caller, 'Start a call').click()
  await button(callee, 'Answer').click()
  await seesTwoSeats(caller)
  return { names, caller, callee }
}

export const testInChromium = (name: string, run: () => Promise<void>) =>
  test(name, async ({ skip }) => {
    // Other engines have no devices without a person who allows them.
    if (!isChromium()) skip()
    await run()
  })
