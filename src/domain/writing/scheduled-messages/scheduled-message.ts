import * as v from 'valibot'
import type { ParsedMarkdown } from '../../../markdown/parse'

/** A message that is written now and sent later, as its sender sees it while it waits. */
export type ScheduledMessage = {
  scheduled_message_id: number // given once, and never the id of the message that it becomes
  type: 'stream' | 'private'
  to: number | number[] // a channel, or the people beside the sender; the sender, where there is nobody else
  topic?: string // only where it goes to a channel
  content: string
  rendered_content: string // as it looked to its sender when it was last written
  scheduled_delivery_timestamp: number
  failed: boolean // it was due and could not be sent: it waits for its sender
}

/** What sending it takes that is not shown. */
export type PendingMessage = ScheduledMessage & {
  sender_id: number
  /** Its Markdown as the edge read it: when it is sent, nobody at the edge is there to ask. */
  parsed: ParsedMarkdown
  client: string
  read_by_sender: boolean
}

export const scheduledMessageShape = v.strictObject({
  scheduled_message_id: v.number(),
  type: v.picklist(['stream', 'private']),
  to: v.union([v.number(), v.array(v.number())]),
  topic: v.optional(v.string()),
  content: v.string(),
  rendered_content: v.string(),
  scheduled_delivery_timestamp: v.number(),
  failed: v.boolean(),
})
