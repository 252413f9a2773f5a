import * as v from 'valibot'
import type { Edge } from '../../../edge'
import { loadOldVersions } from './old-versions-in-d1'
import type { Batch } from '../../../store/memory-size'
import { OLD_VERSIONS_BYTES_MAX, type Histories } from './histories'
import { cutHistories, versionIdsOf, type Change } from './history-rules'
import type { OldVersion } from './storage'

const changeShape = v.strictObject({
  user_id: v.nullable(v.number()),
  timestamp: v.number(),
  prev_content: v.optional(v.string()),
  prev_rendered_content: v.optional(v.string()),
  prev_topic: v.optional(v.string()),
  topic: v.optional(v.string()),
  prev_stream: v.optional(v.number()),
  stream: v.optional(v.number()),
})

/** What a fetched message says of its past (specification 2.3). */
export const historyFields = {
  edit_history: v.optional(v.array(changeShape)),
  last_edit_timestamp: v.optional(v.number()),
  last_moved_timestamp: v.optional(v.number()),
}

/**
 * Puts to the first of these messages what became of them, with what they said before: one read of D1 for all of them, if
 * it is needed.
 */
export async function historyFieldsFor(edge: Edge, told: Histories, ids: readonly number[]) {
  const { found, within } = await loadVersions(edge, told, ids)
  const shown = (id: number) => {
    const history = found.histories.get(id)
    if (history === undefined) return {}
    const { changes, lastOmitted: _, ...timestamps } = history
    return {
      ...timestamps,
      ...(changes.length > 0
        ? { edit_history: changes.map((change) => changeResponse(change, found.oldVersions)) }
        : {}),
    }
  }
  return { found: shown, within }
}

/** What the first of these messages said before their edits: what the realm had at hand, and the rest in one read. */
export async function loadVersions(
  { d1, realm_name }: Edge,
  { histories, oldVersions: atHand }: Histories,
  ids: readonly number[],
): Promise<Batch<Histories>> {
  const elsewhere = versionIdsOf(histories, ids).filter((version) => !atHand.has(version))
  if (elsewhere.length === 0) return { found: { histories, oldVersions: atHand }, within: ids.length }
  const loaded = await loadOldVersions(d1, realm_name, elsewhere, OLD_VERSIONS_BYTES_MAX)
  const { found, within } = cutHistories(histories, ids, elsewhere[loaded.within])
  return { found: { histories: found, oldVersions: new Map([...atHand, ...loaded.found]) }, within }
}

/** One change on the wire. An old version that is gone was deleted with its message. */
export function changeResponse({ id: _, old_version, ...change }: Change, versions: ReadonlyMap<number, OldVersion>) {
  if (old_version === undefined) return change
  const { content, rendered_content } = versions.get(old_version) ?? { content: '', rendered_content: '' }
  return { ...change, prev_content: content, prev_rendered_content: rendered_content }
}
