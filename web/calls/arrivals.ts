/**
 * Returns a function that says whether something has come over a connection since its last call. What was played says so at once. Only if
 * nothing was played, the browser is asked for its statistics: these cost CPU.
 */
export function createArrivals(connection: RTCPeerConnection): () => Promise<boolean> {
  let newest = 0
  let bytes: number | undefined
  return async () => {
    const before = newest
    for (const receiver of connection.getReceivers())
      for (const { timestamp } of receiver.getSynchronizationSources()) newest = Math.max(newest, timestamp)
    if (newest > before) {
      bytes = undefined
      return true
    }
    const now = bytesIn(await connection.getStats())
    const hasCome = bytes !== undefined && now !== bytes
    bytes = now
    return hasCome
  }
}

/**
 * Returns a function that starts a look, unless one is running. A busy browser answers several looks at the same moment: the second one
 * would find that no byte has come since the first one.
 */
export function oneAtATime(look: () => Promise<unknown>): () => void {
  let looking: Promise<void> | undefined
  return () => {
    looking ??= Promise.allSettled([look()]).then(() => (looking = undefined))
  }
}

type Stats = { type: string; bytesReceived?: number }

function bytesIn(report: RTCStatsReport): number {
  let bytes = 0
  report.forEach((each: Stats) => {
    if (each.type === 'transport') bytes = each.bytesReceived ?? 0
  })
  return bytes
}
