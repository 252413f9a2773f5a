import type { Attachment } from '../../files/attachments/attachment'
import { messagesWithFile } from '../../files/attachments/access'
import { attachmentsAfter } from '../../files/attachments/storage'
import { MEBIBYTE } from '../../../store/memory-size'
import { pagedPart } from './part'
import type { Scope } from './scope'

const FILES_PER_PAGE = 100
/** The checksums of the files of a page are computed in one batch. */
const FILE_BYTES_PER_PAGE = 128 * MEBIBYTE
const MAX_LISTED_MESSAGES = 10_000

type ExportedFile = { file: Attachment; message_ids: number[] }

/** Returns the next exported files, with the exported messages that contain them, the newest first. */
export function exportedFiles(scope: Scope, after: number): { files: ExportedFile[]; next?: number } {
  const found = attachmentsAfter(scope.realm.sql, after, FILES_PER_PAGE)
  const files = found.slice(0, withinBytes(found))
  const isLast = found.length < FILES_PER_PAGE && files.length === found.length
  const next = isLast ? undefined : files.at(-1)?.id
  const exported = files.filter((file) => scope.hasFile(file))
  return { files: exported.map((file) => ({ file, message_ids: [...exportedMessagesWith(scope, file)] })), next }
}

/** The files that users uploaded, with their metadata. */
export const attachmentsPart = pagedPart('attachments', (scope, after) => {
  const { files, next } = exportedFiles(scope, after)
  if (files.length === 0) return { next }
  return {
    content: {
      attachments: files.map(({ file, message_ids }) => {
        const { id, owner_id, name, path_id, size, content_type, created_at } = file
        return { id, owner_id, name, path_id, size, content_type, create_time: created_at * 1000, message_ids }
      }),
    },
    included: files.map(({ file: { key, path_id } }) => ({ key, name: `attachments/${path_id}` })),
    next,
  }
})

function withinBytes(files: readonly Attachment[]): number {
  let bytes = 0
  const cut = files.findIndex(({ size }, index) => (bytes += size) > FILE_BYTES_PER_PAGE && index > 0)
  return cut < 0 ? files.length : cut
}

function* exportedMessagesWith(scope: Scope, file: Attachment): Generator<number> {
  let count = 0
  for (const row of messagesWithFile(scope.realm, file)) {
    if (!scope.hasMessage(row)) continue
    if (++count > MAX_LISTED_MESSAGES) return
    yield row.id
  }
}
