import type { DetachedUpload, MessageBody, Realm } from '../../realm'
import { maybeChannel } from '../channels/storage'
import { messageVisibleTo, readersOf } from '../messages/access'
import { newestEditOf } from '../messages/edits'
import { invalidMessage } from '../messages/rules'
import { maybeMessage, type IndexedMessage } from '../messages/storage'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { messagesUpdated, type NewWords } from './events'
import { flagsTold } from './flags-told'
import { refuseNewWords, rewrite, type Words } from './new-words'
import { nothingToChange } from './rules'

export type WantedEdit = {
  message_id: number
  words?: Words
  prev_content_sha256?: string
}

/**
 * Somebody changes a message. What it says now must be known first, and where it is an old one, others have their turn
 * while D1 is asked: so all is asked again afterwards, and the change is one transaction.
 */
export async function editMessage(realm: Realm, actor: User, wanted: WantedEdit): Promise<DetachedUpload[]> {
  const { message_id, words } = wanted
  const message = messageVisibleTo(realm, actor, message_id)
  if (words === undefined) throw nothingToChange({})
  refuseNewWords(realm, actor, message)
  for (;;) {
    const newest = newestEditOf(realm, message_id)
    const loaded = await realm.bodies.load([message_id])
    const detached = realm.transaction(() => {
      const atHand = realm.bodies.atHand([message_id]).get(message_id)
      // Somebody else may have changed it meanwhile, and what they wrote may be on its way to D1 again.
      if (atHand === undefined && newestEditOf(realm, message_id) !== newest) return undefined
      return change(realm, maybeUser(realm, actor.user_id)!, { ...wanted, words }, atHand ?? loaded.get(message_id))
    })
    if (detached !== undefined) return detached
  }
}

function change(
  realm: Realm,
  actor: User,
  { message_id, words, prev_content_sha256 }: WantedEdit & { words: Words },
  before: MessageBody | undefined,
): DetachedUpload[] {
  const message = messageVisibleTo(realm, actor, message_id)
  if (before === undefined) throw invalidMessage({})
  refuseNewWords(realm, actor, message)
  const edit_id = realm.log.takeId()
  const news = rewrite(realm, actor, { message, before, words, edit_id, believed_sha256: prev_content_sha256 })
  const { id, sender_id } = message
  const { upload_paths } = words.marks
  const detached = realm.adornments.flatMap((each) => each.edited?.(realm, { id, sender_id, upload_paths }) ?? [])
  tell(realm, actor, maybeMessage(realm, id)!, news)
  return detached
}

function tell(realm: Realm, { user_id }: User, message: IndexedMessage, words: NewWords): void {
  const { stream_id } = message.conversation
  const stream = stream_id === null ? undefined : { stream_id, stream_name: maybeChannel(realm, stream_id)!.name }
  const { id } = message
  const facts = { user_id, edit_timestamp: realm.now(), message_id: id, message_ids: [id], stream, words }
  realm.publish(messagesUpdated({ ...facts, flags: flagsTold(realm, message) }), readersOf(message))
}
