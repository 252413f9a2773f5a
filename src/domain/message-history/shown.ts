import * as v from 'valibot'
import type { Edge } from '../../edge'
import { loadOldVersions } from '../../store/old-versions-in-d1'
import type { Change, Histories } from './histories'
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

/** Puts to messages what became of them, with what they said before: one read of D1 for all of them, if it is needed. */
export async function historyShown(edge: Edge, told: Histories) {
  const versions = await oldVersions(edge, told)
  return (id: number) => {
    const history = told.histories.get(id)
    if (history === undefined) return {}
    const { changes, ...timestamps } = history
    return {
      ...timestamps,
      ...(changes.length > 0 ? { edit_history: changes.map((change) => changeShown(change, versions)) } : {}),
    }
  }
}

/** What the messages said before their edits: what the realm had at hand, and the rest in one read. */
export async function oldVersions(
  { d1, realm_name }: Edge,
  { histories, oldVersions: atHand }: Histories,
): Promise<ReadonlyMap<number, OldVersion>> {
  const changes = [...histories.values()].flatMap((history) => history.changes)
  const elsewhere = changes.flatMap(({ old_version }) =>
    old_version === undefined || atHand.has(old_version) ? [] : [old_version],
  )
  if (elsewhere.length === 0) return atHand
  return new Map([...atHand, ...(await loadOldVersions(d1, realm_name, elsewhere))])
}

/** One change on the wire. An old version that is gone was deleted with its message. */
export function changeShown({ id: _, old_version, ...change }: Change, versions: ReadonlyMap<number, OldVersion>) {
  if (old_version === undefined) return change
  const { content, rendered_content } = versions.get(old_version) ?? { content: '', rendered_content: '' }
  return { ...change, prev_content: content, prev_rendered_content: rendered_content }
}
