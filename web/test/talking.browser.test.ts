import type { Page, WebSocketRoute } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { faultsOn } from './accessibility'
import {
  button,
  DEVICES,
  expectSameCode,
  grows,
  hasNoMediaServer,
  isSilent,
  opensWithDevices,
  received,
  seatOf,
  seats,
  seesTwoSeats,
  testInChromium,
  twoInACall,
} from './in-call'
import { asks, newPerson, newTopic, opens, rowOf, takeFaults, topicHash, userId } from './person'
import { saved, savesNow } from './saved'
import { hasRest } from './views'

/** Returns what the first connection of a page has agreed on with the other side. */
const agreed = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    return made[0]?.remoteDescription?.sdp
  })

test('93. in Firefox, two people join, receive each other, mute and leave', async ({ skip }) => {
  if (inject('engine') !== 'firefox') skip()
  const { names, caller, callee } = await twoInACall()
  await expect.poll(async () => (await received(caller)).connected).toBe(1)
  await grows(caller, 'energy')
  await grows(callee, 'energy')
  await callee.locator('.stage').press('m')
  await seatOf(caller, names[1]).getByText('muted').waitFor({ state: 'attached' })
  await isSilent(caller)
  await callee.locator('.stage').press('v')
  await seatOf(caller, names[1]).locator('video').waitFor()
  await grows(caller, 'frames')
  await button(callee, 'Leave').click()
  await caller.getByText('No one else is here yet.').waitFor()
  await button(caller, 'Leave').click()
  await rowOf(caller, 'Call: 1 minute, 2 people.').waitFor()
})

