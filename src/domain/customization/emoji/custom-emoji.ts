import * as v from 'valibot'
import { named } from '../../../api/named'

/** An emoji that a user added to the realm. */
export type CustomEmoji = {
  id: number
  name: string
  author_id: number
  picture: string // the token of its picture
  extension: string // of the picture's URL
  has_still: boolean // the picture is animated, and has a still image
  deactivated: boolean
}

/** All custom emoji of a realm, with the deactivated ones. The keys are ids, as strings. */
export type CustomEmojiById = ReadonlyMap<string, CustomEmoji>

/** A custom emoji in events and responses. */
export const emojiShape = named(
  'CustomEmoji',
  v.strictObject({
    id: v.string(),
    name: v.string(),
    source_url: v.string(),
    still_url: v.nullable(v.string()),
    deactivated: v.boolean(),
    author_id: v.nullable(v.number()),
  }),
)

export type WireEmoji = v.InferOutput<typeof emojiShape>
