import type { MessageBody, Realm } from '../../realm'
import { historiesOf, type Histories } from '../message-history/histories'
import { adornmentsOf } from '../messages/adornments'
import type { IndexRow } from '../messages/message'
import { messageFacts, shownTo, type Shown } from '../messages/wire'
import { Reading } from '../reading/access'
import { flagsShown } from '../reading/flags'
import { whomTheyKnow } from '../users/sight'
import type { User } from '../users/user'

/** Messages on their way to the edge: all the realm knows of each, and the bodies it has at hand. */
export type Fetched = {
  messages: (ReturnType<typeof shownTo> & { flags: string[] })[]
  bodies: Map<number, MessageBody>
} & Histories

/** These messages as their reader has them. */
export function handOver(realm: Realm, reader: User, rows: readonly IndexRow[], shown: Shown): Fetched {
  const knows = whomTheyKnow(realm, reader)
  const reading = new Reading(realm, reader)
  const flags = flagsShown(reading)
  const ids = rows.map((row) => row.id)
  const adorned = adornmentsOf(realm, rows)
  const moved = rows.map((row) => ({ id: row.id, moves: reading.placeOf(row).moves }))
  return {
    messages: rows.map((row) => ({
      ...shownTo(realm, reader, messageFacts(realm, row, reading.conversationOf(row)), { ...shown, knows }),
      ...adorned(row.id),
      flags: flags(row),
    })),
    bodies: realm.bodies.atHand(ids),
    ...historiesOf(realm, moved, shown.knowsEmptyTopic),
  }
}
