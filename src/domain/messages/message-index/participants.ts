import type { Realm } from '../../../realm'
import { idsWithTrait, sendersOf } from './conversation-storage'

export type Participants = { senders: readonly number[]; otherUsers: readonly number[] }

/** Everyone who took part in a conversation: who wrote in it, and who else reacted to what was written there. */
export function participantsOf(realm: Realm, conversation_id: number): Participants {
  const writers = new Set(sendersOf(realm, conversation_id))
  const others = realm.adornments.flatMap((each) =>
    each.trait === undefined ? [] : (each.tookPart?.(realm, idsWithTrait(realm, conversation_id, each.trait)) ?? []),
  )
  return { senders: [...writers], otherUsers: [...new Set(others)].filter((user_id) => !writers.has(user_id)) }
}
