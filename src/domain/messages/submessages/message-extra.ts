import { adornment } from '../../../realm'
import { Trait } from '../message-index/message'
import { deleteSubmessagesOn, submessagesOn } from './storage'

/** Messages are fetched with all that was added to them. */
export const submessagesOfMessages = adornment({
  adorns: 'submessages',
  trait: Trait.submessage,
  read: ({ sql }, message_ids, most) => submessagesOn(sql, message_ids, most),
  forget: ({ sql }, message_ids) => deleteSubmessagesOn(sql, message_ids),
})