testInChromium('93. two people talk, mute, show a camera, and their message says how long it took', async () => {
  const { names, caller, callee } = await twoInACall()
  // Other tests have calls in channels.
  const runningCall = caller.locator('.rail-calls a[href^="#narrow/dm/"]')
  await runningCall.waitFor()
  await expect.poll(async () => (await received(caller)).connected).toBe(1)
  await grows(caller, 'energy')
  await grows(callee, 'energy')

  // Muting needs no negotiation: packets go on, and are silent.
  await button(callee, /^Mute yourself/).click()
  await seatOf(caller, names[1]).getByText('muted').waitFor({ state: 'attached' })
  await isSilent(caller)
  await callee.locator('.stage').press('m')
  await grows(caller, 'energy')

  const hasUsedCamera = () => callee.evaluate(() => 'askedForCamera' in globalThis)
  expect(await hasUsedCamera()).toBe(false)
  await callee.locator('.stage').press('v')
  expect(await hasUsedCamera()).toBe(true)
  await seatOf(caller, names[1]).locator('video').waitFor()
  await grows(caller, 'frames')
  await callee.locator('.stage').press('h')
  await seatOf(caller, names[1]).getByText('✋').waitFor()
  expect(await faultsOn(caller)).toEqual([])

  await expectSameCode([caller, callee])

  // With push-to-talk, the voice is sent while the space key is held. On a button, the key presses the button.
  await button(callee, 'Devices and noise').click()
  await callee.getByLabel('Speak only while the space key is held').check()
  await callee.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const voice = seatOf(caller, names[1])
  await voice.getByText('muted').waitFor({ state: 'attached' })
  await callee.locator('.stage').focus()
  await callee.keyboard.down(' ')
  await voice.getByText('muted').waitFor({ state: 'detached' })
  await grows(caller, 'energy')
  await callee.keyboard.up(' ')
  await voice.getByText('muted').waitFor({ state: 'attached' })
  // Without keys, the button of the microphone is held.
  await button(callee, 'Hold to speak').hover()
  await callee.mouse.down()
  await voice.getByText('muted').waitFor({ state: 'detached' })
  await callee.mouse.up()
  await voice.getByText('muted').waitFor({ state: 'attached' })
  await button(callee, /^Lower your hand/).press(' ')
  await seatOf(caller, names[1]).getByText('✋').waitFor({ state: 'detached' })
  await voice.getByText('muted').waitFor({ state: 'attached' })

  // A microphone is unplugged: the usual one takes its place, without a negotiation.
  await callee.locator('.stage').focus()
  await callee.keyboard.down(' ')
  const before = await agreed(callee)
  await callee.evaluate(() => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    made[0]?.getSenders()[0]?.track?.stop()
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
  await voice.getByText('muted').waitFor({ state: 'detached' })
  await grows(caller, 'energy')
  expect(await agreed(callee)).toBe(before)

  // The view behind the stage takes no focus, and its messages are not read.
  await expect.poll(() => caller.locator('.layer:not(.parked)').count()).toBe(0)
  // The bar stays while one reads on, and the call goes on.
  await caller.locator('.stage').press('Escape')
  await caller.locator('.call-bar').getByText('In a call').waitFor()
  await grows(caller, 'energy')
  await caller.locator('.call-bar').getByRole('button', { name: 'Show' }).click()
  await button(callee, 'Leave').click()
  await caller.getByText('No one else is here yet.').waitFor()
  await button(caller, 'Leave').click()
  await rowOf(caller, 'Call: 1 minute, 2 people.').waitFor()
  await expect.poll(() => runningCall.count()).toBe(0)
})

testInChromium(
  '94. a call rings on all pages of the user, until it is declined or answered on one; without a microphone one listens',
  async () => {
    const [name, other] = [await newPerson(), await newPerson()]
    const caller = await opensWithDevices(name, `#narrow/dm/${userId(other)}`)
    const first = await opens(other, DEVICES)
    await button(caller, 'Start a call').click()
    const typed = first.getByRole('button', { name: 'Go to' })
    await typed.focus()
    await first.locator('.ring').waitFor()
    // A page that opens while the call rings.
    const second = await opens(other, DEVICES)
    await second.locator('.ring').waitFor()
    expect(await typed.evaluate((element) => element === document.activeElement)).toBe(true)
    await button(first, 'Not now').click()
    await second.locator('.ring').waitFor({ state: 'detached' })
    await caller.getByText('No one answered.').waitFor()
    await rowOf(caller, 'Missed call.').waitFor()
    const { messages } = await asks(other, 'GET /messages', {
      narrow: [
        { operator: 'is', operand: 'unread' },
        { operator: 'dm', operand: [userId(name)] },
      ],
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    })
    expect(messages[0].content).toBe('<p>Missed call.</p>')

    // The browser gives no microphone: the call goes on, and the text says what to do.
    await caller.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
    })
    await button(caller, 'Start a call').click()
    await caller.getByText('The browser gives no microphone.').waitFor()
    // Who answers on one page joins there, and can move.
    await button(first, 'Answer').click()
    await second.locator('.ring').waitFor({ state: 'detached' })
    await seesTwoSeats(first)
    await button(second, 'Move it here').click()
    await first.getByText('You are in the call elsewhere now.').waitFor()
    await expect.poll(() => seats(second).count()).toBe(2)
    await expect.poll(() => seats(caller).count()).toBe(2)
  },
)

