import { createSignal, onCleanup } from 'solid-js'
import type { Call } from '../../client-state/wire'
import type { Client } from '../client/client'
import { lengthSince } from './duration'

/** Returns the length of a call, which grows. */
export function createLength(client: Client, call: () => Call): () => string {
  const [now, setNow] = createSignal(client.now())
  const timer = setInterval(() => setNow(client.now()), 1000)
  onCleanup(() => clearInterval(timer))
  return () => lengthSince(call().started_at, now())
}
