import type { ReadOnlyRealm } from '../../../realm'
import { idsWithIndexFlag, sendersOf } from './conversation-storage'

export type Participants = { senders: readonly number[]; otherUsers: readonly number[] }

/** Returns the participants of a conversation: its senders, and other users who reacted or voted there, for example. */
export function participantsOf(realm: ReadOnlyRealm, conversation_id: number): Participants {
  const senders = new Set(sendersOf(realm.sql, conversation_id))
  const others = realm.messageExtras.flatMap((extra) =>
    extra.indexFlag === undefined
      ? []
      : (extra.findParticipants?.(realm, idsWithIndexFlag(realm.sql, conversation_id, extra.indexFlag)) ?? []),
  )
  return { senders: [...senders], otherUsers: [...new Set(others)].filter((user_id) => !senders.has(user_id)) }
}
