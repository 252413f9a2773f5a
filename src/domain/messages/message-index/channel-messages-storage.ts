import type { SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { Segment } from '../../channels/topics/segment-rules'

const UNMOVED_IN = sqlText`message_index WHERE conversation_id IN
  (SELECT id FROM conversations WHERE moved = 'never' AND stream_id = `

/** Returns how many messages of the channel are in topics without moved messages. Counts at most `most`. */
export const countUnmovedMessages = (sql: SqlReader, stream_id: number, most: number): number =>
  sql.one<{ n: number }>`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${UNMOVED_IN} ${stream_id}) LIMIT ${most})`.n

type IdsAsText = { ids: string }

/** Returns the ids of the messages of the channel that are in topics without moved messages, at most `most`. They ascend. */
export const unmovedMessageIds = (sql: SqlReader, stream_id: number, most: number): number[] =>
  JSON.parse(
    sql.one<IdsAsText>`
      SELECT json_group_array(id) AS ids FROM
        (SELECT id FROM ${UNMOVED_IN} ${stream_id}) ORDER BY id LIMIT ${most})`.ids,
  )

/** Returns the ids of the messages of a segment, at most `most`. They ascend. */
export const idsOfSegment = (sql: SqlReader, { origin_id, from_id, to_id }: Segment, most: number): number[] =>
  JSON.parse(
    sql.one<IdsAsText>`
      SELECT json_group_array(id) AS ids FROM
        (SELECT id FROM message_index WHERE conversation_id = ${origin_id} AND id BETWEEN ${from_id} AND ${to_id}
         ORDER BY id LIMIT ${most})`.ids,
  )
