import * as v from 'valibot'
import { event, stateSlice, type Realm } from '../../../realm'
import { emojiShape, type ToldEmoji } from './custom-emoji'
import { emojiShown } from './shown'

const fields = { realm_emoji: v.record(v.string(), emojiShape) }

/** All there are, each time: a realm has few, and clients keep what they are told last. */
export const realmEmojiUpdated = event<{ realm_emoji: Record<string, ToldEmoji> }>({
  type: 'realm_emoji',
  op: 'update',
  summary: 'The custom emoji of the organization changed. The event lists all of them.',
  recipients: { everyone: true },
  keeps: 'realm_emoji',
  fields,
})

/** Where clients find what everybody's emoji are called: there are thousands, so they are not told at each registration. */
export const EMOJI_DATA_PATH = '/static/emoji-names.json'

const emojiData = (realm: Realm) => ({ server_emoji_data_url: `${realm.client.realm_url}${EMOJI_DATA_PATH}` })

export const emojiDataSlice = stateSlice({
  fetchedFor: ['realm'],
  fields: { server_emoji_data_url: v.string() },
  read: (realm) => emojiData(realm),
  readInPublic: (realm) => emojiData(realm),
})

export const realmEmojiSlice = stateSlice({
  fetchedFor: ['realm_emoji'],
  fields,
  read: (realm) => ({ realm_emoji: emojiShown(realm) }),
  readInPublic: (realm) => ({ realm_emoji: emojiShown(realm) }),
})
