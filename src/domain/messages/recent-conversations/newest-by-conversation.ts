import { idsOfRuns } from '../../../store/id-set'
import type { Conversation } from '../../channels/topics/conversation'
import type { SentMessage } from '../../channels/topics/message-locations'
import type { MessageAccess } from '../access/access'
import type { IndexRow } from '../message-index/message'
import type { SentChunk } from '../message-index/sent-chunk-storage'
import { walkSentIds } from '../message-index/sent-ids-storage'
import { rowsWithIds } from '../message-index/storage'
import { mayBeOwn } from '../narrows/own-history'

/** A conversation, its newest message, and who wrote the newest messages, the last one first. */
export type RecentConversation = { conversation: Conversation; newest: IndexRow; sender_ids: number[] }

export const MAX_MESSAGES_EXAMINED = 100_000
/** Chunks that an earlier version wrote take a row for each message. */
const MAX_ROWS = 15_000
const MAX_SENDERS = 5

type Recent = { conversation: Conversation; newest_id: number; sender_ids: number[] }

/**
 * Returns the conversations with the newest messages that the reader received, at most `most`. They are complete unless the
 * realm has more than `most`, or more messages than this examines. It reads chunks of ids, and a row for each conversation.
 */
export function newestByConversation(
  access: MessageAccess,
  most: number,
): { found: RecentConversation[]; isComplete: boolean } {
  const { realm } = access
  const { last } = realm.messageIds
  const above = Math.max(0, last - MAX_MESSAGES_EXAMINED)
  const byId = new Map<number, Recent>()
  const rowsBefore = realm.sql.meter.read
  let examinedFrom = last + 1
  for (const chunk of walkSentIds(realm, { direction: 'before', from: above + 1, to: last })) {
    addRecent(access, chunk, byId)
    examinedFrom = chunk.from
    if (byId.size > most || realm.sql.meter.read - rowsBefore > MAX_ROWS) break
  }
  const found = [...byId.values()].slice(0, most)
  const rows = new Map(
    rowsWithIds(
      realm.sql,
      found.map(({ newest_id }) => newest_id),
    ).map((row) => [row.id, row]),
  )
  return {
    found: found.flatMap(({ newest_id, ...recent }) => {
      const newest = rows.get(newest_id)
      return newest ? [{ ...recent, newest }] : []
    }),
    isComplete: byId.size <= most && examinedFrom <= 1,
  }
}

/** Adds what a chunk has of each conversation. All that was added before is newer. */
function addRecent(access: MessageAccess, chunk: SentChunk, byId: Map<number, Recent>): void {
  const isOwn = mayBeOwn(access)
  let senders: Map<number, number> | undefined
  const added: Recent[] = []
  for (const { conversation, sent } of sentByConversation(access, chunk, isOwn)) {
    const earlier = byId.get(conversation.id)
    const recent = earlier ?? { conversation, newest_id: 0, sender_ids: [] }
    for (const message of sent) {
      if (recent.sender_ids.length === MAX_SENDERS) break
      if (!access.isInOwnHistory(message) || !access.canRead(message)) continue
      recent.newest_id ||= message.id
      senders ??= sendersIn(chunk)
      const sender_id = senders.get(message.id)
      if (sender_id !== undefined && !recent.sender_ids.includes(sender_id)) recent.sender_ids.push(sender_id)
    }
    if (earlier === undefined && recent.newest_id > 0) added.push(recent)
  }
  for (const recent of added.sort((a, b) => b.newest_id - a.newest_id)) byId.set(recent.conversation.id, recent)
}

type Sent = { conversation: Conversation; sent: SentMessage[] }

/** Returns the messages of each conversation that fits, the newest first. */
function sentByConversation(
  access: MessageAccess,
  chunk: SentChunk,
  fits: (conversation: Conversation) => boolean,
): Iterable<Sent> {
  const found = new Map<number, Sent>()
  for (const { origin_id, location, runs } of access.located(access.sentTo(chunk, fits), fits)) {
    const { conversation } = location
    const of: Sent = found.get(conversation.id) ?? { conversation, sent: [] }
    for (const id of idsOfRuns(runs)) of.sent.push({ id, conversation_id: origin_id })
    found.set(conversation.id, of)
  }
  for (const { sent } of found.values()) sent.sort((a, b) => b.id - a.id)
  return found.values()
}

const sendersIn = (chunk: SentChunk): Map<number, number> =>
  new Map([...chunk.bySender()].flatMap(([user_id, runs]) => idsOfRuns(runs).map((id) => [id, user_id] as const)))
