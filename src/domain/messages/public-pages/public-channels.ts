import type { ReadOnlyRealm, Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { allChannels, findChannel } from '../../channels/channels/storage'
import { newestTopics } from '../../channels/topics/storage'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { requireReader } from '../../people/users/spectator'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { admitsSpectators } from '../../realm/settings/spectators'
import { settingsOf } from '../../realm/settings/storage'
import { fetchPage } from '../pages/fetch-page'
import { loadMessages } from '../pages/load-messages'
import { isOnPublicPages } from './rules'

const MAX_CHANNELS = 500
const TOPICS_PER_PAGE = 100
const MESSAGES_PER_PAGE = 50

/** Returns the public channels by name; none if the realm admits no spectators. */
export function publicChannels(realm: ReadOnlyRealm) {
  if (!admitsSpectators(realm)) return []
  return allChannels(realm)
    .filter(isOnPublicPages)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MAX_CHANNELS)
    .map(wordsOf)
}

export const hasPublicChannels = (realm: ReadOnlyRealm): boolean =>
  admitsSpectators(realm) && allChannels(realm).some(isOnPublicPages)

export function findPublicChannel(realm: ReadOnlyRealm, stream_id: number) {
  const channel = admitsSpectators(realm) ? findChannel(realm, stream_id) : undefined
  return channel !== undefined && isOnPublicPages(channel) ? wordsOf(channel) : undefined
}

export type PublicChannel = ReturnType<typeof wordsOf>

const wordsOf = ({ stream_id, name, rendered_description }: Channel) => ({ stream_id, name, rendered_description })

/** Returns the topics of a public channel whose newest message is before an id, the most recent first. */
export function publicTopics(realm: ReadOnlyRealm, { stream_id }: PublicChannel, before = NEWEST_ANCHOR) {
  const found = newestTopics(realm.sql, { stream_id, before }, TOPICS_PER_PAGE + 1)
  const topics = found.slice(0, TOPICS_PER_PAGE).map(({ topic, max_id }) => ({ topic, max_id }))
  return { topics, hasOlder: found.length > TOPICS_PER_PAGE }
}

/** Returns the newest messages of a topic before an id, as a spectator may read them. */
export function publicMessages(
  realm: Realm,
  { stream_id }: PublicChannel,
  { topic, before }: { topic: string; before?: number },
) {
  const reader = requireReader(realm, undefined)
  const narrow = [
    { operator: 'channel', operand: stream_id, negated: false },
    { operator: 'topic', operand: topic, negated: false },
  ]
  const range = { anchor: before ?? 'newest', include_anchor: false, num_before: MESSAGES_PER_PAGE, num_after: 0 }
  const found = fetchPage(realm, reader, narrow, range)
  if (found === undefined) throw new Error('Spectators read all messages of a public topic, so none is skipped')
  const { items, ...page } = found
  return { page, ...loadMessages(realm, reader, items, { client_gravatar: false, knowsEmptyTopic: true }) }
}

/** Returns what all public pages show. */
export const siteOf = (realm: ReadOnlyRealm) => ({
  letterhead: letterheadOf(realm),
  allowsSignUp: !settingsOf(realm).invite_required,
  isIndexed: settingsOf(realm).parley_public_pages_indexed,
})

export type PublicSite = ReturnType<typeof siteOf>
