import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { encodedChannel } from '../channels/encoded-channels'
import { allChannelIds, findChannel, readChannels } from '../channels/storage'
import { encodeBlocks, type ChannelForm } from './channel-blocks'
import { cachedSubscribers } from './storage'

const CHANNELS_PER_PART = 200
/** The lists whose channels are encoded: without subscribers, or with them. */
const loadedLists = new WeakMap<object, Set<boolean>>()

/** Reads and encodes all channels. Yields after each part, so that the realm can serve other requests. */
export function* loadChannels(realm: Realm, viewer: User, form: ChannelForm): Generator<void> {
  const { withSubscribers } = form
  const ids = allChannelIds(realm)
  const loaded = loadedLists.get(ids) ?? new Set<boolean>()
  loadedLists.set(ids, loaded)
  if (!loaded.has(withSubscribers))
    for (let first = 0; first < ids.length; first += CHANNELS_PER_PART) {
      const part = ids.slice(first, first + CHANNELS_PER_PART)
      readChannels(realm, part[0]!.stream_id, part.at(-1)!.stream_id)
      for (const { stream_id } of part) {
        const channel = findChannel(realm, stream_id)
        if (channel) encodedChannel(realm, channel)
        if (channel && withSubscribers) cachedSubscribers(realm, stream_id)
      }
      yield
    }
  loaded.add(withSubscribers)
  yield* encodeBlocks(realm, viewer, form)
}
