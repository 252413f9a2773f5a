import type { Realm } from '../../../realm'
import { difference, intersection, runsOf, union, type Run } from '../../../store/id-set'
import { flaggedRuns } from '../../messages/flag-sets/flagged-runs'
import { ManuallyUnread } from '../../messages/flag-sets/manually-unread-storage'
import { findReadUpTo } from '../../messages/flag-sets/read-up-to-storage'
import { chunkOf, firstIdIn, type StoredFlag } from '../../messages/flag-sets/storage'

/** A list of ids and of ranges. */
type Ids = (number | [from: number, to: number])[]

const FLAGS = ['starred', 'collapsed', 'historical', 'alerted', 'hide_link_previews'] as const

/** The messages with each flag of a user. */
export type FlagRuns = Readonly<Record<'read' | (typeof FLAGS)[number], Run[]>>

/** Returns which messages a user has read and flagged, up to the last message of an export. */
export function flaggedRunsOf(realm: Realm, user_id: number, last: number): FlagRuns {
  const [starred, collapsed, historical, alerted, hide_link_previews] = FLAGS.map((flag) =>
    runsOfFlag(realm, { user_id, flag }, last),
  )
  return {
    read: readRuns(realm, user_id, last),
    starred: starred!,
    collapsed: collapsed!,
    historical: historical!,
    alerted: alerted!,
    hide_link_previews: hide_link_previews!,
  }
}

/** Returns the same as lists of ids and of ranges. */
export function exportedFlags(realm: Realm, user_id: number, last: number) {
  const { read, starred, collapsed, historical, alerted, hide_link_previews } = flaggedRunsOf(realm, user_id, last)
  return {
    read: listOf(read),
    starred: listOf(starred),
    collapsed: listOf(collapsed),
    historical: listOf(historical),
    has_alert_word: listOf(alerted),
    hide_link_previews: listOf(hide_link_previews),
  }
}

/** All messages up to the read-up-to id are read, except for messages that the user marked as unread. */
function readRuns(realm: Realm, user_id: number, last: number): Run[] {
  const to = Math.min(findReadUpTo(realm.sql, user_id), last)
  const upTo = to === 0 ? [] : [{ from: 1, to }]
  const unread = runsOf(new ManuallyUnread(realm, user_id).unreadUpTo(last))
  return union(difference(upTo, unread), runsOfFlag(realm, { user_id, flag: 'read' }, last))
}

function runsOfFlag(realm: Realm, key: { user_id: number; flag: StoredFlag }, last: number): Run[] {
  const runs: Run[] = []
  for (let chunk = 0; chunk <= chunkOf(last); chunk++) {
    const first = firstIdIn(chunk)
    for (const { from, to } of intersection(flaggedRuns(realm, key, chunk), [{ from: 0, to: last - first }]))
      runs.push({ from: first + from, to: first + to })
  }
  return runs
}

const listOf = (runs: readonly Run[]): Ids => runs.map(({ from, to }) => (from === to ? from : [from, to]))
