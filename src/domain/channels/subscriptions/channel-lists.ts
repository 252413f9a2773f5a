import { jsonList, type JsonText } from '../../../api/json-text'
import { SharedPart, type SharedText } from '../../../api/shared-text'
import type { ReadOnlyRealm } from '../../../realm'
import type { User } from '../../people/users/user'
import type { Channel } from '../channels/channel'
import { allChannels } from '../channels/storage'
import { blockNumber, COMMA_BYTES, sharedBlocks, textOf, type BlockText, type ChannelForm } from './channel-blocks'

type ChannelList = {
  /** The form of the public channels. Undefined: the list has not all of them, or they look different. */
  form: ChannelForm | undefined
  /** Channels that are not in the list. */
  without?: readonly number[]
  /** Returns the JSON of a channel as the viewer sees it, or '' if it is not in the list. */
  encode: (channel: Channel) => JsonText | ''
}

/**
 * Returns the JSON of channels in the order of their ids. In a realm with many channels, the public ones are shared texts for all viewers
 * who see them, and only the others are encoded.
 */
export function encodedChannelList(
  realm: ReadOnlyRealm,
  viewer: User,
  { form, without = [], encode }: ChannelList,
): JsonText {
  const blocks = form === undefined ? [] : sharedBlocks(realm, viewer)
  if (form === undefined || blocks.length === 0) return jsonList(allChannels(realm).map(encode))
  const withoutByBlock = Map.groupBy(without, blockNumber)
  return jsonList(
    blocks.flatMap((block) => {
      const blockText = textOf(realm, block, form)
      const omitted = withoutByBlock.get(blockNumber(block.items[0].stream_id)) ?? []
      return piecesOf(blockText, [
        ...blockText.apart.map((channel) => ({ stream_id: channel.stream_id, item: encode(channel) })),
        ...omitted.map((stream_id): Place => ({ stream_id, item: '' })),
      ])
    }),
  )
}

/** A channel that is not in the shared text, or one that is left out. */
type Place = { stream_id: number; item: JsonText | '' }

/** Returns the shared text with the items at their places. */
function piecesOf(
  { text, ids, ends }: BlockText,
  places: readonly Place[],
): (SharedText | SharedPart | JsonText | '')[] {
  if (text === undefined) return places.map(({ item }) => item)
  const pieces: (SharedText | SharedPart | JsonText)[] = []
  let next = 0
  const addBefore = (end: number) => {
    if (end === next) return
    const isWhole = next === 0 && end === ids.length
    const from = next === 0 ? 0 : ends[next - 1]! + COMMA_BYTES
    pieces.push(isWhole ? text : new SharedPart(text, from, ends[end - 1]!))
  }
  for (const { stream_id, item } of places.toSorted((a, b) => a.stream_id - b.stream_id)) {
    let end = next
    while (end < ids.length && ids[end]! < stream_id) end++
    addBefore(end)
    next = ids[end] === stream_id ? end + 1 : end
    if (item !== '') pieces.push(item)
  }
  addBefore(ids.length)
  return pieces
}
