import type { Client } from '../client/client'
import { whenChanged } from './when-changed'

type List = {
  /** The first unread message, if the list has no line above one yet. */
  firstUnread: () => number | undefined
  showAsNew: (id: number) => void
  hasFailed: () => boolean
  open: () => void
}

/** A list that was shown before the connection was there: what arrived since the snapshot is new, and what failed opens. */
export function createCatchUp({ isCaughtUp, status }: Client, { firstUnread, showAsNew, hasFailed, open }: List): void {
  whenChanged(isCaughtUp, () => {
    const first = firstUnread()
    if (first !== undefined) showAsNew(first)
  })
  whenChanged(status, (now) => now === 'live' && hasFailed() && open())
}
