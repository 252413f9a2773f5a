import * as v from 'valibot'
import { named } from '../../../api/named'
import { diffBudget } from '../../../markdown/diff-budget'
import { htmlDiff } from '../../../markdown/html-diff'
import { changeResponse } from './history-response'
import type { Change } from './history-rules'
import type { OldVersion } from './storage'

/** A message as it was after each change (API rule 11). */
export const snapshotShape = named(
  'MessageSnapshot',
  v.strictObject({
    topic: v.string(),
    content: v.string(),
    rendered_content: v.string(),
    timestamp: v.number(),
    user_id: v.nullable(v.number()),
    prev_topic: v.optional(v.string()),
    prev_stream: v.optional(v.number()),
    stream: v.optional(v.number()),
    prev_content: v.optional(v.string()),
    prev_rendered_content: v.optional(v.string()),
    content_html_diff: v.optional(v.string()),
  }),
)
type Snapshot = v.InferOutput<typeof snapshotShape>

/** The present state of a message. */
type Present = { topic: string } & OldVersion

/** The author and the time of the first snapshot: the sender, or the user who made the newest change that is left out. */
export type Beginning = { user_id: number; timestamp: number }

/** Returns the states of a message, the oldest first. Each is computed from the state after it, so the changes go backwards. */
export function snapshotsOf(
  present: Present,
  { user_id, timestamp }: Beginning,
  newestFirst: readonly Change[],
  versions: ReadonlyMap<number, OldVersion>,
): Snapshot[] {
  const snapshots: Snapshot[] = []
  const budget = diffBudget()
  let { topic, content, rendered_content } = present
  for (const change of newestFirst) {
    const fields: Omit<Snapshot, 'topic' | 'content' | 'rendered_content'> = changeResponse(change, versions)
    const { prev_content, prev_rendered_content, prev_topic } = fields
    const diff =
      prev_rendered_content === undefined ? undefined : htmlDiff(prev_rendered_content, rendered_content, budget)
    snapshots.push({
      ...fields,
      topic,
      content,
      rendered_content,
      ...(diff === undefined ? {} : { content_html_diff: diff }),
    })
    topic = prev_topic ?? topic
    content = prev_content ?? content
    rendered_content = prev_rendered_content ?? rendered_content
  }
  snapshots.push({ topic, content, rendered_content, timestamp, user_id })
  return snapshots.reverse()
}
