/** In a Worker the clock only moves between turns of the event loop. */
const isInWorker = typeof navigator === 'object' && navigator.userAgent === 'Cloudflare-Workers'

/** Returns the time in milliseconds. */
export async function now(): Promise<number> {
  if (isInWorker)
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0)
    })
  return performance.now()
}
