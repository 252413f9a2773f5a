import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { ChannelGroup } from './channel-group'

type GroupRow = Omit<ChannelGroup, 'streams'> & { stream_ids: string } // JSON: the ids of `streams`, ascending

/** Returns all groups, the oldest first. */
export const channelGroups = (sql: SqlReader): ChannelGroup[] =>
  sql.all<GroupRow>`SELECT id, name, description, stream_ids FROM default_channel_groups ORDER BY id`.map(
    ({ stream_ids, ...row }) => ({ ...row, streams: JSON.parse(stream_ids) }),
  )

export const insertGroup = (sql: Sql, { name, description, streams }: Omit<ChannelGroup, 'id'>): void =>
  sql.run`INSERT INTO default_channel_groups (name, description, stream_ids)
          VALUES (${name}, ${description}, ${JSON.stringify(streams)})`

export const writeGroup = (sql: Sql, { id, name, description, streams }: ChannelGroup): void =>
  sql.run`UPDATE default_channel_groups
          SET name = ${name}, description = ${description}, stream_ids = ${JSON.stringify(streams)}
          WHERE id = ${id}`

export const deleteGroup = (sql: Sql, id: number): void => sql.run`DELETE FROM default_channel_groups WHERE id = ${id}`