testInChromium('95. a topic says who talks; others join, show a screen, lose a tab, and come back', async () => {
  const topic = newTopic()
  const names = [await newPerson(), await newPerson(), await newPerson()]
  const [first, second, third] = await Promise.all(names.map((name) => opensWithDevices(name, topicHash(topic))))
  if (!first || !second || !third) throw new Error('Three pages are needed')
  for (const page of [first, second, third]) await hasNoMediaServer(page)
  const cuts: WebSocketRoute[] = []
  await second.routeWebSocket('**/parley/calls/*/socket**', (socket) => {
    socket.connectToServer()
    cuts.push(socket)
  })
  await button(first, 'Start a call').click()
  await third.locator('.call-strip').getByText('is in a call').waitFor()
  await third.locator(`.rail-calls a[href="${topicHash(topic)}"]`).waitFor()
  for (const page of [second, third]) await page.locator('.call-strip').getByRole('button', { name: 'Join' }).click()
  await expect.poll(async () => (await received(first)).connected).toBe(2)
  await expect.poll(async () => (await received(second)).connected).toBe(2)

  await button(second, 'Show your screen').click()
  await third.getByText('shows a screen').first().waitFor()
  await grows(third, 'frames')
  // Two show a screen with its sound. One of them is stopped by the browser, which has a button for it.
  await button(third, 'Show your screen').click()
  await expect.poll(() => first.locator('.seat.shared video').count()).toBe(2)
  await expect.poll(async () => (await received(first)).sounds).toBe(4)
  await third.evaluate(() => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    const screen = made
      .flatMap((connection) => connection.getSenders())
      .find(({ track }) => track?.contentHint === 'detail')
    screen?.track?.dispatchEvent(new Event('ended'))
  })
  await expect.poll(() => first.locator('.seat.shared').count()).toBe(1)
  await button(second, 'Stop showing your screen').click()
  await third.locator('.seat.shared').waitFor({ state: 'detached' })

  // The socket to the realm is cut: media goes on, and no one leaves.
  await cuts[0]?.close({ code: 1011 })
  await grows(first, 'packets')
  await expect.poll(() => cuts.length).toBe(2)
  await expect.poll(() => first.locator('.seat.away').count()).toBe(0)
  await expect.poll(() => seats(first).count()).toBe(3)

  // A page that is loaded again takes its place, without a new ring.
  await second.reload()
  await second.locator('.call-bar').waitFor()
  await expect.poll(async () => (await received(second)).connected).toBe(2)
  await grows(second, 'energy')
  await expect.poll(() => first.locator('.seat.away').count()).toBe(0)

  // A link from elsewhere shows the conversation, and joins nothing, also if the page reads it twice, as it can when it starts.
  const stranger = await opens('ben', DEVICES)
  const calls = (await asks('ada', 'GET /parley/calls')).calls
  const { id } = calls.find((call: { stream_id: number; topic: string }) => call.topic === topic)
  await stranger.evaluate((hash) => {
    location.hash = hash
    dispatchEvent(new HashChangeEvent('hashchange'))
  }, `#call/${id}`)
  await stranger.locator('.call-strip').waitFor()
  await expect.poll(() => stranger.locator('.stage').count()).toBe(0)
  await stranger.getByRole('link', { name: 'Join the call' }).click()
  await stranger.locator('.stage').waitFor()
  await button(stranger, 'Leave').click()

  // A tab crashes.
  const session = await third.context().newCDPSession(third)
  session.send('Page.crash').catch(() => {})
  await seatOf(first, names[2] ?? '')
    .and(first.locator('.away'))
    .waitFor()
  takeFaults()
})

testInChromium('two clients connect, although the answer of one of them was lost', async () => {
  const topic = newTopic()
  const names = [await newPerson(), await newPerson()]
  const [first, second] = await Promise.all(names.map((name) => opensWithDevices(name, topicHash(topic))))
  if (!first || !second) throw new Error('Two pages are needed')
  const lost: string[] = []
  for (const page of [first, second]) {
    await hasNoMediaServer(page)
    await page.routeWebSocket('**/parley/calls/*/socket**', (socket) => {
      const realm = socket.connectToServer()
      socket.onMessage((message) => {
        const isAnswer = String(message).includes('"type":"answer"')
        if (isAnswer && lost.length === 0) lost.push(String(message))
        else realm.send(message)
      })
    })
  }
  await button(first, 'Start a call').click()
  await second.locator('.call-strip').getByRole('button', { name: 'Join' }).click()
  for (const page of [first, second]) {
    await expect.poll(async () => (await received(page)).connected).toBe(1)
    await grows(page, 'energy')
  }
  expect(lost).toHaveLength(1)
})

/** The address of the notification of a call that rings for a user. */
async function answeringHash(name: string, call_id: number): Promise<string> {
  const { parley_answer_codes } = await asks(name, 'POST /register', { fetch_event_types: ['parley_call'] })
  return `#call/${call_id}/${parley_answer_codes[call_id]}`
}

