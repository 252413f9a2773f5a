import { attachmentsAfter } from '../../files/attachments/storage'
import { inPages } from './part'

const FILES_PER_FILE = 200

/** What people uploaded: what is known of each, and the files themselves. */
export const attachmentsPart = inPages('attachments', (scope, after) => {
  const files = attachmentsAfter(scope.realm, after, FILES_PER_FILE)
  const next = files.length < FILES_PER_FILE ? undefined : files.at(-1)?.id
  const told = files.filter((file) => scope.hasFile(file))
  if (told.length === 0) return { next }
  return {
    content: {
      attachments: told.map(({ id, owner_id, name, path_id, size, content_type, created_at }) => ({
        id,
        owner_id,
        name,
        path_id,
        size,
        content_type,
        create_time: created_at * 1000,
      })),
    },
    along: told.map(({ key, path_id }) => ({ key, name: `attachments/${path_id}` })),
    next,
  }
})
