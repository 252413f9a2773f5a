import * as v from 'valibot'
import { event, stateSlice } from '../../realm'
import { emojiShape, type ToldEmoji } from './custom-emoji'
import { emojiShown } from './shown'

const fields = { realm_emoji: v.record(v.string(), emojiShape) }

/** All there are, each time: a realm has few, and clients keep what they are told last. */
export const realmEmojiUpdated = event<{ realm_emoji: Record<string, ToldEmoji> }>({
  type: 'realm_emoji',
  op: 'update',
  keeps: 'realm_emoji',
  fields,
})

export const realmEmojiSlice = stateSlice({
  fetchedFor: ['realm_emoji'],
  fields,
  read: (realm) => ({ realm_emoji: emojiShown(realm) }),
})
