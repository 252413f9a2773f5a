import type { Realm } from '../../realm'
import { settingsOf } from '../realm/storage'
import { editsOf, oldVersionsAtHand, type MessageEdit, type OldVersion } from './edits'

/** What became of a message since it was sent, as far as the realm knows: what it said before is put in at the edge. */
export type History = {
  changes: Change[] // the newest first, and only those that may be shown
  last_edit_timestamp?: number
}

export type Change = {
  id: number
  user_id: number
  timestamp: number
  /** What it said before is known under this id. */
  old_version?: number
}

export type Histories = {
  histories: Map<number, History>
  oldVersions: Map<number, OldVersion>
}

/** The histories of those of these messages that have any. */
export function historiesOf(realm: Realm, message_ids: readonly number[]): Histories {
  const policy = settingsOf(realm).message_edit_history_visibility_policy
  const edits = Map.groupBy(editsOf(realm, message_ids), ({ message_id }) => message_id)
  const histories = new Map([...edits].map(([id, ofMessage]) => [id, historyOf(ofMessage, policy)]))
  const shown = [...histories.values()].flatMap(({ changes }) => changes)
  const versions = shown.flatMap(({ old_version }) => (old_version === undefined ? [] : [old_version]))
  return { histories, oldVersions: oldVersionsAtHand(realm, versions) }
}

type Policy = 'all' | 'moves' | 'none'

/** That a message was changed, and when, is no secret; how is for the realm to say. */
function historyOf(edits: readonly MessageEdit[], policy: Policy): History {
  const changes = edits.map(({ id, user_id, edited_at }) => ({ id, user_id, timestamp: edited_at, old_version: id }))
  return {
    changes: policy === 'all' ? changes.sort((a, b) => b.id - a.id) : [],
    last_edit_timestamp: edits.at(-1)?.edited_at,
  }
}
