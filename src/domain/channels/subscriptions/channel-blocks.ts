import { Buffer } from 'node:buffer'
import { SharedText } from '../../../api/shared-text'
import type { ReadOnlyRealm } from '../../../realm'
import { blocksById, type Block } from '../../../store/blocks-by-id'
import { cacheKey } from '../../../store/realm-cache'
import { userCache } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { Channel } from '../channels/channel'
import { deactivatedAmong, encodedOpening, holdersOf } from '../channels/encoded-channels'
import { seesAllPublicChannels } from '../channels/access-rules'
import { allChannels } from '../channels/storage'
import { accessWithoutSubscription } from './access'
import { MIN_SUBSCRIBERS_FOR_PARTIAL } from './events'
import { cachedSubscribers } from './storage'

const IDS_PER_BLOCK = 128
const MIN_SHARED_CHARACTERS = 2000
export const COMMA_BYTES = 1

/** How public channels look in a list. All members see them in the same way. */
export type ChannelForm = { withArchived: boolean; withSubscribers: boolean }

/** The shared text of channels of a block. The nth of them has the id `ids[n]`, and ends before the byte `ends[n]`. */
export type BlockText = {
  /** Undefined: all channels are apart. */
  text: SharedText | undefined
  ids: readonly number[]
  ends: readonly number[]
  /** The channels that are not in the text: private ones, those of another form, and those with many subscribers. */
  apart: readonly Channel[]
}

/** `holders`: the users whom permissions of the channels name. The texts depend on which of them are deactivated. */
type Texts = { byForm: Map<string, BlockText>; holders?: readonly number[]; deactivated?: string }

/** Channels with neighbouring ids, and their shared texts. If one of them changes, they are another block. */
type ChannelBlock = Block<Channel, Texts>

export const blockNumber = (stream_id: number): number => Math.floor(stream_id / IDS_PER_BLOCK)

const blocksOf = blocksById<Channel, Texts>({
  blockOf: ({ stream_id }) => blockNumber(stream_id),
  newComputed: () => ({ byForm: new Map() }),
})

/** Returns the blocks of all channels. None if the viewer shares no text with others, or if there is only one. */
export function sharedBlocks(realm: ReadOnlyRealm, viewer: User): readonly ChannelBlock[] {
  if (!seesAllPublicChannels(accessWithoutSubscription(realm, viewer))) return []
  const blocks = blocksOf(allChannels(realm))
  return blocks.length > 1 ? blocks : []
}

/** Encodes the shared texts. Yields after each block, so that the realm can serve other requests. */
export function* encodeBlocks(realm: ReadOnlyRealm, viewer: User, form: ChannelForm): Generator<void> {
  for (const block of sharedBlocks(realm, viewer)) {
    if (textsOf(realm, block).has(keyOf(form))) continue
    textOf(realm, block, form)
    yield
  }
}

const keyOf = ({ withArchived, withSubscribers }: ChannelForm): string => `${withArchived} ${withSubscribers}`

/** Returns the shared text of a block in this form. The same until a channel of it, a subscriber or a holder changes. */
export function textOf(realm: ReadOnlyRealm, block: ChannelBlock, form: ChannelForm): BlockText {
  const texts = textsOf(realm, block)
  let text = texts.get(keyOf(form))
  if (text === undefined) texts.set(keyOf(form), (text = encodedBlock(realm, block, form)))
  return text
}

/** The blocks whose texts have been compared with the users who are deactivated now. */
const checkedBlocksCache = cacheKey<WeakSet<ChannelBlock>>({ invalidatedBy: [userCache] })

function textsOf(realm: ReadOnlyRealm, block: ChannelBlock): Texts['byForm'] {
  const { items, computed } = block
  const checked = realm.cache.get(checkedBlocksCache, () => new WeakSet<ChannelBlock>())
  if (!checked.has(block)) {
    computed.holders ??= [...new Set(items.flatMap(holdersOf))]
    const deactivated = deactivatedAmong(realm, computed.holders)
    if (deactivated !== computed.deactivated) computed.byForm.clear()
    computed.deactivated = deactivated
    checked.add(block)
  }
  return computed.byForm
}

function encodedBlock(
  realm: ReadOnlyRealm,
  { items }: ChannelBlock,
  { withArchived, withSubscribers }: ChannelForm,
): BlockText {
  // A change of the subscribers changes their number, which is in the channel.
  const subscribersOf = ({ stream_id }: Channel) => cachedSubscribers(realm, stream_id).ids
  const isInText = (channel: Channel) =>
    !channel.invite_only &&
    (withArchived || !channel.is_archived) &&
    !(withSubscribers && subscribersOf(channel).length >= MIN_SUBSCRIBERS_FOR_PARTIAL)
  const inText = items.filter(isInText)
  // These facts never change: a change makes other objects.
  const facts = inText.map((channel) => ({
    opening: encodedOpening(realm, channel),
    subscribers: withSubscribers ? subscribersOf(channel) : undefined,
  }))
  const encoded = facts.map(encodedFacts)
  const json = encoded.join(',')
  if (json.length < MIN_SHARED_CHARACTERS) return { text: undefined, ids: [], ends: [], apart: items }
  let end = -COMMA_BYTES
  return {
    text: new SharedText(() => facts.map(encodedFacts).join(','), memoryBytes(inText), json),
    ids: inText.map(({ stream_id }) => stream_id),
    ends: encoded.map((each) => (end += COMMA_BYTES + Buffer.byteLength(each))),
    apart: items.filter((channel) => !isInText(channel)),
  }
}

const encodedFacts = ({ opening, subscribers }: { opening: string; subscribers: readonly number[] | undefined }) =>
  subscribers ? `${opening},"subscribers":${JSON.stringify(subscribers)}}` : `${opening}}`

// A text holds references to the JSON of each channel, and that of one which changed since.
const memoryBytes = (channels: readonly Channel[]): number => 5000 + 32 * channels.length
