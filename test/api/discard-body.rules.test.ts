import { expect, test } from 'vitest'
import { discardBody } from '../../src/api/read-fields'

/** A body of pieces of 64 KiB, how many of them were read, and whether the rest was refused. */
function bodyOf(pieces: number) {
  const state = { read: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.read === pieces) return controller.close()
        state.read++
        controller.enqueue(new Uint8Array(64 * 1024))
      },
      cancel: () => void (state.isCancelled = true),
    },
    { highWaterMark: 0 },
  )
  return { body, state }
}

test('a body of a usual size is read to its end, and the rest of a larger one is refused', async () => {
  const usual = bodyOf(16)
  await discardBody(usual)
  expect(usual.state).toEqual({ read: 16, isCancelled: false })
  const larger = bodyOf(100)
  await discardBody(larger)
  expect(larger.state).toEqual({ read: 17, isCancelled: true })
  await discardBody({ body: null })
  const locked = bodyOf(1)
  locked.body.getReader()
  await discardBody(locked)
  expect(locked.state).toEqual({ read: 0, isCancelled: false })
})
