/**
 * How long the responses of this Worker took, by realm, until the next call tells the realm. Only the Worker can measure it: the
 * clock of a realm does not advance while the realm computes.
 */
const waiting = new Map<string, number[]>()
const MAX_REALMS = 1000
const MAX_LATENCIES = 50

export function noteLatency(realm_name: string, milliseconds: number): void {
  const latencies = waiting.get(realm_name)
  if (latencies === undefined) {
    if (waiting.size >= MAX_REALMS) waiting.clear()
    waiting.set(realm_name, [milliseconds])
  } else if (latencies.length < MAX_LATENCIES) latencies.push(milliseconds)
}

/** Returns the latencies that the realm does not know yet, and forgets them. */
export function takeLatencies(realm_name: string): number[] | undefined {
  const latencies = waiting.get(realm_name)
  waiting.delete(realm_name)
  return latencies
}
