import type { Realm, ToldAttachment } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import { fileDoesNotExist, fileIsNotTheirs } from '../../realm/files/errors'
import { rowsWithIds } from '../../messages/message-index/storage'
import type { IndexRow } from '../../messages/message-index/message'
import { MessageAccess } from '../../messages/access/access'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { admitsSpectators } from '../../realm/settings/spectators'
import { MessageLocations } from '../../channels/topics/message-locations'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { Attachment } from './attachment'
import { attachmentsAt, attachmentsOf, messagesHolding } from './storage'

/**
 * A file is its owner's, and for whoever may read a message that holds it: that follows from the messages as they are now,
 * so a channel that becomes private takes its files along, and a message that is deleted takes with it the sight it gave.
 */
export function fileVisibleTo(realm: Realm, reader: User | undefined, path_id: string): Attachment {
  const [file] = attachmentsAt(realm, [path_id])
  if (file === undefined) throw fileDoesNotExist({})
  if (!mayHave(realm, reader, file)) throw fileIsNotTheirs({})
  return file
}

export function mayHave(realm: Realm, reader: User | undefined, file: Attachment): boolean {
  if (reader?.user_id === file.owner_id) return true
  const mayRead = reader === undefined ? readableByAnyone(realm) : readableBy(realm, reader)
  for (const row of rowsHolding(realm, file)) if (mayRead(row)) return true
  return false
}

function readableBy(realm: Realm, reader: User): (row: IndexRow) => boolean {
  const access = new MessageAccess(realm, reader)
  return (row) => access.canRead(row)
}

// Those without an account read what is said in web-public channels, where the realm lets them look in at all.
function readableByAnyone(realm: Realm): (row: IndexRow) => boolean {
  if (!admitsSpectators(realm)) return () => false
  const places = new MessageLocations(realm)
  return (row) => {
    const { stream_id } = places.of(row).conversation
    const channel = stream_id === null ? undefined : findChannel(realm, stream_id)
    return channel !== undefined && channel.is_web_public && !channel.is_archived
  }
}

const ROWS_PER_READ = 500

/** Every message that holds it, newest first. */
export function* rowsHolding(realm: Realm, { id }: Attachment): Generator<IndexRow> {
  for (let below = NEWEST_ANCHOR; ;) {
    const ids = messagesHolding(realm, id, below, ROWS_PER_READ)
    yield* rowsWithIds(realm, ids)
    if (ids.length < ROWS_PER_READ) return
    below = ids.at(-1)!
  }
}

// An event tells all of them each time, so somebody's signature must not grow without end.
const MOST_MESSAGES_TOLD = 200

/** A file as its owner sees it, with the messages that hold it and that the owner may read. */
export const shownToOwner = (realm: Realm, file: Attachment): ToldAttachment =>
  shownTo(new MessageAccess(realm, maybeUser(realm, file.owner_id)!), file)

/** The same for all files of one owner. */
export function allShownTo(realm: Realm, owner: User): ToldAttachment[] {
  const access = new MessageAccess(realm, owner)
  return attachmentsOf(realm, owner.user_id).map((file) => shownTo(access, file))
}

function shownTo(access: MessageAccess, { id, name, path_id, size, created_at }: Attachment): ToldAttachment {
  const { realm } = access
  const rows = rowsWithIds(realm, messagesHolding(realm, id, NEWEST_ANCHOR, MOST_MESSAGES_TOLD))
  const messages = rows
    .filter((row) => access.canRead(row))
    .map((row) => ({ date_sent: row.sent_at * 1000, id: row.id }))
  return { id, name, path_id, size, create_time: created_at * 1000, messages }
}
