import type { SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'

/** Where a list of topics continues: behind a conversation, or behind a topic of a channel. */
export type TopicsAfter = { id: number; stream_id?: undefined } | { stream_id: number; topic_key: string }

const NAMES = sqlText`json_group_array(json_array(id, topic_key)) AS names`

type NamesRead = { names: string }

/** A topic, and its name in lower case. */
export type TopicName = [id: number, name: string]
/** A direct conversation has none. */
type TopicNameOrNone = [id: number, name: string | null]

/**
 * Returns the topics whose name contains one of these lower-case parts, and all whose name is not ASCII: the caller must compare those
 * itself. Reads `most` names, and returns where the others begin. A statement that compares them would read a row for each part, too.
 */
export function topicsContaining(
  sql: SqlReader,
  parts: readonly string[],
  after: TopicsAfter,
  most: number,
): { found: TopicName[]; next: TopicsAfter | undefined } {
  const { names } =
    after.stream_id === undefined
      ? sql.one<NamesRead>`
          SELECT ${NAMES} FROM (SELECT id, topic_key FROM conversations WHERE id > ${after.id} ORDER BY id LIMIT ${most})`
      : sql.one<NamesRead>`
          SELECT ${NAMES} FROM (SELECT id, topic_key FROM conversations
            WHERE stream_id = ${after.stream_id} AND topic_key > ${after.topic_key} ORDER BY topic_key LIMIT ${most})`
  const all: TopicNameOrNone[] = JSON.parse(names)
  const last = all.at(-1)
  const found = all.filter((topic): topic is TopicName => topic[1] !== null && mayContain(topic[1], parts))
  return { found, next: last === undefined || all.length < most ? undefined : placeOf(after, last) }
}

const mayContain = (name: string, parts: readonly string[]): boolean =>
  !/^[ -~]*$/.test(name) || parts.some((part) => name.includes(part))

const placeOf = ({ stream_id }: TopicsAfter, [id, name]: TopicNameOrNone): TopicsAfter =>
  stream_id === undefined ? { id } : { stream_id, topic_key: name ?? '' }
