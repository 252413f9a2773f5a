import * as v from 'valibot'
import type { Queue } from '../../../events/queue'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { emojiShape, type WireEmoji } from './custom-emoji'
import { wireCustomEmoji } from './wire-emoji'

const fields = { realm_emoji: v.record(v.string(), emojiShape) }

export const realmEmojiUpdated = event<{ realm_emoji: Record<string, WireEmoji> }>({
  type: 'realm_emoji',
  op: 'update',
  summary: 'The custom emoji of the organization changed. The event lists all of them.',
  recipients: { everyone: true },
  dependsOn: ['individual_emoji_changes'],
  updates: 'realm_emoji',
  fields,
  accepts: (_, __, queue) => !receivesSingleEmoji(queue),
  repeats: () => ({ group: '' }),
})

const receivesSingleEmoji = ({ client }: Queue) => client.capabilities.individual_emoji_changes === true

/** For clients that know single changes. The others receive the whole list. */
const forSingleChanges = {
  type: 'realm_emoji',
  recipients: { everyone: true },
  dependsOn: ['individual_emoji_changes'],
  updates: 'realm_emoji',
  accepts: (_: unknown, __: unknown, queue: Queue) => receivesSingleEmoji(queue),
  repeats: () => ({ group: '' }),
} as const

export const realmEmojiAdded = event<{ emoji: WireEmoji }>({
  ...forSingleChanges,
  op: 'add',
  summary: 'A custom emoji was added.',
  fields: { emoji: emojiShape },
})

export const oneEmojiUpdated = event<{ emoji_id: string; data: { deactivated: boolean } }>({
  ...forSingleChanges,
  op: 'update_one',
  summary: 'A custom emoji changed.',
  fields: { emoji_id: v.string(), data: v.strictObject({ deactivated: v.boolean() }) },
})

export const realmEmojiState = stateSlice({
  fetchedFor: ['realm_emoji'],
  fields,
  read: (realm) => ({ realm_emoji: wireCustomEmoji(realm) }),
  readInPublic: (realm) => ({ realm_emoji: wireCustomEmoji(realm) }),
})

/** The path of the names of the Unicode emoji. There are thousands, so `/register` returns only their URL. */
export const EMOJI_NAMES_PATH = '/static/emoji-names.json'

const emojiNamesUrl = (realm: ReadOnlyRealm) => ({
  server_emoji_data_url: `${realm.client.realm_url}${EMOJI_NAMES_PATH}`,
})

export const emojiNamesState = stateSlice({
  fetchedFor: ['realm'],
  fields: { server_emoji_data_url: v.string() },
  read: (realm) => emojiNamesUrl(realm),
  readInPublic: (realm) => emojiNamesUrl(realm),
})
