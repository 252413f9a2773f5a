// The heaps of a page and of its workers, which a page cannot measure itself.

import type { CDPSession, Page } from 'playwright-core'

const MEBIBYTE = 2 ** 20
type Heap = { usedSize: number }

/** Returns the heaps in megabytes, after a collection of garbage: that of the page first. */
export async function heapsOf(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const workers: string[] = []
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.push(sessionId)
  })
  // It attaches to the workers that run already, too.
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  await session.send('HeapProfiler.collectGarbage')
  const heaps: Heap[] = [await session.send('Runtime.getHeapUsage')]
  for (const worker of workers) {
    await answerOf(session, worker, 'HeapProfiler.collectGarbage')
    heaps.push(await answerOf(session, worker, 'Runtime.getHeapUsage'))
  }
  await session.detach()
  return heaps.map(({ usedSize }) => usedSize / MEBIBYTE)
}

let last = 0

/** Sends a command to a worker of the page. */
function answerOf(session: CDPSession, sessionId: string, method: string): Promise<Heap> {
  const id = ++last
  return new Promise((resolve) => {
    const receive = (received: { message: string }) => {
      const { id: of, result }: { id: number; result: Heap } = JSON.parse(received.message)
      if (of !== id) return
      session.off('Target.receivedMessageFromTarget', receive)
      resolve(result)
    }
    session.on('Target.receivedMessageFromTarget', receive)
    void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
  })
}
