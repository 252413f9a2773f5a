import { messageExtra, type MessageWithUploads, type Realm } from '../../../realm'
import { heldIdsAmong, keepFiles } from '../../messages/holds/keep'
import { IndexFlag } from '../../messages/message-index/message'
import { removeIndexFlag } from '../../messages/message-index/storage'
import { findUser } from '../../people/users/storage'
import { canReadFile, wireAttachment } from './access'
import { publishMessagesOfFile } from './actions'
import type { Attachment } from './attachment'
import { findLinkedPath } from './rules'
import {
  attachmentsInMessages,
  attachmentsWithPaths,
  deleteReferences,
  filesInMessages,
  insertReference,
} from './storage'

/**
 * A message contains the files that its text links to, if the author can read them. Otherwise an author could make a file
 * readable for others by guessing its URL. Rows: one for each file of a message, however many users receive it.
 */
export const attachmentsOfMessages = messageExtra({
  field: 'attachments',
  initialize: (realm, message) => {
    addReferences(realm, message, [])
  },
  update: (realm, message) => {
    const before = attachmentsInMessages(realm.sql, [message.id])
    const current = new Set(addReferences(realm, message, before).map(({ id }) => id))
    const removed = before.filter(({ id }) => !current.has(id))
    keepFiles(realm, [message.id], removed)
    const detached = removed.filter(
      (file) => removeReferences(realm, file, [message.id]) && file.owner_id === message.sender_id,
    )
    return detached.map((file) => wireAttachment(realm, file))
  },
  delete: (realm, message_ids) => {
    const files = attachmentsInMessages(realm.sql, message_ids)
    const heldIds = files.length === 0 ? [] : [...heldIdsAmong(realm, message_ids)]
    for (const { message_id, ...file } of filesInMessages(realm.sql, heldIds)) keepFiles(realm, [message_id], [file])
    for (const file of files) removeReferences(realm, file, message_ids)
  },
})

/** Adds the references of a message to the files in its text, and returns these files. */
function addReferences(
  realm: Realm,
  { id, sender_id, upload_paths }: MessageWithUploads,
  referenced: readonly Attachment[],
): Attachment[] {
  if (upload_paths.length === 0) return []
  const { sql } = realm
  const paths = new Set(upload_paths.flatMap((path) => findLinkedPath(path) ?? []))
  const before = new Set(referenced.map((file) => file.id))
  const author = findUser(realm, sender_id)
  const files = attachmentsWithPaths(sql, [...paths]).filter(
    (file) => before.has(file.id) || (author !== undefined && canReadFile(realm, author, file)),
  )
  for (const file of files) if (insertReference(sql, file, id)) publishMessagesOfFile(realm, file)
  if (files.length === 0) removeIndexFlag(sql, id, IndexFlag.attachment)
  return files
}

/** Removes the references of messages to a file. Returns whether no message contains the file any more. */
function removeReferences(realm: Realm, file: Attachment, message_ids: readonly number[]): boolean {
  const isUnreferenced = deleteReferences(realm.sql, file, message_ids, realm.now())
  publishMessagesOfFile(realm, file)
  return isUnreferenced
}
