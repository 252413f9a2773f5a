import { concept } from '../../../concept'
import tables from './tables.sql'
import { getEmoji, uploadEmoji, removeEmoji, getEmojiNames, getExtraEmoji } from './endpoints'
import { oneEmojiUpdated, realmEmojiAdded, realmEmojiUpdated, emojiNamesState, realmEmojiState } from './events'

export const emoji = concept({
  name: 'customization/emoji',
  title: 'Custom emoji',
  tables: [tables],
  endpoints: [getEmoji, uploadEmoji, removeEmoji, getEmojiNames, getExtraEmoji],
  events: [realmEmojiUpdated, realmEmojiAdded, oneEmojiUpdated],
  state: [emojiNamesState, realmEmojiState],
})
