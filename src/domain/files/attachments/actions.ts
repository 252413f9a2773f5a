import type { Realm } from '../../../realm'
import { isFileKept } from '../../messages/holds/held-storage'
import { keepFiles } from '../../messages/holds/keep'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { deleteFileLater } from '../../realm/files/storage'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { wireAttachment } from './access'
import type { Attachment } from './attachment'
import { attachmentAdded, attachmentRemoved, attachmentUpdated } from './events'
import { invalidAttachment } from './rules'
import { animationKey, thumbnailKey } from './thumbnail-key'
import {
  deleteAttachment,
  findAttachment,
  insertAttachment,
  messageIdsWithFile,
  spaceUsed,
  type NewAttachment,
} from './storage'

/** Of a file in more messages, a hold keeps it with the newest of them. */
const MAX_MESSAGES_WITH_FILE = 1000

/** Adds a file whose bytes are in R2. */
export function addAttachment(realm: Realm, file: NewAttachment): Attachment {
  const attachment = insertAttachment(realm, file)
  const fields = { attachment: wireAttachment(realm, attachment), upload_space_used: spaceUsed(realm) }
  realm.publish(attachmentAdded(fields), ownerOf(attachment))
  return attachment
}

export function removeOwnAttachment(realm: Realm, { user_id }: User, id: number): void {
  const file = findAttachment(realm.sql, id)
  if (file?.owner_id !== user_id) throw invalidAttachment({})
  removeAttachment(realm, file)
}

/** Removes a file. Messages keep their links to it, which do not work any more. The bytes in R2 are deleted in thirty days. */
export function removeAttachment(realm: Realm, file: Attachment): void {
  keepFiles(realm, messageIdsWithFile(realm.sql, file.id, NEWEST_ANCHOR, MAX_MESSAGES_WITH_FILE), [file])
  deleteAttachment(realm, file)
  if (!isFileKept(realm.sql, file.key)) deleteFileLater(realm, file.key)
  if (file.thumbnail !== null) deleteFileLater(realm, thumbnailKey(file))
  if (file.animation_size !== null) deleteFileLater(realm, animationKey(file))
  const fields = { attachment: { id: file.id }, upload_space_used: spaceUsed(realm) }
  realm.publish(attachmentRemoved(fields), ownerOf(file))
}

/** Publishes that other messages than before contain the file. */
export function publishMessagesOfFile(realm: Realm, file: Attachment): void {
  const fields = { attachment: wireAttachment(realm, file), upload_space_used: spaceUsed(realm) }
  realm.publish(attachmentUpdated(fields), ownerOf(file))
}

const ownerOf = ({ owner_id }: Attachment) => onlyUsers({ user_ids: [owner_id] })
