import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { unreadableBody } from '../../../api/errors'
import { boolean, inHeader, naturalNumber, oneOf, optional, shortText, text } from '../../../api/params'
import { parseJson } from '../../../api/parse-json'
import { endpoint } from '../../../edge'
import { writeStream } from '../../../store/file-writer'
import { filesUnavailable } from '../../../store/files'
import { OLD_VERSIONS } from '../../messages/history/storage'
import { theDeployment } from '../../people/users/callers'
import { fileDoesNotExist } from '../../realm/files/errors'
import { beginImport, getOpenImport } from './begin-import'
import { tableNames } from './columns/tables'
import { isCopiedFile } from './file-keys'
import { finishImport } from './finish-import'
import { importMessages, messageRow, prepareMessage } from './import-messages'
import { importRows, writeEach } from './import-rows'
import { withParsedContent } from './import-scheduled'
import { anotherImport, invalidRows, noImportBegun, realmHasMessages } from './import-rules'
import { readRows, ROWS_LENGTH_MAX, tableRow } from './read-rows'

const BODY_BYTES_MAX = 16 * 1024 * 1024

const importParams = { copy_id: shortText() }
const rowsParams = { ...importParams, rows: text(ROWS_LENGTH_MAX) }
const imported = {
  written: v.number(),
  refused: v.array(v.strictObject({ index: v.number(), reason: v.string() })),
  /** How many rows D1 does not have yet. A client waits when they are many. */
  waiting: v.number(),
}
const importErrors = [wrongDeploymentSecret, noImportBegun, invalidRows]

export const postImport = endpoint.decision({
  route: 'POST /parley/copy/import',
  summary: 'Begin to fill this realm from a copy, or continue. Everything in the realm is replaced, and it is closed.',
  note: 'Only a realm without messages of users can be filled.',
  caller: theDeployment,
  params: { ...importParams, last_event_id: naturalNumber(), keeps_owners: optional(boolean(), false) },
  returns: {},
  errors: [wrongDeploymentSecret, anotherImport, realmHasMessages],
  decide: (realm, _, copy) => beginImport(realm, copy),
})

export const postCopiedRows = endpoint.decision({
  route: 'POST /parley/copy/tables/:table',
  summary: 'Write rows of a copy. A row that does not fit is left out, and named in the response.',
  caller: theDeployment,
  params: { ...rowsParams, table: oneOf(tableNames) },
  bodyLimit: BODY_BYTES_MAX,
  returns: imported,
  errors: importErrors,
  prepare: (edge, { rows, table }) => {
    const read = readRows(rows, tableRow)
    return { rows: '', read: table === 'scheduled_messages' ? read.map((row) => withParsedContent(edge, row)) : read }
  },
  decide: (realm, _, { copy_id, table, read }) => ({
    ...importRows(realm, getOpenImport(realm, copy_id), { table, rows: read }),
    waiting: realm.outbox.waiting,
  }),
})

export const postCopiedMessages = endpoint.decision({
  route: 'POST /parley/copy/messages',
  summary: 'Write messages of a copy, in the order of their ids. No user is notified.',
  note: 'A message without `rendered_content` comes from another server: the realm renders its Markdown.',
  caller: theDeployment,
  params: rowsParams,
  bodyLimit: BODY_BYTES_MAX,
  returns: imported,
  errors: importErrors,
  prepare: (edge, { rows }) => ({
    rows: '',
    read: readRows(rows, messageRow).map((row) => prepareMessage(edge, row)),
  }),
  decide: (realm, _, { copy_id, read }) => {
    getOpenImport(realm, copy_id)
    return { ...importMessages(realm, read), waiting: realm.outbox.waiting }
  },
})

const versionRow = v.object({ id: v.number(), content: v.string(), rendered_content: v.string() })

export const postCopiedVersions = endpoint.decision({
  route: 'POST /parley/copy/old_versions',
  summary: 'Write earlier versions of edited messages of a copy.',
  caller: theDeployment,
  params: rowsParams,
  bodyLimit: BODY_BYTES_MAX,
  returns: imported,
  errors: importErrors,
  prepare: (_, { rows }) => ({ rows: '', read: readRows(rows, versionRow) }),
  decide: (realm, _, { copy_id, read }) => {
    getOpenImport(realm, copy_id)
    const put = (some: typeof read) => {
      for (const { id, ...version } of some) realm.outbox.put(OLD_VERSIONS, id, id, version)
    }
    return { ...writeEach(read, (some) => realm.transaction(() => put([...some]))), waiting: realm.outbox.waiting }
  },
})

export const putCopiedFile = endpoint.twoStep({
  route: 'PUT /parley/copy/file',
  summary: 'Store a file of a copy. The body is the file.',
  caller: theDeployment,
  params: { 'Copy-Id': inHeader(shortText()), 'File-Key': inHeader(shortText()) },
  streams: 'any body',
  returns: { size: v.number() },
  errors: [...importErrors, fileDoesNotExist, filesUnavailable, unreadableBody],
  decide: (realm, _, { 'Copy-Id': copy_id, 'File-Key': key }) => {
    getOpenImport(realm, copy_id)
    if (!isCopiedFile(key)) throw fileDoesNotExist({})
    return { begun: { key } }
  },
  work: async ({ files, request }, { key }) =>
    writeStream(files, key, 'application/octet-stream', request.body ?? new Blob([]).stream()),
  finish: (_, __, { size }: { size: number }) => ({ size }),
})

const HIGHEST_IDS_LENGTH_MAX = 10_000
const highestIds = v.record(v.string(), v.pipe(v.number(), v.safeInteger()))

export const postFinishedImport = endpoint.decision({
  route: 'POST /parley/copy/finish',
  summary: 'Finish an import: the realm is open again. Its owners before the import stay owners.',
  caller: theDeployment,
  params: { ...importParams, sequences: optional(text(HIGHEST_IDS_LENGTH_MAX), '{}') },
  returns: {},
  errors: importErrors,
  decide: (realm, _, { copy_id, sequences }) => {
    const { success, output } = v.safeParse(highestIds, parseJson(sequences))
    if (!success) throw invalidRows({ reason: 'the highest ids are no numbers' })
    finishImport(realm, getOpenImport(realm, copy_id), output)
  },
})
