import * as v from 'valibot'
import { event } from '../../realm'
import { flagsOf, type FlagsTold } from './flags-told'

/** What changed about messages that stay what they are: what one of them says. */
export type Updated = {
  user_id: number
  edit_timestamp: number
  message_id: number // the one that was named
  message_ids: number[] // ascending
  flags: FlagsTold // of the one that was named
  stream?: { stream_id: number; stream_name: string }
  words?: NewWords
}

export type NewWords = {
  orig_content: string
  orig_rendered_content: string
  content: string
  rendered_content: string
  is_me_message: boolean
}

export const messagesUpdated = event<Updated>({
  type: 'update_message',
  keeps: 'message',
  fields: {
    user_id: v.nullable(v.number()),
    rendering_only: v.boolean(),
    message_id: v.number(),
    message_ids: v.array(v.number()),
    flags: v.array(v.string()),
    edit_timestamp: v.number(),
    stream_id: v.optional(v.number()),
    stream_name: v.optional(v.string()),
    orig_content: v.optional(v.string()),
    orig_rendered_content: v.optional(v.string()),
    content: v.optional(v.string()),
    rendered_content: v.optional(v.string()),
    is_me_message: v.optional(v.boolean()),
  },
  encode: (_, { user_id, edit_timestamp, message_id, message_ids, stream, words }) => ({
    user_id,
    rendering_only: false,
    message_id,
    message_ids,
    edit_timestamp,
    ...stream,
    ...words,
  }),
  personal: (_, { flags }, { user_id }) => ({ flags: flagsOf(flags, user_id) }),
})
