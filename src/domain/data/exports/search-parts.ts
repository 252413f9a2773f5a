import { getOwnSearch } from '../discovery/actions'
import { searchPage } from '../discovery/search'
import { findUser } from '../../people/users/storage'
import { NEWEST_ANCHOR, SVC_VERSION } from '../../realm/settings/limits'
import { realmRow } from '../../realm/settings/storage'
import { filesPart } from './marker-parts'
import { pagedPart, singleFilePart, type Part } from './part'
import type { Scope } from './scope'
import { filesOf } from './storage'

const MESSAGES_PER_FILE = 200

/** The name and the version of the form. `npm run parley -- discovery verify` reads it. */
export const DISCOVERY_FORMAT = 'parley-discovery'
const DISCOVERY_FORMAT_VERSION = 1

/** Returns what the export is of. Throws when its owner may no longer search everything. */
function searchOf({ realm, dataExport }: Scope) {
  const { acting_user_id, search_id } = dataExport
  const actor = findUser(realm, acting_user_id)
  if (actor === undefined || !actor.is_active || search_id === null) throw new Error('The export has no search')
  return getOwnSearch(realm, actor, search_id)
}

/** The messages of a search, the newest first, each with its hash. Their files are in the archive. */
const foundMessagesPart = pagedPart('messages', async (scope, after) => {
  const page = await searchPage(scope.realm, searchOf(scope), {
    below: after || NEWEST_ANCHOR,
    most: MESSAGES_PER_FILE,
  })
  const { messages, files, next } = page
  const included = [...new Map(files.map((file) => [file.name, file])).values()]
  return messages.length === 0 ? { next } : { content: { messages }, included, next }
})

/** What the export says about itself, with the hashes of all its files. It is made last, and is the first file of the archive. */
const discoveryMarkerPart = singleFilePart('export', (scope) => {
  const { realm, dataExport } = scope
  const { string_id, host } = realmRow(realm)
  const files = filesOf(realm.sql, dataExport)
  return {
    content: {
      format: DISCOVERY_FORMAT,
      format_version: DISCOVERY_FORMAT_VERSION,
      server_version: SVC_VERSION,
      string_id,
      host,
      exported_by: dataExport.acting_user_id,
      export_time: dataExport.export_time,
      search_id: dataExport.search_id,
      search: searchOf(scope),
      files: files.map(({ name, items, size, sha256 }) => ({ name, items, size, sha256 })),
    },
  }
})

/** The parts of an export of a search over everything. */
export const discoveryParts: readonly Part[] = [foundMessagesPart, filesPart, discoveryMarkerPart]
