import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import type { Route } from '../routes/route'
import type { ListData } from './list-data'
import type { Marker } from './mark-as-read'
import type { Place } from './place'

type List = {
  route: () => Route
  /** Whether the list has its messages, and the user sees it. */
  isShown: () => boolean
  place: () => Place
  marker: Marker
}

export type Scrolling = ReturnType<typeof createScrolling>

/** What a scroll does: it marks messages as read, fetches more, and counts the unread ones below. */
export function createScrolling(client: Client, data: ListData, { route, isShown, place, marker }: List) {
  const { history, report } = client
  const { key, current } = data
  const [below, setBelow] = createSignal(0)
  let hasScrolled = false

  function moved(byUser: boolean) {
    if (byUser) marker.moved()
    hasScrolled ||= byUser
    countBelow()
    if (!isShown()) return
    marker.check()
    if (place().needsOlder() && !current().foundOldest) history.older(route(), key).catch(report)
    if (place().needsNewer() && !current().foundNewest) history.newer(route(), key).catch(report)
  }

  function countBelow() {
    if (place().isAtEnd()) return setBelow(0)
    const last = place().endsInSight().at(-1) ?? 0
    setBelow(data.unreadIds().filter((id) => id > last).length)
  }

  async function toEnd() {
    if (!current().foundNewest) await history.open(route(), 'newest').catch(report)
    place().toEnd()
  }

  return { moved, toEnd, below, hasScrolled: () => hasScrolled }
}
