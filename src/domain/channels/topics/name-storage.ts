import type { SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'

/** Where a list of topics continues: behind a conversation, or behind a topic of a channel. */
export type TopicsAfter = { id: number; stream_id?: undefined } | { stream_id: number; topic_key: string }

const WITH_PART = sqlText`
  count(*) AS count,
  json_group_array(json_array(id, topic_key)) FILTER (WHERE topic_key GLOB '*[^ -~]*'
    OR EXISTS (SELECT 1 FROM json_each(parts) WHERE instr(topic_key, value) > 0)) AS found`

type NamesRead = { found: string; count: number; last: number | string | null }

/** A topic, and its name in lower case. */
export type TopicName = [id: number, name: string]

/**
 * Returns the topics whose name contains one of these lower-case parts, and all whose name is not ASCII: the caller must compare those
 * itself. Reads `most` names, and returns where the others begin.
 */
export function topicsContaining(
  sql: SqlReader,
  parts: readonly string[],
  after: TopicsAfter,
  most: number,
): { found: TopicName[]; next: TopicsAfter | undefined } {
  const { found, count, last } =
    after.stream_id === undefined
      ? sql.one<NamesRead>`
          SELECT ${WITH_PART}, max(id) AS last
          FROM (SELECT id, topic_key FROM conversations WHERE id > ${after.id} ORDER BY id LIMIT ${most}),
               (SELECT ${parts} AS parts)`
      : sql.one<NamesRead>`
          SELECT ${WITH_PART}, max(topic_key) AS last
          FROM (SELECT id, topic_key FROM conversations
                WHERE stream_id = ${after.stream_id} AND topic_key > ${after.topic_key} ORDER BY topic_key LIMIT ${most}),
               (SELECT ${parts} AS parts)`
  const isEnd = count < most || last === null
  return { found: JSON.parse(found), next: isEnd ? undefined : placeOf(after, last) }
}

const placeOf = ({ stream_id }: TopicsAfter, last: number | string): TopicsAfter =>
  stream_id === undefined ? { id: Number(last) } : { stream_id, topic_key: String(last) }
