import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { unreadableBody } from '../../../api/errors'
import { boolean, inHeader, naturalNumber, oneOf, optional, shortText, text } from '../../../api/params'
import { parseJson } from '../../../api/parse-json'
import { endpoint } from '../../../edge'
import { decideAfter } from '../../../events/turns'
import { writeStream } from '../../../store/file-writer'
import { filesUnavailable } from '../../../store/files'
import { OLD_VERSIONS } from '../../messages/history/storage'
import { storeAllSentIds } from '../../messages/message-index/sent-ids-storage'
import { importers } from '../../people/users/callers'
import { fileDoesNotExist } from '../../realm/files/errors'
import { beginImport, countSent, fileBytesAllowed, getImport, getOpenImport } from './begin-import'
import { tableNames } from '../realm-tables/tables'
import { isCopiedFile } from './file-keys'
import { finishImport } from './finish-import'
import { importMessages, messageRow, prepareMessage } from './import-messages'
import { importRows, writeEach } from './import-rows'
import { withParsedContent } from './import-scheduled'
import {
  anotherImport,
  importedFileTooLarge,
  importTooLarge,
  invalidRows,
  noImportBegun,
  realmHasMessages,
} from './import-rules'
import { addSent } from './import-storage'
import { readRows, MAX_ROWS_LENGTH, tableRow } from './read-rows'
import { isUploaded, plainHtml, uploadedRow } from './uploaded-rows'

const MAX_BODY_BYTES = 16 * 1024 * 1024

const importParams = { copy_id: shortText() }
const rowsParams = { ...importParams, rows: text(MAX_ROWS_LENGTH) }
const imported = {
  written: v.number(),
  refused: v.array(v.strictObject({ index: v.number(), reason: v.string() })),
  /** How many rows D1 does not have yet. A client waits when they are many. */
  waiting: v.number(),
}
const importErrors = [wrongDeploymentSecret, noImportBegun, invalidRows, importTooLarge]

export const postImport = endpoint.decision({
  route: 'POST /parley/copy/import',
  summary: 'Begin to fill this realm from a copy, or continue. Everything in the realm is replaced, and it is closed.',
  note: 'Only a realm without messages of users can be filled.',
  caller: importers,
  params: { ...importParams, last_event_id: naturalNumber(), keeps_owners: optional(boolean(), false) },
  returns: {},
  errors: [wrongDeploymentSecret, anotherImport, realmHasMessages],
  decide: (realm, _, copy) => beginImport(realm, copy),
})

export const postCopiedRows = endpoint.decision({
  route: 'POST /parley/copy/tables/:table',
  summary: 'Write rows of a copy. A row that does not fit is left out, and named in the response.',
  caller: importers,
  params: { ...rowsParams, table: oneOf(tableNames) },
  bodyLimit: MAX_BODY_BYTES,
  returns: imported,
  errors: importErrors,
  prepare: (edge, { rows, table }) => {
    const given = readRows(rows, tableRow)
    const read = isUploaded(edge) ? given.map(uploadedRow) : given
    return { rows: '', read: table === 'scheduled_messages' ? read.map((row) => withParsedContent(edge, row)) : read }
  },
  decide: (realm, _, { copy_id, table, read }) => {
    countSent(realm, read.length)
    const imported = importRows(realm, getOpenImport(realm, copy_id), { table, rows: read })
    return { ...imported, waiting: realm.outbox.waiting }
  },
})

export const postCopiedMessages = endpoint.decision({
  route: 'POST /parley/copy/messages',
  summary: 'Write messages of a copy, in the order of their ids. No user is notified.',
  note: 'A message without `rendered_content` comes from another server: the realm renders its Markdown.',
  caller: importers,
  params: rowsParams,
  bodyLimit: MAX_BODY_BYTES,
  returns: imported,
  errors: importErrors,
  prepare: (edge, { rows }) => {
    const uploaded = isUploaded(edge) ? { rendered_content: undefined } : {}
    const read = readRows(rows, messageRow).map((row) => prepareMessage(edge, { ...row, ...uploaded }))
    return { rows: '', read }
  },
  decide: (realm, _, { copy_id, read }) => {
    getOpenImport(realm, copy_id)
    countSent(realm, read.length)
    return { ...importMessages(realm, read), waiting: realm.outbox.waiting }
  },
})

