import * as v from 'valibot'
import { SVC_VERSION } from '../../realm/settings/limits'
import { realmRow } from '../../realm/settings/storage'
import { includedFilesKey } from './data-export'
import { pagedPart, singleFilePart } from './part'
import { filesAfter, filesOf } from './storage'

/** The name and the version of the form of exports. A change that older readers cannot read has a new version. */
export const EXPORT_FORMAT = 'parley-export'
export const EXPORT_FORMAT_VERSION = 2

const LISTS_PER_PAGE = 20

const listedFiles = v.array(v.object({ name: v.string(), size: v.number(), sha256: v.nullable(v.string()) }))

/** The uploads and pictures in the archive, with their sizes and checksums. */
export const filesPart = pagedPart('files', async ({ realm, dataExport }, after) => {
  const lists = filesAfter(realm.sql, dataExport, after, LISTS_PER_PAGE)
  const files = []
  for (const { name } of lists) {
    const bytes = await realm.files.read(includedFilesKey(dataExport, name))
    files.push(...v.parse(listedFiles, JSON.parse(new TextDecoder().decode(bytes))))
  }
  const next = lists.length < LISTS_PER_PAGE ? {} : { next: lists.at(-1)?.position }
  return files.length === 0 ? next : { content: { files }, ...next }
})

/** What the export says about itself. It is made last, and is the first file of the archive. */
export const markerPart = singleFilePart('export', ({ realm, dataExport }) => {
  const { string_id, host } = realmRow(realm)
  const files = filesOf(realm.sql, dataExport)
  const counts = new Map<string, number>()
  for (const { name, items } of files) {
    const part = name.replace(/(?:-\d+)?\.json$/, '')
    counts.set(part, (counts.get(part) ?? 0) + items)
  }
  return {
    content: {
      format: EXPORT_FORMAT,
      format_version: EXPORT_FORMAT_VERSION,
      server_version: SVC_VERSION,
      string_id,
      host,
      form: dataExport.form,
      export_type: dataExport.export_type,
      export_time: dataExport.export_time,
      last_message_id: dataExport.last_message_id,
      counts: Object.fromEntries(counts),
      files: files.map(({ name, entry, items, size, sha256 }) => ({ name, entry, items, size, sha256 })),
    },
  }
})
