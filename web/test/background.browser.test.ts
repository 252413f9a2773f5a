import { expect, test } from 'vitest'
import { newPersonAlone, newTopic, opens, rowOf, sends, topicHash } from './person'

const QUIET_MILLISECONDS = 29_000

test('a page in the background starts no timer of less than 30 seconds, and draws nothing', async () => {
  const [topic, { name, channel }] = [newTopic(), await newPersonAlone()]
  await sends('ben', topic, ['before'], { channel })
  const page = await opens(name, {}, topicHash(topic, channel))
  await page.clock.install()
  // What the page does from then on, each with its milliseconds. A frame has none.
  await page.addInitScript(() => {
    const done: number[] = []
    Object.assign(globalThis, { done })
    for (const start of ['setTimeout', 'setInterval'] as const) {
      const begin = globalThis[start]
      Object.assign(globalThis, {
        [start]: (run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
          begin(() => {
            done.push(milliseconds)
            run(...args)
          }, milliseconds),
      })
    }
    // The time of the page does not wait for the server.
    const send: (this: WebSocket, data: string | Blob | BufferSource) => void = Reflect.get(WebSocket.prototype, 'send')
    WebSocket.prototype.send = function (data) {
      if (data !== 'ping') return send.call(this, data)
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: 'pong' })))
    }
    const draw = requestAnimationFrame
    globalThis.requestAnimationFrame = (run) =>
      draw((time) => {
        done.push(0)
        run(time)
      })
  })
  await page.reload()
  await rowOf(page, 'before').waitFor()
  await page.getByText('Connecting…').waitFor({ state: 'detached' })
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await sends('ben', topic, ['unread in the background'], { channel })
  await rowOf(page, 'unread in the background').waitFor({ state: 'attached' })
  const done = () => page.evaluate((): number[] => Object(globalThis).done)
  // The first timer may be the one that loads what the next key opens.
  await expect.poll(async () => (await done()).length).toBeGreaterThan(0)
  await page.clock.pauseAt(Date.now() + 600_000)
  // What the message and answers of the server caused ends. What the page repeats would never end.
  const inQuietTime = async () => {
    await page.evaluate(() => (Object(globalThis).done.length = 0))
    await page.clock.runFor(QUIET_MILLISECONDS)
    return (await done()).filter((milliseconds) => milliseconds < 30_000)
  }
  await expect.poll(inQuietTime).toEqual([])
})
