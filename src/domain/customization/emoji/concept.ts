import { concept } from '../../../concept'
import tables from './tables.sql'
import { getEmoji, uploadEmoji, removeEmoji, getEmojiNames, getOurEmoji } from './endpoints'
import { realmEmojiUpdated, emojiDataSlice, realmEmojiSlice } from './events'

export const emoji = concept({
  name: 'customization/emoji',
  title: 'Custom emoji',
  tables: [tables],
  endpoints: [getEmoji, uploadEmoji, removeEmoji, getEmojiNames, getOurEmoji],
  events: [realmEmojiUpdated],
  state: [emojiDataSlice, realmEmojiSlice],
})
