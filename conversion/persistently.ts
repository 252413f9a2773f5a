const PAUSES_SECONDS = [1, 2, 5, 10, 30, 60, 60]
const TEMPORARY = new Set(['RATE_LIMIT_HIT', 'STORE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'])

export const pause = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

const isTemporary = (error) => TEMPORARY.has(error.code) || error instanceof TypeError || error instanceof SyntaxError

/** `fetch` says only that it failed, and its cause says why. */
const reasonOf = (error) => error.cause?.message ?? error.message

/**
 * Repeats a request that failed for a time: the server is busy or away. Every request of a copy can be repeated.
 *
 * @template T
 * @param {() => Promise<T>} request
 * @param {import('./convert.mjs').Show} report
 */
export async function persistently(request, report = () => undefined) {
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
