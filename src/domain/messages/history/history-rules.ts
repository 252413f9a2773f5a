import type { Batch } from '../../../store/memory-size'

/** The changes of a message since it was sent. The Worker adds the old versions of its content. */
export type History = {
  changes: Change[] // the newest first; the reader may see all of them
  /** The newest of the older changes that are left out, because there are too many or they are too large. */
  lastOmitted?: { user_id: number; timestamp: number }
  last_edit_timestamp?: number
  last_moved_timestamp?: number // resolving a topic does not count
}

export type Change = {
  id: number // the id of the event
  user_id: number
  timestamp: number
  /** The id of the version before the change. */
  old_version?: number
  prev_topic?: string
  topic?: string
  prev_stream?: number
  stream?: number
}

type HistoriesById = ReadonlyMap<number, History>

/** Returns the old versions that the histories of these messages show: message by message, the newest first. */
export const versionIdsOf = (histories: HistoriesById, ids: readonly number[]): number[] =>
  ids.flatMap((id) => histories.get(id)?.changes.flatMap(({ old_version }) => old_version ?? []) ?? [])

/**
 * Returns the histories of the first of these messages, up to the one that shows a version that could not be read. If
 * this is the first message, its older changes are left out: a message is shown even if its history is too large.
 */
export function cutHistories(
  histories: HistoriesById,
  ids: readonly number[],
  unread: number | undefined,
): Batch<HistoriesById> {
  const isUnread = ({ old_version }: Change) => old_version === unread
  const within = unread === undefined ? -1 : ids.findIndex((id) => histories.get(id)?.changes.some(isUnread))
  const [first] = ids
  const ofFirst = first === undefined ? undefined : histories.get(first)
  if (within < 0) return { found: histories, within: ids.length }
  if (within > 0 || first === undefined || ofFirst === undefined) return { found: histories, within }
  return { found: new Map([[first, newestChangesOf(ofFirst, ofFirst.changes.findIndex(isUnread))]]), within: 1 }
}

/** Returns a history with no more than its newest changes. */
export function newestChangesOf(history: History, most: number): History {
  const omitted = history.changes[most]
  if (omitted === undefined) return history
  const { user_id, timestamp } = omitted
  return { ...history, changes: history.changes.slice(0, most), lastOmitted: { user_id, timestamp } }
}
