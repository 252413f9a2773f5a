import { pause } from '../wire/requests'

/** A track has no packets at first, and the media server may be busy. */
const PAUSES_MILLISECONDS = [300, 1000, 3000]

type Options = {
  /** Calls that come together are one run. */
  delay: number
  /** Returns false if it must be repeated. */
  work: () => Promise<boolean>
  isOver: () => boolean
  /** Called if the last attempt throws, too. */
  failed: (error: unknown) => void
}

/** Returns a function that runs `work` when its last run has ended, once for all calls meanwhile. */
export function inOrder({ delay, work, isOver, failed }: Options): () => void {
  let isWaiting = false
  let running = Promise.resolve()

  async function run(): Promise<void> {
    await pause(delay)
    isWaiting = false
    for (const milliseconds of [...PAUSES_MILLISECONDS, undefined]) {
      if (isOver()) return
      const { isDone, error } = await attempt(work)
      if (isDone) return
      if (milliseconds !== undefined) await pause(milliseconds)
      else if (error !== undefined) failed(error)
    }
  }

  return () => {
    if (isWaiting) return
    isWaiting = true
    running = running.then(run)
  }
}

/**
 * Returns a function that changes a connection, and one that closes it after the last change. If it were closed meanwhile, the browser would
 * never say that the change has ended (WebRTC 1.0, section 4.4.1.5), and no other one would begin.
 */
export function closedAfterChanges<Args extends unknown[], T>(
  connection: RTCPeerConnection,
  change: (...args: Args) => Promise<T>,
) {
  let last: Promise<T> | undefined
  return {
    update: (...args: Args): Promise<T> => (last = change(...args)),
    close: (): void => void Promise.allSettled([last]).then(() => connection.close()),
  }
}

const attempt = (work: () => Promise<boolean>): Promise<{ isDone?: boolean; error?: unknown }> =>
  work().then(
    (isDone) => ({ isDone }),
    (error: unknown) => ({ error }),
  )
