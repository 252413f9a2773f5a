import { adornment } from '../../../realm'
import { Trait } from '../../messages/message-index/message'
import { deleteReactionsOn, reactionsOn, usersWhoReactedTo } from './storage'

/** Messages are fetched with the reactions to them. */
export const reactionExtras = adornment({
  adorns: 'reactions',
  trait: Trait.reaction,
  read: ({ sql }, message_ids, most) => {
    const { found, within } = reactionsOn(sql, message_ids, most)
    const shown = [...found].map(([id, given]): [number, object[]] => [
      id,
      given.map(({ message_id: _, given: __, ...reaction }) => reaction),
    ])
    return { found: new Map(shown), within }
  },
  tookPart: ({ sql }, message_ids) => usersWhoReactedTo(sql, message_ids),
  forget: ({ sql }, message_ids) => deleteReactionsOn(sql, message_ids),
})
