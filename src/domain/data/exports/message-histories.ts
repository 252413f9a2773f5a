import type { Batch } from '../../../store/memory-size'
import { MEBIBYTE } from '../../../store/memory-size'
import { changeResponse } from '../../messages/history/history-response'
import { historiesOf, loadPendingVersions, MAX_OLD_VERSIONS_BYTES } from '../../messages/history/histories'
import { cutHistories, versionIdsOf, type History } from '../../messages/history/history-rules'
import { loadOldVersions } from '../../messages/history/old-versions-in-d1'
import type { OldVersion } from '../../messages/history/storage'
import type { IndexRow } from '../../messages/message-index/message'
import { rowsWithIds } from '../../messages/message-index/storage'
import type { Scope } from './scope'

/** The earlier versions of messages, and up to which change each message has been read. */
export type LoadedHistories = ReadonlyMap<number, OldVersion>

type Changes = Partial<Pick<History, 'last_edit_timestamp' | 'last_moved_timestamp'>> & {
  edit_history?: ReturnType<typeof changeResponse>[]
}

const CHANGES = { most: 1000, bytes: MEBIBYTE }

/** Reads the earlier versions of the first of these messages, as many as fit into memory. */
export async function loadHistories(scope: Scope, ids: readonly number[]): Promise<Batch<LoadedHistories>> {
  const { realm } = scope
  const rows = rowsWithIds(realm.sql, ids)
  const histories = new Map<number, History>()
  for (const row of rows) {
    const history = historyOf(scope, row)
    if (history) histories.set(row.id, history)
  }
  const pending = loadPendingVersions(realm, histories, ids)
  const needed = ids.slice(0, pending.within)
  const found = new Map(pending.found.oldVersions)
  const missing = versionIdsOf(pending.found.histories, needed).filter((id) => !found.has(id))
  if (missing.length === 0) return { found, within: pending.within }
  const loaded = await loadOldVersions(realm.databases.texts, missing, MAX_OLD_VERSIONS_BYTES)
  for (const [id, version] of loaded.found) found.set(id, version)
  return { found, within: cutHistories(pending.found.histories, needed, missing[loaded.within]).within }
}

/** Returns the fields about the history of a message, as its members see it: the settings of the realm hide parts of it. */
export function changesOf(scope: Scope, row: IndexRow, versions: LoadedHistories): Changes {
  const history = historyOf(scope, row)
  if (history === undefined) return {}
  const { changes, lastOmitted: _, ...timestamps } = history
  // A version that was not read is of an edit during the export, or one too many.
  const read = changes.filter(({ old_version }) => old_version === undefined || versions.has(old_version))
  return { ...timestamps, edit_history: read.map((change) => changeResponse(change, versions)) }
}

function historyOf(scope: Scope, row: IndexRow): History | undefined {
  const { moves, earlier_channels } = scope.locationOf(row)
  const message = { id: row.id, index_flags: row.index_flags, moves, earlier_channels }
  return historiesOf(scope, [message], true, CHANGES).found(message)
}
