import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import type { Route } from '../routes/route'

type Place = Extract<Route, { view: 'channel' | 'topic' | 'direct' }>

const requested = perClient((): { place?: Place } => ({}))

/** The next search begins in a place. */
export function searchIn(client: Client, place: Place): void {
  requested(client).place = place
}

/** Returns where the search that opens begins. The one after it begins without a place. */
export function takeSearchPlace(client: Client): Place | undefined {
  const { place } = requested(client)
  delete requested(client).place
  return place
}
