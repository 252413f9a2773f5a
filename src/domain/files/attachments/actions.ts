import type { Realm } from '../../../realm'
import { uploadTookTooLong } from '../../realm/files/errors'
import { doom, spare } from '../../realm/files/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmNumber } from '../../realm/settings/realm-number'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { shownToOwner } from './access'
import type { Attachment } from './attachment'
import { attachmentAdded, attachmentRemoved, attachmentUpdated } from './events'
import { invalidAttachment, pathOf, refusalOfSize, type Room } from './rules'
import { deleteAttachment, insertAttachment, maybeAttachment, spaceUsed } from './storage'

const TOKEN_LETTERS = 30
const UPLOAD_SECONDS = SECONDS_PER_DAY

/** What is promised to files that are still to come is room that is taken. */
export const roomBeside = (realm: Realm, promised: number): Room => ({
  limit_mib: realm.config.max_file_upload_size_mib,
  quota_mib: realm.config.upload_quota_mib,
  used: spaceUsed(realm) + promised,
})

/** Where the Worker may put a file's bytes, and how many. */
export type Begun = { token: string; room: Room }

/**
 * An upload takes three steps. The realm lets somebody in and says where the bytes go; the edge puts them there; the realm
 * makes a file of them. What never comes to the third step is doomed from the first.
 */
export function beginUpload(realm: Realm, promised: number): Begun {
  const token = realm.randomKey(TOKEN_LETTERS)
  doom(realm, keyOf(token), realm.now() + UPLOAD_SECONDS)
  return { token, room: roomBeside(realm, promised) }
}

export const keyOf = (token: string): string => `uploads/${token}`

export type Arrived = {
  user_id: number
  token: string
  name: string
  size: number
  content_type: string
  etag: string
}

/** Its bytes are kept: there is a file from here on. The room was there when they began to come, but others came too. */
export function finishUpload(realm: Realm, { user_id, token, ...arrived }: Arrived, promised: number): Attachment {
  const refusal = refusalOfSize(arrived.size, roomBeside(realm, promised))
  if (refusal) throw refusal
  const key = keyOf(token)
  if (!spare(realm, key)) throw uploadTookTooLong({})
  const path_id = pathOf(realmNumber(realm), token, arrived.name)
  const created_at = realm.now()
  const file = insertAttachment(realm, { ...arrived, path_id, key, owner_id: user_id, created_at })
  const attachment = shownToOwner(realm, file)
  realm.publish(attachmentAdded({ attachment, upload_space_used: spaceUsed(realm) }), owner(file))
  return file
}

export function removeOwn(realm: Realm, { user_id }: User, id: number): void {
  const file = maybeAttachment(realm, id)
  if (file?.owner_id !== user_id) throw invalidAttachment({})
  removeAttachment(realm, file)
}

/** The file is gone: links to it lead nowhere, and R2 deletes it in a moment. */
export function removeAttachment(realm: Realm, file: Attachment): void {
  deleteAttachment(realm, file)
  doom(realm, file.key, realm.now())
  const facts = { attachment: { id: file.id }, upload_space_used: spaceUsed(realm) }
  realm.publish(attachmentRemoved(facts), owner(file))
}

/** Other messages hold it than before. */
export function tellOfMessages(realm: Realm, file: Attachment): void {
  const facts = { attachment: shownToOwner(realm, file), upload_space_used: spaceUsed(realm) }
  realm.publish(attachmentUpdated(facts), owner(file))
}

const owner = ({ owner_id }: Attachment) => people({ user_ids: [owner_id] })
