import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { button, expectSameCode, grows, opensWithDevices, received, seatOf, seats, testInChromium } from './in-call'
import { noFaults } from './media/bad-network'
import { startMediaServer } from './media/media-server'
import { KEPT_PAYLOADS } from './media/media-session'
import { asks, newPerson, newTopic, topicHash } from './person'

// The realm of the tests knows one media server, so one file has all tests with it.

type MediaServer = Awaited<ReturnType<typeof startMediaServer>>
type Two = { server: MediaServer; speaker: Page; viewer: Page; speaking: string }

/** Two people in a call over the media server. */
async function twoOverMediaServer(prepare?: (viewer: Page) => Promise<void>): Promise<Two> {
  const server = await startMediaServer(inject('mediaPort'), { app_id: 'app', secret: 'secret' })
  onTestFinished(() => server.stop())
  const [topic, speaking, viewing] = [newTopic(), await newPerson(), await newPerson()]
  const [speaker, viewer] = [
    await opensWithDevices(speaking, topicHash(topic)),
    await opensWithDevices(viewing, topicHash(topic)),
  ]
  await prepare?.(viewer)
  await button(speaker, 'Start a call').click()
  await viewer.locator('.call-strip').getByRole('button', { name: 'Join' }).click()
  return { server, speaker, viewer, speaking }
}

/** Each of the pages receives the voices of the others. */
async function receiveVoices(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await expect.poll(async () => (await received(page)).connected).toBe(2)
    await grows(page, 'energy')
  }
}

/** Silence has the same few bytes in each packet. The media server sees others each time: only participants can decrypt them. */
async function expectUnreadable(server: MediaServer, page: Page): Promise<void> {
  await page.locator('.stage').press('m')
  await expect
    .poll(() => {
      const voices = [...server.sessions.values()].flatMap(({ published }) => [...published.values()])
      const payloads = voices.map((track) => track.payloads).filter((each) => each.length === KEPT_PAYLOADS)
      return payloads.map((each) => new Set(each).size)
    })
    .toEqual([KEPT_PAYLOADS, KEPT_PAYLOADS, KEPT_PAYLOADS])
  await page.locator('.stage').press('m')
}

testInChromium(
  '105. over the media server, each receives the voices, and the size of a picture that it shows',
  async () => {
    const faults = noFaults()
    const server = await startMediaServer(inject('mediaPort'), { app_id: 'app', secret: 'secret', faults })
    onTestFinished(() => server.stop())
    const topic = newTopic()
    const names = [await newPerson(), await newPerson(), await newPerson()]
    const [first, second, third] = await Promise.all(names.map((name) => opensWithDevices(name, topicHash(topic))))
    if (!first || !second || !third) throw new Error('Three pages are needed')
    await button(first, 'Start a call').click()
    for (const page of [second, third]) await page.locator('.call-strip').getByRole('button', { name: 'Join' }).click()
    await receiveVoices([first, second, third])
    await expectSameCode([first, third])
    await expectUnreadable(server, first)

    await second.locator('.stage').press('v')
    await seatOf(third, names[1] ?? '')
      .locator('video')
      .waitFor()
    await grows(third, 'frames')
    await expect.poll(async () => (await received(third)).width).toBe(320)
    // A larger tile gets a larger picture, and a hidden one gets none.
    await third.setViewportSize({ width: 2500, height: 700 })
    await expect.poll(async () => (await received(third)).width).toBe(640)
    // On a bad network, the media server asks the sender for lost packets, and sends those again for which a receiver asks.
    faults.loss = 10
    const all = () => [...server.sessions.values()]
    await expect.poll(() => Math.max(...all().map((session) => session.cameAgain()))).toBeGreaterThan(5)
    await expect
      .poll(async () => Math.max(...(await Promise.all(all().map((session) => session.sentAgain())))))
      .toBeGreaterThan(5)
    await grows(third, 'frames')
    faults.loss = 0
    await third.locator('.stage').press('Escape')
    await expect.poll(() => server.requests).toContain('PUT tracks/close')
    await third.locator('.call-bar').getByRole('button', { name: 'Show' }).click()
    await grows(third, 'frames')

    // The network changes: new connections are made, and no one leaves.
    server.endAll()
    for (const page of [first, second, third]) await grows(page, 'energy')
    await grows(third, 'frames')
    await expect.poll(() => seats(first).count()).toBe(3)

    // Who is removed receives nothing any more, also at the media server.
    const [{ id }] = (await asks('ada', 'GET /parley/calls')).calls.filter(
      (call: { topic: string }) => call.topic === topic,
    )
    await second.locator('.stage').waitFor()
    const seat = await third.evaluate(() => JSON.parse(sessionStorage.getItem('call-seat') ?? '').claim.participant)
    await asks('ada', `DELETE /parley/calls/${id}/participants/${seat}`)
    await third.getByText('You were removed from the call.').waitFor()
    await expect
      .poll(() => [...server.sessions.values()].filter(({ isClosed, isEmpty }) => !isClosed && !isEmpty()).length)
      .toBe(4)
    await button(first, 'Leave').click()
    await button(second, 'Leave').click()
  },
)

