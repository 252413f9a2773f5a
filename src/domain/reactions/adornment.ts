import { adornment } from '../../realm'
import { Trait } from '../messages/message'
import { deleteReactionsOn, reactionsOn, reactorsTo } from './storage'

/** Messages are fetched with the reactions to them. */
export const reactionsShown = adornment({
  adorns: 'reactions',
  trait: Trait.reaction,
  read: ({ sql }, message_ids) => {
    const shown = new Map<number, object[]>()
    for (const { message_id, ...reaction } of reactionsOn(sql, message_ids)) {
      const others = shown.get(message_id)
      if (others) others.push(reaction)
      else shown.set(message_id, [reaction])
    }
    return shown
  },
  tookPart: ({ sql }, message_ids) => reactorsTo(sql, message_ids),
  forget: ({ sql }, message_ids) => deleteReactionsOn(sql, message_ids),
})
