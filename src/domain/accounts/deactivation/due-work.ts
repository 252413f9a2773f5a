import type { DueWork } from '../../../events/due-work'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { rowsBySenderAfter } from '../../messages/message-index/storage'
import { deleteMessagesOf } from '../../writing/deletion/actions'
import { deleteMessageRemoval, nextMessageRemoval, writeMessageRemoval, type MessageRemoval } from './storage'

const MESSAGES_PER_BATCH = 100
const BATCHES_PER_RUN = 10
const SECONDS_BETWEEN = 1

/** Deletes the messages of deactivated users that an administrator had deleted, a batch at a time. */
export const removeMessages: DueWork<Realm> = {
  name: 'remove_messages',
  run: (realm) => {
    for (let batches = 0; batches < BATCHES_PER_RUN; batches++) {
      const removal = nextMessageRemoval(realm.sql)
      if (removal === undefined) return undefined
      realm.transaction(() => removeBatch(realm, removal))
    }
    return realm.now() + SECONDS_BETWEEN
  },
}

function removeBatch(realm: Realm, removal: MessageRemoval): void {
  const rows = rowsBySenderAfter(realm.sql, removal.user_id, removal.position, MESSAGES_PER_BATCH)
  const within = rows.filter(({ id }) => id <= removal.last_message_id)
  deleteMessagesOf(realm, within, (conversation) => concerns(realm, removal, conversation))
  const last = within.at(-1)
  if (last === undefined) deleteMessageRemoval(realm.sql, removal.user_id)
  else writeMessageRemoval(realm.sql, { ...removal, position: last.id })
}

function concerns(realm: ReadOnlyRealm, removal: MessageRemoval, { stream_id }: Conversation): boolean {
  if (stream_id === null) return removal.in_direct_messages === 1
  const isPrivate = findChannel(realm, stream_id)?.invite_only ?? true
  return (isPrivate ? removal.in_private_channels : removal.in_public_channels) === 1
}
