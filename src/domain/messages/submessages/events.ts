import * as v from 'valibot'
import { event } from '../../../realm'

type Added = { msg_type: string; content: string; message_id: number; sender_id: number; submessage_id: number }

/** A user interacted with a widget. Clients interpret the content. */
export const submessageAdded = event<Added>({
  type: 'submessage',
  summary: 'A user interacted with a widget of a message, such as a poll.',
  recipients: { channel_message_readers: true, users: 'the sender and the recipients of a direct message' },
  updates: 'message',
  fields: {
    msg_type: v.string(),
    content: v.string(),
    message_id: v.number(),
    sender_id: v.number(),
    submessage_id: v.number(),
  },
})
