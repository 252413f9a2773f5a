import * as v from 'valibot'
import { optional } from '../../../../api/params'
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
} from '../../../writing/scheduled-messages/endpoints'
import { isoTime, shortened, shownText } from '../answer-rules'
import { invalidArguments } from '../rules'
import { tool } from '../tool'
import { channelIdOf, pageOf } from './channels'
import { withNotice } from './message-text'
import { between, channel, cursor, describedAs, messageId, people, time, topic } from './params'
import { content, destinationOf, requireNoWildcard } from './writing'

export const scheduleMessage = tool({
  name: 'schedule_message',
  title: 'Schedule a message',
  description: 'The server sends a message of the user later. send_message sends one now.',
  scope: 'messages:write',
  effect: 'adds',
  params: {
    channel: optional(channel()),
    topic: optional(topic()),
    dm_to: optional(people()),
    content: content(),
    send_at: describedAs(time(), 'ISO 8601, with the time zone'),
  },
  run: async (edge, { content: written, send_at, ...place }) => {
    requireNoWildcard(written)
    const destination = await destinationOf(edge, place)
    const answer = await edge.call(createScheduledMessage, {
      ...destination,
      to: destination.type === 'channel' ? await channelIdOf(edge, destination.to) : destination.to,
      content: written,
      scheduled_delivery_timestamp: secondsOf(send_at),
      read_by_sender: true,
    })
    return { scheduled_id: v.parse(v.object({ scheduled_message_id: v.number() }), answer).scheduled_message_id }
  },
})

/** Returns UNIX seconds. A time without a zone means different moments to a person and to a server. */
function secondsOf(iso: string): number {
  const milliseconds = /^[\d-]{8,20}T[\d:.,]{1,30}(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso) ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(milliseconds))
    throw invalidArguments({ place: 'send_at', problem: 'Not a time such as 2030-01-31T09:00:00+01:00' })
  return Math.floor(milliseconds / 1000)
}

const CONTENT_CHARACTERS = 500
const scheduledShape = v.object({
  scheduled_message_id: v.number(),
  to: v.union([v.number(), v.array(v.number())]),
  topic: v.optional(v.string()),
  content: v.string(),
  scheduled_delivery_timestamp: v.number(),
  failed: v.boolean(),
})

export const listScheduled = tool({
  name: 'list_scheduled',
  title: 'List scheduled messages',
  description: 'Messages of the user that the server will send, the next one first.',
  scope: 'messages:read',
  effect: 'reads',
  params: { limit: between(1, 50, 20), cursor: cursor() },
  run: async (edge, { limit, cursor }) => {
    const answer = await edge.call(getScheduledMessages, {})
    const { scheduled_messages } = v.parse(v.object({ scheduled_messages: v.array(scheduledShape) }), answer)
    const rows = scheduled_messages.map((message) => ({
      scheduled_id: message.scheduled_message_id,
      send_at: isoTime(message.scheduled_delivery_timestamp),
      ...(typeof message.to === 'number'
        ? { channel_id: message.to, topic: shortened(message.topic ?? '') }
        : { dm_to: message.to }),
      ...shownText(message.content, CONTENT_CHARACTERS),
      ...(message.failed ? { has_failed: true } : {}),
    }))
    const { items, ...next } = pageOf(rows, limit, cursor)
    return withNotice({ scheduled: items, ...next })
  },
})

export const cancelScheduled = tool({
  name: 'cancel_scheduled',
  title: 'Cancel a scheduled message',
  description: 'Cancels a message that an agent scheduled. Those of the user stay.',
  scope: 'messages:write',
  effect: 'changes',
  params: { scheduled_id: messageId() },
  run: async (edge, { scheduled_id }) => {
    await edge.call(deleteScheduledMessage, { scheduled_message_id: scheduled_id })
    return { scheduled_id, is_cancelled: true }
  },
})
