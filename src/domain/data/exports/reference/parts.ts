import { filesPart, markerPart } from '../marker-parts'
import { singleFilePart, type Part } from '../part'
import { channelTables } from './channel-tables'
import { contentTables } from './content-tables'
import { fileParts } from './file-parts'
import { groupTables } from './group-tables'
import { messagesPart } from './message-parts'
import { organizationTables } from './organization-tables'
import { peopleTables } from './people-tables'
import { fileOfTables } from './table'

/** The version of the reference server whose tables these are. */
export const REFERENCE_VERSION = '11.0'

/** The other server compares this list with its own: its operator replaces the file by that server's. */
const migrationStatus = singleFilePart('migration_status', () => ({
  content: { migrations_by_app: {}, zulip_version: REFERENCE_VERSION },
}))

/** The parts of an export for the reference server, in the order in which they are made. */
export const referenceParts: readonly Part[] = [
  migrationStatus,
  ...fileOfTables('realm.json', [
    ...organizationTables,
    ...peopleTables,
    ...groupTables,
    ...channelTables,
    ...contentTables,
  ]),
  messagesPart,
  ...fileParts,
  filesPart,
  markerPart,
]
