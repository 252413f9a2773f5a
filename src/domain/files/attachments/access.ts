import type { UploadedPicture } from '../../../markdown/template'
import type { WireAttachment, ReadOnlyRealm, Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import { MessageLocations } from '../../channels/topics/message-locations'
import { MessageAccess } from '../../messages/access/access'
import type { IndexRow } from '../../messages/message-index/message'
import { rowsWithIds } from '../../messages/message-index/storage'
import { MEBIBYTE, memorySize } from '../../../store/memory-size'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { fileDoesNotExist, notAuthorizedToViewFile } from '../../realm/files/errors'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { admitsSpectators } from '../../realm/settings/spectators'
import type { Attachment } from './attachment'
import { findLinkedPath, uploadedPicture } from './rules'
import { attachmentsOfOwner, attachmentsWithPaths, messageIdsWithFile } from './storage'

/**
 * Returns the file at a path, if the viewer can read it; a spectator has no user. Throws otherwise. The owner can read the
 * file, and so can each user who can read a message with it at this moment: if a channel becomes private, or a message is
 * deleted, its readers lose the file too.
 */
export function getReadableFile(realm: Realm, viewer: User | undefined, path_id: string): Attachment {
  const [file] = attachmentsWithPaths(realm.sql, [path_id])
  if (file === undefined) throw fileDoesNotExist({})
  if (!canReadFile(realm, viewer, file)) throw notAuthorizedToViewFile({})
  return file
}

/** Returns what a preview shows of the picture at a linked path, if the viewer can read the file. */
export function findReadablePicture(realm: Realm, viewer: User, linkedPath: string): UploadedPicture | undefined {
  const path_id = findLinkedPath(linkedPath)
  const [file] = path_id === undefined ? [] : attachmentsWithPaths(realm.sql, [path_id])
  if (!file?.picture_type) return undefined
  return canReadFile(realm, viewer, file) ? uploadedPicture(file) : undefined
}

/** Agents that are limited to channels read files as others do. */
const isOwnFile = (viewer: User | undefined, { owner_id }: Attachment): boolean =>
  viewer?.user_id === owner_id && viewer.limited_to === undefined

export function canReadFile(realm: Realm, viewer: User | undefined, file: Attachment): boolean {
  if (isOwnFile(viewer, file)) return true
  const canRead = viewer === undefined ? readableBySpectators(realm) : readableBy(realm, viewer)
  for (const row of messagesWithFile(realm, file)) if (canRead(row)) return true
  return false
}

const MAX_MESSAGES_OF_FILES = 2000
const ROWS_OF_ONE_OF_MANY = 20

/**
 * Returns those of some paths whose files the viewer cannot read. It looks at a limited number of messages: a file for which that is too few
 * is among them.
 */
export function unreadablePaths(realm: Realm, viewer: User, path_ids: readonly string[]): string[] {
  const canRead = readableBy(realm, viewer)
  let left = MAX_MESSAGES_OF_FILES
  const isReadable = (file: Attachment): boolean => {
    if (isOwnFile(viewer, file)) return true
    for (const row of messagesWithFile(realm, file, ROWS_OF_ONE_OF_MANY)) {
      if (left-- <= 0) return false
      if (canRead(row)) return true
    }
    return false
  }
  const readable = new Set(
    attachmentsWithPaths(realm.sql, path_ids)
      .filter(isReadable)
      .map(({ path_id }) => path_id),
  )
  return path_ids.filter((path_id) => !readable.has(path_id))
}

function readableBy(realm: Realm, viewer: User): (row: IndexRow) => boolean {
  const access = new MessageAccess(realm, viewer)
  return (row) => access.canRead(row)
}

function readableBySpectators(realm: ReadOnlyRealm): (row: IndexRow) => boolean {
  if (!admitsSpectators(realm)) return () => false
  const locations = new MessageLocations(realm)
  return (row) => {
    const { stream_id } = locations.of(row).conversation
    const channel = stream_id === null ? undefined : findChannel(realm, stream_id)
    return channel !== undefined && channel.is_web_public && !channel.is_archived
  }
}

const ROWS_PER_READ = 500

/** Returns the index rows of all messages with the file. The newest come first. */
export function* messagesWithFile(
  realm: ReadOnlyRealm,
  { id }: Attachment,
  rowsPerRead = ROWS_PER_READ,
): Generator<IndexRow> {
  for (let before = NEWEST_ANCHOR; ;) {
    const ids = messageIdsWithFile(realm.sql, id, before, rowsPerRead)
    yield* rowsWithIds(realm.sql, ids)
    if (ids.length < rowsPerRead) return
    before = ids.at(-1)!
  }
}

// An event about a file lists its messages. A signature can be in thousands of messages, so the list has a limit.
const MAX_LISTED_MESSAGES = 200

/** Returns a file in the form for its owner. `message_ids` lists the newest messages with it that the owner can read. */
export const wireAttachment = (realm: Realm, file: Attachment): WireAttachment =>
  listMessages(new MessageAccess(realm, findUser(realm, file.owner_id)!), file)

// A response holds at most 6 MiB of files, and of the messages with them.
const MAX_FILE_BYTES = 1 * MEBIBYTE
const MAX_LISTED_BYTES = 5 * MEBIBYTE

/** Returns the newest files of an owner before an id, in the order of their ids. They are complete if there are no others. */
export function wireAttachmentsOf(
  realm: Realm,
  owner: User,
  before: number,
): { files: WireAttachment[]; isComplete: boolean } {
  const access = new MessageAccess(realm, owner)
  const { rows, isCut } = attachmentsOfOwner(realm.sql, owner.user_id, before, MAX_FILE_BYTES)
  const files: WireAttachment[] = []
  let bytes = 0
  for (const file of rows) {
    const listed = listMessages(access, file)
    bytes += memorySize(listed)
    if (bytes > MAX_LISTED_BYTES) break
    files.push(listed)
  }
  return { files: files.reverse(), isComplete: !isCut && files.length === rows.length }
}

function listMessages(access: MessageAccess, { id, name, path_id, size, created_at }: Attachment): WireAttachment {
  const { sql } = access.realm
  const rows = rowsWithIds(sql, messageIdsWithFile(sql, id, NEWEST_ANCHOR, MAX_LISTED_MESSAGES))
  const messages = rows.filter((row) => access.canRead(row)).map((row) => ({ date_sent: row.sent_at, id: row.id }))
  return { id, name, path_id, size, create_time: created_at, messages, message_ids: messages.map((row) => row.id) }
}
