import { messageExtra } from '../../../realm'
import { IndexFlag } from '../../messages/message-index/message'
import { deleteReactionsOn, reactionsOn, usersWhoReactedTo } from './storage'

/** The reactions in the `reactions` field of a message. */
export const reactionsOfMessages = messageExtra({
  field: 'reactions',
  indexFlag: IndexFlag.reaction,
  read: ({ sql }, message_ids, limit) => {
    const { found, within } = reactionsOn(sql, message_ids, limit)
    const reactions = [...found].map(([id, rows]): [number, object[]] => [
      id,
      rows.map(({ message_id: _, position: __, ...reaction }) => reaction),
    ])
    return { found: new Map(reactions), within }
  },
  findParticipants: ({ sql }, message_ids) => usersWhoReactedTo(sql, message_ids),
  delete: ({ sql }, message_ids) => deleteReactionsOn(sql, message_ids),
})
