import { messageExtra } from '../../../realm'
import { IndexFlag } from '../message-index/message'
import { readableSubmessages } from './rules'
import { deleteSubmessagesOn, submessagesOn } from './storage'

/** The `submessages` field of a message. */
export const submessagesOfMessages = messageExtra({
  field: 'submessages',
  indexFlag: IndexFlag.submessage,
  read: ({ sql }, message_ids, most) => {
    const { found, within } = submessagesOn(sql, message_ids, most)
    for (const [message_id, submessages] of found) found.set(message_id, readableSubmessages(submessages))
    return { found, within }
  },
  delete: ({ sql }, message_ids) => deleteSubmessagesOn(sql, message_ids),
})
