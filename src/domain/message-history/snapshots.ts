import * as v from 'valibot'
import { htmlDiff } from '../../markdown/diff'
import type { Change } from './histories'
import { changeShown } from './shown'
import type { OldVersion } from './storage'

/** A message as it was after each change (specification 4.16). */
export const snapshotShape = v.strictObject({
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
})
type Snapshot = v.InferOutput<typeof snapshotShape>

/** What a message is by now, and how it began. */
type Present = { sender_id: number; sent_at: number; topic: string } & OldVersion

/** The oldest first. Only what comes after a change is known of it, so they are gone through backwards. */
export function snapshotsOf(
  { sender_id, sent_at, ...present }: Present,
  newestFirst: readonly Change[],
  versions: ReadonlyMap<number, OldVersion>,
): Snapshot[] {
  const snapshots: Snapshot[] = []
  let { topic, content, rendered_content } = present
  for (const change of newestFirst) {
    const shown: Omit<Snapshot, 'topic' | 'content' | 'rendered_content'> = changeShown(change, versions)
    const { prev_content, prev_rendered_content, prev_topic } = shown
    const diff = prev_rendered_content === undefined ? undefined : htmlDiff(prev_rendered_content, rendered_content)
    snapshots.push({
      ...shown,
      topic,
      content,
      rendered_content,
      ...(diff === undefined ? {} : { content_html_diff: diff }),
    })
    topic = prev_topic ?? topic
    content = prev_content ?? content
    rendered_content = prev_rendered_content ?? rendered_content
  }
  snapshots.push({ topic, content, rendered_content, timestamp: sent_at, user_id: sender_id })
  return snapshots.reverse()
}
