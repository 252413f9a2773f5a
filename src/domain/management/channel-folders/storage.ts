import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { ChannelFolder } from './channel-folder'

type FolderRow = Omit<ChannelFolder, 'is_archived'> & { is_archived: number }

/** Returns all folders in their order. */
export const channelFolders = (sql: SqlReader): ChannelFolder[] =>
  sql.all<FolderRow>`
    SELECT id, name, description, rendered_description, date_created, creator_id, "order", is_archived
    FROM channel_folders ORDER BY "order", id`.map((row) => ({ ...row, is_archived: row.is_archived === 1 }))

export function insertFolder(sql: SqlReader, folder: Omit<ChannelFolder, 'id'>): ChannelFolder {
  const { id } = sql.one<{ id: number }>`
    INSERT INTO channel_folders (name, description, rendered_description, date_created, creator_id, "order", is_archived)
    VALUES (${folder.name}, ${folder.description}, ${folder.rendered_description}, ${folder.date_created},
            ${folder.creator_id}, ${folder.order}, ${folder.is_archived}) RETURNING id`
  return { id, ...folder }
}

export const writeFolder = (sql: Sql, folder: ChannelFolder): void =>
  sql.run`
    UPDATE channel_folders
    SET name = ${folder.name}, description = ${folder.description}, rendered_description = ${folder.rendered_description},
        is_archived = ${folder.is_archived}
    WHERE id = ${folder.id}`

/** Gives the folders the order of these ids. */
export const writeFolderOrder = (sql: Sql, ids: readonly number[]): void =>
  sql.run`UPDATE channel_folders SET "order" = position.key FROM json_each(${ids}) AS position WHERE channel_folders.id = position.value`
