import type { Client } from '../client/client'
import { channelsInOrder } from '../store/conversations'
import { movedTo } from '../store/own-order'
import { inOwnOrder } from '../store/rail-rows'
import { savedViews } from '../store/saved-views'
import { laterWords } from '../words/en-later'
import { pinnedOrder } from './pinned-order'

/** Returns what is pinned, in the order of the rail, each with its name. */
function pinned(client: Client): Map<string, string> {
  const { store } = client
  const views = savedViews(store.state).filter(({ is_pinned }) => is_pinned)
  const channels = channelsInOrder(store.state).filter(({ pin_to_top }) => pin_to_top)
  const names = new Map([
    ...views.map(({ fragment, name }) => [fragment, name] as const),
    ...channels.map(({ stream_id, name }) => [String(stream_id), name] as const),
  ])
  const { order } = pinnedOrder(client)
  return new Map(inOwnOrder([...names.keys()], order()).map((key) => [key, names.get(key) ?? '']))
}

/** Returns the place of a pinned key, and how many there are, or undefined for what is not pinned. */
export function placeOfPinned(client: Client, key: string): { at: number; count: number } | undefined {
  const keys = [...pinned(client).keys()]
  const at = keys.indexOf(key)
  return at === -1 ? undefined : { at, count: keys.length }
}

/** Moves what is pinned to another place of its section, and says where it is. */
export function movePinned(client: Client, key: string, to: number): void {
  const names = pinned(client)
  const next = movedTo([...names.keys()], key, to)
  pinnedOrder(client).setOrder(next)
  client.setNotice({ text: laterWords.rail.moved(names.get(key) ?? '', next.indexOf(key) + 1, next.length) })
}
