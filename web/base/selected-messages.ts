import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'

const kept = perClient(() => {
  const [ids, setIds] = createSignal<ReadonlySet<number>>(new Set())
  return { ids, setIds, keepers: new Set<(ids: number[]) => void>() }
})

/** Returns the messages that the user selected to act on all of them. */
export const selectedMessages = (client: Client): ReadonlySet<number> => kept(client).ids()

export const selectMessages = (client: Client, ids: Iterable<number>): void =>
  void kept(client).setIds(new Set([...ids].slice(-MAX_SELECTED)))

/** Each of them is a request if they are moved or deleted. */
const MAX_SELECTED = 100

/** What each list does with messages that stay unread although they are in sight. */
export const keepers = (client: Client) => kept(client).keepers
