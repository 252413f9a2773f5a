import * as v from 'valibot'
import { event } from '../../../realm'
import { pinShape, type WirePin } from './pin'

const recipients = { channel_message_readers: true, channel_readers: true } as const

export const pinAdded = event<{ pin: WirePin }>({
  type: 'parley_pins',
  op: 'add',
  summary: 'A user pinned a message or added a bookmark, or a move brought it to another topic or channel.',
  recipients,
  fields: { pin: pinShape },
})

export const pinRemoved = event<{ stream_id: number; pin_id: number }>({
  type: 'parley_pins',
  op: 'remove',
  summary:
    'A user removed a pin, or its topic left the channel. The pins of deleted messages are removed without this event.',
  recipients,
  fields: { stream_id: v.number(), pin_id: v.number() },
})