testInChromium('connections that are replaced while one of them changes are followed by new ones', async () => {
  const { speaker, viewer } = await twoOverMediaServer()
  await receiveVoices([speaker, viewer])
  await speaker.evaluate(() => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    const take: (this: RTCPeerConnection, description: RTCSessionDescriptionInit) => Promise<void> = Reflect.get(
      RTCPeerConnection.prototype,
      'setRemoteDescription',
    )
    RTCPeerConnection.prototype.setRemoteDescription = async function (description) {
      if (description.type !== 'answer') return take.call(this, description)
      RTCPeerConnection.prototype.setRemoteDescription = take
      const released = Promise.withResolvers<void>()
      Object.assign(globalThis, { release: released.resolve })
      await released.promise
      // So a browser does, if the connection is closed while it takes the description.
      return this.signalingState === 'closed' ? new Promise(() => {}) : take.call(this, description)
    }
    Object.assign(globalThis, { receiving: made.at(-1) })
  })
  await speaker.locator('.stage').press('v')
  await speaker.waitForFunction(() => 'release' in globalThis)
  // The client makes new connections if the last ones are some seconds old.
  await speaker.waitForFunction(
    (count) => {
      dispatchEvent(new Event('online'))
      return Reflect.get(globalThis, 'made').length > count
    },
    await speaker.evaluate(() => Reflect.get(globalThis, 'made').length),
  )
  await speaker.waitForFunction(() => Reflect.get(globalThis, 'receiving').connectionState === 'closed')
  await speaker.evaluate(() => Reflect.get(globalThis, 'release')())
  await grows(viewer, 'frames')
})

testInChromium('connections that come slowly are not made anew', async () => {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const { viewer } = await twoOverMediaServer(async (page) => {
    await page.route('**/answer', async (route) => {
      arrived.resolve()
      await released.promise
      await route.continue()
    })
  })
  await arrived.promise
  // The client looks for bytes a few times in a second.
  await viewer.evaluate(() => {
    const getStats: (this: RTCPeerConnection) => Promise<RTCStatsReport> = Reflect.get(
      RTCPeerConnection.prototype,
      'getStats',
    )
    Object.assign(globalThis, { looks: 0 })
    RTCPeerConnection.prototype.getStats = function () {
      Object.assign(globalThis, { looks: Reflect.get(globalThis, 'looks') + 1 })
      return getStats.call(this)
    }
  })
  await viewer.waitForFunction(() => Reflect.get(globalThis, 'looks') > 30)
  released.resolve()
  // Where bytes have come before, five looks without them are too many. On a slow machine, the media server needs more than 25.
  await viewer.waitForFunction(() => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    const areAllConnected = made.every(({ connectionState }) => connectionState === 'connected')
    return areAllConnected || Reflect.get(globalThis, 'looks') > 45
  })
  expect(await viewer.evaluate(() => Reflect.get(globalThis, 'made').length)).toBe(2)
  await receiveVoices([viewer])
})

testInChromium('a picture that is shown larger while the media server is asked for it comes in that size', async () => {
  const { server, speaker, viewer, speaking } = await twoOverMediaServer()
  await receiveVoices([speaker, viewer])
  await viewer.setViewportSize({ width: 390, height: 700 })
  // After a frame, the client has noted the width.
  const width = () =>
    seatOf(viewer, speaking).evaluate(async ({ clientWidth }) => {
      for (let frame = 0; frame < 2; frame++)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve)
        })
      return clientWidth
    })
  await expect.poll(width).toBeLessThanOrEqual(400)
  const answered = Promise.withResolvers<void>()
  const isLarge = Promise.withResolvers<void>()
  await viewer.route('**/subscribe', async (route) => {
    const response = await route.fetch()
    // Nothing has come from the camera yet.
    if ((await response.json()).sdp === null) return route.fulfill({ response })
    answered.resolve()
    await isLarge.promise
    await route.fulfill({ response })
  })
  await speaker.locator('.stage').press('v')
  await answered.promise
  await viewer.setViewportSize({ width: 700, height: 700 })
  await expect.poll(width).toBeGreaterThan(400)
  isLarge.resolve()
  // If the picture stays small, the failure says whether the viewer requested another one, and whether the speaker sends it.
  await expect
    .poll(async () => ({ requested: sizesRequested(server), width: (await received(viewer)).width }))
    .toEqual({ requested: ['h'], width: 640 })
    .catch(async (error: unknown) => {
      throw new Error(`The speaker sends ${await picturesSent(speaker)}`, { cause: error })
    })
})

const sizesRequested = ({ sessions }: MediaServer): string[] =>
  [...sessions.values()].flatMap(({ isClosed, received: tracks }) =>
    isClosed ? [] : [...tracks.values()].flatMap(({ rid }) => rid ?? []),
  )

/** What the browser of a speaker says of each size of its pictures. */
const picturesSent = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    const stats = await Promise.all(made.map((connection) => connection.getStats()))
    const sent = stats
      .flatMap((each) => [...each.values()])
      .filter(({ kind, type }) => `${kind} ${type}` === 'video outbound-rtp')
    return JSON.stringify(sent, ['rid', 'active', 'frameWidth', 'framesEncoded', 'pliCount', 'qualityLimitationReason'])
  })
