import { attachmentsAfter } from '../../files/attachments/storage'
import { pagedPart } from './part'

const FILES_PER_PAGE = 200

/** The files that users uploaded, with their metadata. */
export const attachmentsPart = pagedPart('attachments', (scope, after) => {
  const files = attachmentsAfter(scope.realm.sql, after, FILES_PER_PAGE)
  const next = files.length < FILES_PER_PAGE ? undefined : files.at(-1)?.id
  const exported = files.filter((file) => scope.hasFile(file))
  if (exported.length === 0) return { next }
  return {
    content: {
      attachments: exported.map(({ id, owner_id, name, path_id, size, content_type, created_at }) => ({
        id,
        owner_id,
        name,
        path_id,
        size,
        content_type,
        create_time: created_at * 1000,
      })),
    },
    included: exported.map(({ key, path_id }) => ({ key, name: `attachments/${path_id}` })),
    next,
  }
})
