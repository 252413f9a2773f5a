import type { ClientOptions } from '../../../events/queue'
import type { ReadOnlyRealm } from '../../../realm'
import { encodedChannel } from '../channels/encoded-channels'
import { allChannelIds, findChannel } from '../channels/storage'
import { cachedSubscribers } from './storage'

const CHANNELS_PER_PART = 50
/** The lists whose channels are encoded: without subscribers, or with them. */
const loadedLists = new WeakMap<object, Set<boolean>>()

/** Reads and encodes all channels. Yields after each part, so that the realm can serve other requests. */
export function* loadChannels(realm: ReadOnlyRealm, { include_subscribers }: ClientOptions): Generator<void> {
  const withSubscribers = include_subscribers === 'true' || include_subscribers === 'partial'
  const ids = allChannelIds(realm)
  const loaded = loadedLists.get(ids) ?? new Set<boolean>()
  loadedLists.set(ids, loaded)
  if (loaded.has(withSubscribers)) return
  for (const [nth, { stream_id }] of ids.entries()) {
    const channel = findChannel(realm, stream_id)
    if (channel) encodedChannel(realm, channel)
    if (channel && withSubscribers) cachedSubscribers(realm, stream_id)
    if ((nth + 1) % CHANNELS_PER_PART === 0) yield
  }
  loaded.add(withSubscribers)
}