const versionRow = v.object({ id: v.number(), content: v.string(), rendered_content: v.string() })

export const postCopiedVersions = endpoint.decision({
  route: 'POST /parley/copy/old_versions',
  summary: 'Write earlier versions of edited messages of a copy.',
  caller: importers,
  params: rowsParams,
  bodyLimit: MAX_BODY_BYTES,
  returns: imported,
  errors: importErrors,
  prepare: (edge, { rows }) => {
    const given = readRows(rows, versionRow)
    const plain = (row: (typeof given)[number]) => ({ ...row, rendered_content: plainHtml(row.content) })
    return { rows: '', read: isUploaded(edge) ? given.map(plain) : given }
  },
  decide: (realm, _, { copy_id, read }) => {
    getOpenImport(realm, copy_id)
    countSent(realm, read.length)
    const put = (some: typeof read) => {
      for (const { id, ...version } of some) realm.outbox.put(OLD_VERSIONS, id, id, version)
    }
    return { ...writeEach(read, (some) => realm.transaction(() => put([...some]))), waiting: realm.outbox.waiting }
  },
})

export const putCopiedFile = endpoint.twoStep({
  route: 'PUT /parley/copy/file',
  summary: 'Store a file of a copy. The body is the file.',
  caller: importers,
  params: { 'Copy-Id': inHeader(shortText()), 'File-Key': inHeader(shortText()) },
  streams: 'any body',
  returns: { size: v.number() },
  errors: [...importErrors, fileDoesNotExist, filesUnavailable, unreadableBody, importedFileTooLarge],
  decide: (realm, _, { 'Copy-Id': copy_id, 'File-Key': key }) => {
    getOpenImport(realm, copy_id)
    if (!isCopiedFile(key)) throw fileDoesNotExist({})
    return { begun: { key, most_bytes: fileBytesAllowed(realm) } }
  },
  work: async ({ files, request }, { key, most_bytes }) =>
    writeStream(files, key, 'application/octet-stream', upTo(most_bytes, request.body ?? new Blob([]).stream())),
  finish: ({ sql, session }, _, { size }: { size: number }) => {
    if (session.isImport === true) addSent(sql, { rows_sent: 0, file_bytes: size })
    return { size }
  },
})

/** Yields the bytes of a file. Throws `importedFileTooLarge` when they are too many. */
async function* upTo(most_bytes: number, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most_bytes) throw importedFileTooLarge({})
    yield chunk
  }
}

const MAX_HIGHEST_IDS_LENGTH = 10_000
const highestIds = v.record(v.string(), v.pipe(v.number(), v.safeInteger()))

export const postFinishedImport = endpoint.decision({
  route: 'POST /parley/copy/finish',
  summary: 'Finish an import: the realm is open again. Its owners before the import stay owners.',
  note: 'Without `copy_id`, it finishes any import: the realm has what had arrived.',
  caller: importers,
  params: { copy_id: optional(shortText()), sequences: optional(text(MAX_HIGHEST_IDS_LENGTH), '{}') },
  returns: {},
  errors: importErrors,
  decide: (realm, _, { copy_id, sequences }) => {
    const { success, output } = v.safeParse(highestIds, parseJson(sequences))
    if (!success) throw invalidRows({ reason: 'the highest ids are no numbers' })
    const finish = () => finishImport(realm, getImport(realm, copy_id), output)
    const { is_finished } = getImport(realm, copy_id)
    return is_finished ? finish() : decideAfter(storeAllSentIds(realm.sql, realm.messageIds.last), realm, finish)
  },
})
