import type { Realm } from '../../../realm'
import { idsWithTrait, sendersOf } from './conversation-rows'

export type Participants = { writers: readonly number[]; others: readonly number[] }

/** Everyone who took part in a conversation: who wrote in it, and who else reacted to what was written there. */
export function participantsOf(realm: Realm, conversation_id: number): Participants {
  const writers = new Set(sendersOf(realm, conversation_id))
  const others = realm.adornments.flatMap((each) =>
    each.trait === undefined ? [] : (each.tookPart?.(realm, idsWithTrait(realm, conversation_id, each.trait)) ?? []),
  )
  return { writers: [...writers], others: [...new Set(others)].filter((user_id) => !writers.has(user_id)) }
}
