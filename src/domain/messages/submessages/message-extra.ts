import { messageExtra } from '../../../realm'
import { IndexFlag } from '../message-index/message'
import { deleteSubmessagesOn, submessagesOn } from './storage'

/** The `submessages` field of a message. */
export const submessagesOfMessages = messageExtra({
  field: 'submessages',
  indexFlag: IndexFlag.submessage,
  read: ({ sql }, message_ids, most) => submessagesOn(sql, message_ids, most),
  delete: ({ sql }, message_ids) => deleteSubmessagesOn(sql, message_ids),
})
