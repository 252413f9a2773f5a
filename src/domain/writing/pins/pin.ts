import * as v from 'valibot'
import { named } from '../../../api/named'

/** A row of the table `pins`. */
export type Pin = {
  id: number
  stream_id: number
  message_id: number | null // null: a bookmark
  conversation_id: number | null // the topic of a bookmark; null: a message, or a bookmark of the whole channel
  title: string | null // of a bookmark
  url: string | null // of a bookmark
  user_id: number // who pinned it
  pinned_at: number
}

/** A pin as clients see it: the name of its topic, of a message too. */
export const pinShape = named(
  'Pin',
  v.strictObject({
    id: v.number(),
    stream_id: v.number(),
    topic: v.nullable(v.string()),
    message_id: v.nullable(v.number()),
    title: v.nullable(v.string()),
    url: v.nullable(v.string()),
    user_id: v.number(),
    pinned_at: v.number(),
  }),
)

export type WirePin = v.InferOutput<typeof pinShape>

export const wirePin = ({ conversation_id: _, ...pin }: Pin, topic: string | null): WirePin => ({ ...pin, topic })
