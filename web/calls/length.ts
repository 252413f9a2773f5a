import { createSignal, onCleanup } from 'solid-js'
import type { Call } from '../../client-state/wire'
import type { Client } from '../client/client'
import { lengthSince } from './duration'

/** Returns the length of a call, which grows. */
export function createLength({ serverNow }: Pick<Client, 'serverNow'>, call: () => Call): () => string {
  const [now, setNow] = createSignal(serverNow())
  const timer = setInterval(() => setNow(serverNow()), 1000)
  onCleanup(() => clearInterval(timer))
  return () => lengthSince(call().started_at, now())
}