testInChromium(
  '94. only the link of the notification answers a call: one that others write leaves it ringing',
  async () => {
    const [name, other] = [await newPerson(), await newPerson()]
    const { call } = await asks('ben', 'POST /parley/calls', { type: 'direct', to: [name, other].map(userId) })
    const ofOther = await answeringHash(other, call.id)
    for (const hash of [`#call/${call.id}/answer`, ofOther]) {
      const page = await opens(name, DEVICES, hash)
      await page.locator('.ring').waitFor()
      await page.locator('.call-strip').waitFor()
      await hasRest(page)
      await expect.poll(() => page.locator('.stage').count()).toBe(0)
    }
    const page = await opens(name, DEVICES, await answeringHash(name, call.id))
    await page.locator('.stage .seat').first().waitFor()
  },
)

testInChromium(
  '94. a call that began while the client was closed is answered, although the stored state lacks it',
  async () => {
    const name = await newPerson()
    const page = await opens(name, DEVICES, '#inbox')
    await page.locator('.layer:not(.parked) h1', { hasText: 'Inbox' }).waitFor()
    await savesNow(page)
    await saved(page, name)
    const { origin } = new URL(page.url())
    await page.goto(`${origin}/favicon.svg`)
    const { call } = await asks('ben', 'POST /parley/calls', { type: 'direct', to: [userId(name)] })
    const answering = Promise.withResolvers<void>()
    await page.route('**/json/events?*', (route) => answering.promise.then(() => route.continue()))
    await page.goto(`${origin}/${await answeringHash(name, call.id)}`)
    // All scripts that look at the address have run, with the stored state.
    await hasRest(page)
    await expect.poll(() => page.locator('.stage').count()).toBe(0)
    await expect.poll(() => page.locator('.notice').allInnerTexts()).toEqual([])
    answering.resolve()
    await page.locator('.stage .seat').first().waitFor()
  },
)

testInChromium('on a computer whose clock is wrong, a call rings, and the user edits a new message', async () => {
  const [name, other] = [await newPerson(), await newPerson()]
  const page = await opens(other, DEVICES, `#narrow/dm/${userId(name)}`)
  await page.clock.setSystemTime(Date.now() + 3_600_000)
  await page.reload()
  await asks(other, 'POST /messages', { type: 'direct', to: [userId(name)], content: 'Mended' })
  await asks(name, 'POST /parley/calls', { type: 'direct', to: [userId(other)] })
  await page.locator('.ring').waitFor()
  await rowOf(page, 'Mended').focus()
  await page.keyboard.press('e')
  await page.getByLabel('Edit message').waitFor()
})

testInChromium('who may only listen is silent, and speaks after the right came and the microphone is on', async () => {
  const [speaking, listening] = [await newPerson(), await newPerson()]
  const subscribers = [speaking, listening].map(userId)
  const name = newTopic()
  const { id } = await asks('ben', 'POST /channels/create', { name, subscribers: [...subscribers, userId('ben')] })
  const writers = (ids: number[]) => ({
    can_send_message_group: { new: { direct_members: ids, direct_subgroups: [] } },
  })
  await asks('ben', `PATCH /streams/${id}`, writers([userId(speaking)]))
  const hash = topicHash('news', { stream_id: id, name: 'news' })
  const [speaker, listener] = [await opensWithDevices(speaking, hash), await opensWithDevices(listening, hash)]
  for (const page of [speaker, listener]) await hasNoMediaServer(page)
  await button(speaker, 'Start a call').click()
  await listener.locator('.call-strip').getByRole('button', { name: 'Join' }).click()
  await listener.getByText('You may only listen here.').first().waitFor()
  await listener.locator('.stage').press('v')
  await grows(listener, 'energy')
  // Nothing leaves the browser of the listener.
  expect(await received(speaker)).toMatchObject({ packets: 0, frames: 0 })
  await asks('ben', `PATCH /streams/${id}`, writers(subscribers))
  await button(listener, 'Unmute yourself (M)').click()
  await grows(speaker, 'energy')
  await asks('ben', `PATCH /streams/${id}`, writers([userId(speaking)]))
  await button(listener, 'Mute yourself (M)').waitFor({ state: 'detached' })
  const { packets } = await received(speaker)
  await grows(listener, 'energy')
  expect((await received(speaker)).packets).toBe(packets)
  await button(speaker, 'Leave').click()
  await button(listener, 'Leave').click()
})
