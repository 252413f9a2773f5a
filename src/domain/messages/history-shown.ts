import * as v from 'valibot'
import type { Edge } from '../../edge'
import { loadOldVersions } from '../../store/old-versions-in-d1'
import type { OldVersion } from './edits'
import type { Change, Histories, History } from './history'

const changeShape = v.strictObject({
  user_id: v.nullable(v.number()),
  timestamp: v.number(),
  prev_content: v.optional(v.string()),
  prev_rendered_content: v.optional(v.string()),
})

/** What a fetched message says of its past (specification 2.3). */
export const historyFields = {
  edit_history: v.optional(v.array(changeShape)),
  last_edit_timestamp: v.optional(v.number()),
}

/** Puts to messages what became of them, with what they said before: one read of D1 for all of them, if it is needed. */
export async function historyShown(edge: Edge, { histories, oldVersions: atHand }: Histories) {
  const elsewhere = [...histories.values()].flatMap(versionsIn).filter((id) => !atHand.has(id))
  const loaded = elsewhere.length > 0 ? await loadOldVersions(edge.d1, edge.realm_name, elsewhere) : []
  const versions = new Map([...atHand, ...loaded])
  return (id: number) => {
    const history = histories.get(id)
    if (history === undefined) return {}
    const { changes, ...timestamps } = history
    return {
      ...timestamps,
      ...(changes.length > 0 ? { edit_history: changes.map((change) => changeShown(change, versions)) } : {}),
    }
  }
}

const versionsIn = ({ changes }: History): number[] =>
  changes.flatMap(({ old_version }) => (old_version === undefined ? [] : [old_version]))

/** One change on the wire. An old version that is gone was deleted with its message. */
function changeShown({ id: _, old_version, ...change }: Change, versions: ReadonlyMap<number, OldVersion>) {
  if (old_version === undefined) return change
  const { content, rendered_content } = versions.get(old_version) ?? { content: '', rendered_content: '' }
  return { ...change, prev_content: content, prev_rendered_content: rendered_content }
}
