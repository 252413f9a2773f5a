import type { Text } from './converted.ts'
import type { CopyWriter } from './copy-writer.ts'
import type { ExternalSort } from './external-sort.ts'
import type { SourceFiles } from './source-files.ts'
import type { ZulipReaction, ZulipSubmessage, ZulipTables } from './zulip-archive.ts'
import type { Permissions } from './zulip-organization.ts'

/** What is known of an export while it is read. Maps have the ids of the export. */
export type Zulip = {
  files: SourceFiles
  copy: CopyWriter
  recipients: Map<number, { type: number; type_id: number }>
  /** The new ids of the people of direct conversations, by recipient. */
  huddles: Map<number, number[]>
  /** The profile fields of users. */
  values: Map<number, Record<string, Text>>
  fieldsOfUsers: Set<number>
  permissions: Permissions
  /** The channels that new users join. */
  defaults: Set<number>
  /** The paths of pictures, by users, and by the names of emoji and their files. */
  avatars: Map<number, string>
  pictures: Map<string, string>
  clients: Map<number, string>
  accounts: number[]
  folders: Set<number>
  reactions: ExternalSort<ZulipReaction>
  submessages: ExternalSort<ZulipSubmessage>
}

/** What is done with the rows of tables. */
export type Readers = { [Table in keyof ZulipTables]?: (zulip: Zulip, row: ZulipTables[Table]) => unknown }
