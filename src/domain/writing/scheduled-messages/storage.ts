import type { SqlReader, Sql } from '../../../store/realm-sql'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { ScheduledTotals } from './rules'
import type { ScheduledMessage, PendingMessage } from './scheduled-message'

type Row = {
  scheduled_message_id: number
  sender_id: number
  stream_id: number | null
  people: string | null
  topic: string | null
  content: string
  parsed: string
  rendered_content: string
  client: string
  read_by_sender: number
  scheduled_delivery_timestamp: number
  failed: number
}

/** Returns the scheduled messages of a sender, in the order in which they will be sent. */
export const scheduledMessagesOf = (sql: SqlReader, sender_id: number): ScheduledMessage[] =>
  sql.all<Row>`
    SELECT scheduled_message_id, sender_id, stream_id, people, topic, content, parsed, rendered_content, client,
           read_by_sender, scheduled_delivery_timestamp, failed
    FROM scheduled_messages WHERE sender_id = ${sender_id} AND sent_at IS NULL
    ORDER BY scheduled_delivery_timestamp, scheduled_message_id`.map((row) => scheduledMessageOf(pendingOf(row)))

/** Counts the scheduled messages of a sender, without the message `except`. */
export const scheduledTotals = (sql: SqlReader, sender_id: number, except?: number): ScheduledTotals =>
  sql.one<ScheduledTotals>`
    SELECT count(*) AS messages,
           coalesce(sum(length(content) + length(parsed) + length(rendered_content) + coalesce(length(people), 0)), 0)
             AS characters
    FROM scheduled_messages
    WHERE sender_id = ${sender_id} AND sent_at IS NULL AND scheduled_message_id <> ${except ?? 0}`

/** Returns the length of a message as `scheduledTotals` counts it, with its recipients, of whom there may be many. */
export function charactersOf(pending: Omit<PendingMessage, 'scheduled_message_id'>): number {
  const { to, content, parsed, rendered_content } = pending
  const { people } = destinationOf({ to })
  return content.length + JSON.stringify(parsed).length + rendered_content.length + (people?.length ?? 0)
}

export function findPending(sql: SqlReader, sender_id: number, id: number): PendingMessage | undefined {
  const row = sql.maybe<Row>`
    SELECT scheduled_message_id, sender_id, stream_id, people, topic, content, parsed, rendered_content, client,
           read_by_sender, scheduled_delivery_timestamp, failed
    FROM scheduled_messages WHERE scheduled_message_id = ${id} AND sender_id = ${sender_id} AND sent_at IS NULL`
  return row && pendingOf(row)
}

export const wasSent = (sql: SqlReader, sender_id: number, id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM scheduled_messages
    WHERE scheduled_message_id = ${id} AND sender_id = ${sender_id} AND sent_at IS NOT NULL` !== undefined

/** Returns whether a message that was not sent yet contains `text`. */
export const isInScheduledMessage = (sql: SqlReader, text: string): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM scheduled_messages WHERE sent_at IS NULL AND instr(content, ${text}) > 0 LIMIT 1` !==
  undefined

/** Returns messages that are due, at limit `most`. The earliest come first. */
export const pendingMessagesDue = (sql: SqlReader, now: number, limit: number): PendingMessage[] =>
  sql.all<Row>`
    SELECT scheduled_message_id, sender_id, stream_id, people, topic, content, parsed, rendered_content, client,
           read_by_sender, scheduled_delivery_timestamp, failed
    FROM scheduled_messages WHERE failed = 0 AND sent_at IS NULL AND scheduled_delivery_timestamp <= ${now}
    ORDER BY scheduled_delivery_timestamp, scheduled_message_id LIMIT ${limit}`.map(pendingOf)

export const nextDueTime = (sql: SqlReader): number | undefined =>
  sql.maybe<{ time: number }>`
    SELECT scheduled_delivery_timestamp AS time FROM scheduled_messages
    WHERE failed = 0 AND sent_at IS NULL ORDER BY scheduled_delivery_timestamp LIMIT 1`?.time

export function insertPending(sql: SqlReader, message: Omit<PendingMessage, 'scheduled_message_id'>): PendingMessage {
  const { stream_id, people, topic } = destinationOf(message)
  const { scheduled_message_id } = sql.one<{ scheduled_message_id: number }>`
    INSERT INTO scheduled_messages (sender_id, stream_id, people, topic, content, parsed, rendered_content, client,
                                    read_by_sender, scheduled_delivery_timestamp, failed)
    VALUES (${message.sender_id}, ${stream_id}, ${people}, ${topic}, ${message.content}, ${JSON.stringify(message.parsed)},
            ${message.rendered_content}, ${message.client}, ${message.read_by_sender},
            ${message.scheduled_delivery_timestamp}, ${message.failed}) RETURNING scheduled_message_id`
  return { ...message, scheduled_message_id }
}

export function writePending(sql: Sql, message: PendingMessage): void {
  const { stream_id, people, topic } = destinationOf(message)
  sql.run`
    UPDATE scheduled_messages
    SET stream_id = ${stream_id}, people = ${people}, topic = ${topic}, content = ${message.content},
        parsed = ${JSON.stringify(message.parsed)}, rendered_content = ${message.rendered_content},
        client = ${message.client}, scheduled_delivery_timestamp = ${message.scheduled_delivery_timestamp},
        failed = ${message.failed}
    WHERE scheduled_message_id = ${message.scheduled_message_id}`
}

export const deletePending = (sql: Sql, id: number): void =>
  sql.run`DELETE FROM scheduled_messages WHERE scheduled_message_id = ${id}`

const SENT_KEPT_SECONDS = SECONDS_PER_DAY

/** Marks a message as sent, and deletes the rows of messages that were sent long ago. */
export function markSent(sql: Sql, id: number, now: number): void {
  sql.run`DELETE FROM scheduled_messages WHERE sent_at < ${now - SENT_KEPT_SECONDS}`
  sql.run`UPDATE scheduled_messages SET sent_at = ${now} WHERE scheduled_message_id = ${id}`
}

export const scheduledMessageOf = ({
  sender_id: _,
  parsed: __,
  client: ___,
  read_by_sender: ____,
  ...message
}: PendingMessage) => message

const destinationOf = ({ to, topic }: Pick<PendingMessage, 'to' | 'topic'>) =>
  typeof to === 'number'
    ? { stream_id: to, people: null, topic: topic ?? '' }
    : { stream_id: null, people: JSON.stringify(to), topic: null }

function pendingOf({ stream_id, people, topic, ...row }: Row): PendingMessage {
  const destination =
    stream_id === null ? directDestination(people) : { type: 'stream' as const, to: stream_id, topic: topic ?? '' }
  const { scheduled_message_id, content, rendered_content, scheduled_delivery_timestamp } = row
  return {
    scheduled_message_id,
    ...destination,
    content,
    rendered_content,
    scheduled_delivery_timestamp,
    failed: row.failed === 1,
    sender_id: row.sender_id,
    parsed: JSON.parse(row.parsed),
    client: row.client,
    read_by_sender: row.read_by_sender === 1,
  }
}

function directDestination(people: string | null) {
  const to: number[] = JSON.parse(people ?? '[]')
  return { type: 'private' as const, to }
}
