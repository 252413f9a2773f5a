import { adornment } from '../../../realm'
import { Trait } from '../../messages/message-index/message'
import { deleteReactionsOn, reactionsOn, usersWhoReactedTo } from './storage'

/** The reactions in the `reactions` field of a message. */
export const reactionExtras = adornment({
  adorns: 'reactions',
  trait: Trait.reaction,
  read: ({ sql }, message_ids, most) => {
    const { found, within } = reactionsOn(sql, message_ids, most)
    const reactions = [...found].map(([id, rows]): [number, object[]] => [
      id,
      rows.map(({ message_id: _, position: __, ...reaction }) => reaction),
    ])
    return { found: new Map(reactions), within }
  },
  tookPart: ({ sql }, message_ids) => usersWhoReactedTo(sql, message_ids),
  forget: ({ sql }, message_ids) => deleteReactionsOn(sql, message_ids),
})
