import * as v from 'valibot'
import { named } from '../../../api/named'
import type { ParsedMarkdown } from '../../../markdown/parse'

/** A message that the server sends later, as its sender sees it. */
export type ScheduledMessage = {
  scheduled_message_id: number // never used again, and not the id of the sent message
  type: 'stream' | 'private'
  to: number | number[] // a channel; or users without the sender, who is in it only if alone
  topic?: string // only for a channel
  content: string
  rendered_content: string
  scheduled_delivery_timestamp: number
  failed: boolean // sending has failed; the sender must change the message
}

/** A scheduled message with all that is needed to send it. */
export type PendingMessage = ScheduledMessage & {
  sender_id: number
  parsed: ParsedMarkdown // by the Worker, which is not involved when the message is sent
  client: string
  read_by_sender: boolean
}

export const scheduledMessageShape = named(
  'ScheduledMessage',
  v.strictObject({
    scheduled_message_id: v.number(),
    type: v.picklist(['stream', 'private']),
    to: v.union([v.number(), v.array(v.number())]),
    topic: v.optional(v.string()),
    content: v.string(),
    rendered_content: v.string(),
    scheduled_delivery_timestamp: v.number(),
    failed: v.boolean(),
  }),
)
