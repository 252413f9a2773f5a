import { messageExtra } from '../../../realm'
import { deletePinsOfMessages } from './storage'

/** A deleted message is pinned no longer. Clients know it from the event of the deletion. */
export const pinsOfMessages = messageExtra({
  field: 'pins',
  delete: ({ sql }, message_ids) => deletePinsOfMessages(sql, message_ids),
})
