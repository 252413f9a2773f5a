import * as v from 'valibot'
import { named } from '../../../api/named'
import type { Edge } from '../../../edge'
import { loadVersions } from './old-versions-in-d1'
import type { Histories } from './histories'
import type { Change } from './history-rules'
import type { OldVersion } from './storage'

const changeShape = named(
  'MessageChange',
  v.strictObject({
    user_id: v.nullable(v.number()),
    timestamp: v.number(),
    prev_content: v.optional(v.string()),
    prev_rendered_content: v.optional(v.string()),
    prev_topic: v.optional(v.string()),
    topic: v.optional(v.string()),
    prev_stream: v.optional(v.number()),
    stream: v.optional(v.number()),
  }),
)

/** The fields of a fetched message about its history (API rule 3). */
export const historyFields = {
  edit_history: v.optional(v.array(changeShape)),
  last_edit_timestamp: v.optional(v.number()),
  last_moved_timestamp: v.optional(v.number()),
}

/**
 * Returns the history fields of the first messages, with their old versions. The realm has some old versions. One read of D1
 * gets the others.
 */
export async function historyFieldsFor(edge: Edge, histories: Histories, ids: readonly number[]) {
  const { found, within } = await loadVersions(edge.texts, histories, ids)
  const fieldsOf = (id: number) => {
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
  return { found: fieldsOf, within }
}

/** Returns a change as clients receive it. A missing old version was deleted with its message. */
export function changeResponse({ id: _, old_version, ...change }: Change, versions: ReadonlyMap<number, OldVersion>) {
  if (old_version === undefined) return change
  const { content, rendered_content } = versions.get(old_version) ?? { content: '', rendered_content: '' }
  return { ...change, prev_content: content, prev_rendered_content: rendered_content }
}
