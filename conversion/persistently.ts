import { codeOf, messageOf } from './failure.ts'
import type { Show } from './storage.ts'

const PAUSES_SECONDS = [1, 2, 5, 10, 30, 60, 60]
const TEMPORARY = new Set<unknown>(['RATE_LIMIT_HIT', 'STORE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'])

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

const isTemporary = (error: unknown) =>
  TEMPORARY.has(codeOf(error)) || error instanceof TypeError || error instanceof SyntaxError

/** `fetch` says only that it failed, and its cause says why. */
export const reasonOf = (error: unknown): string => messageOf(error instanceof Error ? (error.cause ?? error) : error)

/** Repeats a request that failed for a time: the server is busy or away. Every request of a copy can be repeated. */
export async function persistently<Answer>(
  request: () => Promise<Answer>,
  report: Show = () => undefined,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++)
    try {
      return await request()
    } catch (error) {
      const seconds = PAUSES_SECONDS[attempt]
      if (!isTemporary(error) || seconds === undefined) throw error
      report(`${reasonOf(error)}. Trying again in ${seconds} s.`, { step: 'waiting' })
      await pause(seconds * 1000)
    }
}
