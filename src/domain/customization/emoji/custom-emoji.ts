import * as v from 'valibot'

/** An emoji of the realm's own. */
export type CustomEmoji = {
  id: number
  name: string
  author_id: number
  picture: string // the letters of its address
  ending: string
  has_still: boolean
  deactivated: boolean
}

/** As clients are told of one. */
export const emojiShape = v.strictObject({
  id: v.string(),
  name: v.string(),
  source_url: v.string(),
  still_url: v.nullable(v.string()),
  deactivated: v.boolean(),
  author_id: v.nullable(v.number()),
})

export type ToldEmoji = v.InferOutput<typeof emojiShape>
/** By their ids. Those that are no longer there to be chosen are in it, too. */
export type EmojiOfRealm = ReadonlyMap<string, CustomEmoji>
