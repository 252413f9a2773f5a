import { createSignal, onCleanup } from 'solid-js'
import type { Call } from '../../client-state/wire'
import { lengthSince } from './duration'

const SECOND = 1000

/** Returns the length of a call, which grows. */
export function createLength(call: () => Call): () => string {
  const [now, setNow] = createSignal(Date.now())
  const timer = setInterval(() => setNow(Date.now()), SECOND)
  onCleanup(() => clearInterval(timer))
  return () => lengthSince(call().started_at, now())
}
