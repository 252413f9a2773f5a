import type { ReadOnlyRealm, Realm } from '../../../realm'
import { MessageLocations, type MessageLocation } from '../../channels/topics/message-locations'
import { takeEditsOf, type OldVersion } from '../history/storage'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import {
  heldMessagesWithIds,
  insertHeldEdits,
  insertHeldFiles,
  insertHeldMessages,
  insertHeldVersion,
} from './held-storage'
import type { HeldFile, HeldMessage, MessageFacts } from './hold'
import { isHeld } from './rules'
import { allHolds } from './storage'

/**
 * What a hold does when something is about to be deleted. No user sees a difference: the rows by which readers find a message are deleted
 * as ever, and so all answers and events are the same. Only the texts, the earlier texts and the files stay, in tables that
 * discovery alone reads. Without a hold, nothing is read.
 */
export function keepDeleted(realm: Realm, ids: readonly number[]): Set<number> {
  const rows = heldRows(realm, ids)
  if (rows.length === 0) return new Set()
  const deleted_at = realm.now()
  insertHeldMessages(
    realm.sql,
    rows.map((row) => ({ ...row, deleted_at })),
  )
  const heldIds = rows.map(({ id }) => id)
  insertHeldEdits(realm.sql, takeEditsOf(realm.sql, heldIds))
  // The alarm takes the texts over: some are in D1 only.
  realm.wakeAt(deleted_at)
  return new Set(heldIds)
}

/** Keeps a text that the erasure of an account is about to change. No user edited it, so no history has it. */
export function keepText(realm: Realm, message_id: number, replaced_by: number, text: OldVersion): void {
  if (heldIdsAmong(realm, [message_id]).size === 0) return
  const { content, rendered_content } = text
  const facts = { id: replaced_by, message_id, user_id: null, edited_at: realm.now() }
  insertHeldVersion(realm.sql, { ...facts, content, rendered_content })
}

/** Keeps the files that held messages are about to lose. */
export function keepFiles(
  realm: Realm,
  message_ids: readonly number[],
  files: readonly Omit<HeldFile, 'message_id'>[],
) {
  if (files.length === 0) return
  const heldIds = [...heldIdsAmong(realm, message_ids)]
  if (heldIds.length === 0) return
  insertHeldFiles(
    realm.sql,
    heldIds.flatMap((message_id) => files.map((file) => ({ ...file, message_id }))),
  )
}

/** Returns those of these messages that a hold keeps, whether they were deleted before or not. */
export function heldIdsAmong(realm: ReadOnlyRealm, ids: readonly number[]): Set<number> {
  if (allHolds(realm).length === 0) return new Set()
  const deleted = heldMessagesWithIds(realm.sql, ids).filter((message) => isHeldByAny(realm, factsOfHeld(message)))
  return new Set([...heldRows(realm, ids), ...deleted].map(({ id }) => id))
}

type HeldRow = Omit<HeldMessage, 'deleted_at'>

function heldRows(realm: ReadOnlyRealm, ids: readonly number[]): HeldRow[] {
  if (allHolds(realm).length === 0) return []
  const rows = rowsWithIds(realm.sql, ids)
  const locations = new MessageLocations(realm)
  locations.prepare(rows)
  return rows.flatMap((row) => {
    const location = locations.of(row)
    return isHeldByAny(realm, factsOf(row, location)) ? [heldRow(row, location)] : []
  })
}

const isHeldByAny = (realm: ReadOnlyRealm, facts: MessageFacts): boolean =>
  allHolds(realm).some((hold) => isHeld(hold, facts))

const factsOf = ({ sender_id, sent_at }: IndexRow, location: MessageLocation): MessageFacts => ({
  sender_id,
  sent_at,
  people: location.conversation.people,
  stream_ids: channelsOf(location),
})

const factsOfHeld = ({ sender_id, sent_at, people, stream_id, earlier_channels }: HeldMessage): MessageFacts => ({
  sender_id,
  sent_at,
  people,
  stream_ids: stream_id === null ? [] : [stream_id, ...earlier_channels],
})

/** A message that was moved out of a channel is still held with it: otherwise a user could move it first. */
const channelsOf = ({ conversation, earlier_channels }: MessageLocation): number[] =>
  conversation.stream_id === null ? [] : [conversation.stream_id, ...earlier_channels.map(({ stream_id }) => stream_id)]

function heldRow({ id, sender_id, sent_at, index_flags }: IndexRow, location: MessageLocation): HeldRow {
  const { stream_id, topic, people } = location.conversation
  const earlier_channels = location.earlier_channels.map((channel) => channel.stream_id)
  return { id, sender_id, sent_at, index_flags, stream_id, topic, people, earlier_channels }
}
