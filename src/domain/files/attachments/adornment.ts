import { adornment, type Realm, type SentMessage } from '../../../realm'
import { removeTrait } from '../../messages/message-index/storage'
import { Trait } from '../../messages/message-index/message'
import { maybeUser } from '../../people/users/storage'
import { mayHave, shownToOwner } from './access'
import { tellOfMessages } from './actions'
import type { Attachment } from './attachment'
import { pathLinked } from './rules'
import { attachmentsAt, attachmentsIn, claim, letGo } from './storage'

/**
 * Messages hold the files they link to, as far as whoever wrote them may have those files: nobody shows others what they
 * have no sight of themselves. Each file in a message is one row, whatever the audience.
 */
export const attachmentsHeld = adornment({
  adorns: 'attachments',
  sent: (realm, message) => {
    if (message.upload_paths.length > 0) hold(realm, message)
  },
  edited: (realm, message) => {
    const held = new Set(hold(realm, message).map(({ id }) => id))
    const dropped = attachmentsIn(realm, [message.id]).filter(({ id }) => !held.has(id))
    const detached = dropped.filter((file) => drop(realm, file, [message.id]) && file.owner_id === message.sender_id)
    return detached.map((file) => shownToOwner(realm, file))
  },
  forget: (realm, message_ids) => {
    for (const file of attachmentsIn(realm, message_ids)) drop(realm, file, message_ids)
  },
})

/** The files that the message holds by what it says. */
function hold(realm: Realm, { id, sender_id, upload_paths }: SentMessage): Attachment[] {
  const paths = new Set(upload_paths.flatMap((path) => pathLinked(path) ?? []))
  const before = new Set(attachmentsIn(realm, [id]).map((file) => file.id))
  const author = maybeUser(realm, sender_id)
  const files = attachmentsAt(realm, [...paths]).filter(
    (file) => before.has(file.id) || (author !== undefined && mayHave(realm, author, file)),
  )
  for (const file of files) if (claim(realm, file, id)) tellOfMessages(realm, file)
  if (files.length === 0) removeTrait(realm, id, Trait.attachment)
  return files
}

function drop(realm: Realm, file: Attachment, message_ids: readonly number[]): boolean {
  const isUnclaimed = letGo(realm, file, message_ids)
  tellOfMessages(realm, file)
  return isUnclaimed
}
