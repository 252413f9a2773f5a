import type { ControlRow } from '../../../integrations/controls'
import type { WireAttachment, MessageBody, Realm } from '../../../realm'
import { newestEditOf } from '../../messages/history/storage'
import { invalidMessage } from '../../messages/message-index/rules'
import type { IndexedMessage } from '../../messages/message-index/message'
import { noteChange } from '../../messages/message-index/version-storage'
import { replaceControls } from '../../messages/submessages/actions'
import { getVisibleMessage } from '../../messages/access/access'
import type { Topic } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { postMoveMessages, type MoveNotificationOptions } from './bot-messages'
import { movePins } from '../pins/follow-topics'
import { changeContent, requireContentEditPermission, type NewContent } from './content'
import { publishLostAccess } from './lost-access'
import { moveMessages, type Moved, type RequestedMove } from './move-messages'
import { refusalOfRequest } from './move-rules'
import { publishEdit } from './publish-edit'
import { notPermittedToEdit, nothingToChange } from './rules'
import { moveVisibilityPolicies } from './visibility-policies'
import { getActiveUser } from '../../people/users/authentication'

export type MessageEdit = Omit<RequestedMove, 'move_id'> &
  MoveNotificationOptions & {
    newContent?: NewContent
    prev_content_sha256?: string
    /** A program answers a press on its own message: its controls change too, and the rules for the edits of users do not count. */
    ofPress?: { controls: readonly ControlRow[] }
  }

/**
 * Changes the content of a message, or moves it, alone or with other messages of its topic. Returns the actor's files that no
 * message contains any more. The change is one transaction. The old content is needed for the history. If it must be read from D1,
 * other requests run meanwhile, so all permissions are checked again after that.
 */
export function editMessage(
  realm: Realm,
  actor: User,
  edit: MessageEdit,
): WireAttachment[] | Promise<WireAttachment[]> {
  const { newContent } = edit
  const message = getVisibleMessage(realm, actor, edit.message_id)
  requireValidRequest(message, edit)
  if (newContent) requireEditPermission(realm, actor, message, edit)
  const before = newContent && realm.bodies.findAvailable(message.id)
  if (newContent && before === undefined) return loadAndEdit(realm, actor, edit)
  // The caller awaits the result, so an error would not undo what was written in the caller's transaction.
  return realm.transaction(() => applyEdit(realm, actor, message, { ...edit, before }))
}

/** Moves a whole topic to another channel, as an edit of its messages does. The new channel does not learn where it was. */
export function moveTopic(realm: Realm, actor: User, { max_id }: Topic, stream_id: number): void {
  applyEdit(realm, actor, getVisibleMessage(realm, actor, max_id), {
    message_id: max_id,
    stream_id,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: true,
    send_notification_to_new_thread: false,
  })
}

async function loadAndEdit(realm: Realm, { user_id }: User, edit: MessageEdit): Promise<WireAttachment[]> {
  const { message_id } = edit
  for (;;) {
    const newest = newestEditOf(realm.sql, message_id)
    const loaded = await realm.bodies.loadOne(message_id)
    const detached = realm.transaction(() => {
      const available = realm.bodies.findAvailable(message_id)
      // Another edit may have changed the body during the load, and may have reached D1 already. Then load it again.
      if (available === undefined && newestEditOf(realm.sql, message_id) !== newest) return undefined
      const actor = getActiveUser(realm, user_id)
      const message = getVisibleMessage(realm, actor, message_id)
      requireValidRequest(message, edit)
      requireEditPermission(realm, actor, message, edit)
      return applyEdit(realm, actor, message, { ...edit, before: available ?? loaded })
    })
    if (detached !== undefined) return detached
  }
}

function requireEditPermission(realm: Realm, actor: User, message: IndexedMessage, { ofPress }: MessageEdit): void {
  if (ofPress === undefined) requireContentEditPermission(realm, actor, message)
  else if (message.sender_id !== actor.user_id) throw notPermittedToEdit({})
}

function requireValidRequest({ conversation }: IndexedMessage, { newContent, ...move }: MessageEdit): void {
  const refusal = refusalOfRequest({ ...move, content: newContent !== undefined }, conversation.stream_id)
  if (refusal) throw refusal
}

type LoadedEdit = MessageEdit & { before?: MessageBody }

function applyEdit(realm: Realm, actor: User, message: IndexedMessage, edit: LoadedEdit): WireAttachment[] {
  const { newContent, before, prev_content_sha256: expected_sha256, ofPress } = edit
  const { id, sender_id, conversation } = message
  const change_id = realm.log.takeId()
  if (newContent && before === undefined) throw invalidMessage({})
  const contentChange =
    newContent &&
    before &&
    changeContent(realm, actor, { message, before, newContent, edit_id: change_id, expected_sha256, ofPress })
  const moved =
    conversation.stream_id === null ? undefined : move(realm, actor, conversation, { ...edit, move_id: change_id })
  if (contentChange === undefined && moved === undefined) throw nothingToChange({})
  const edited = newContent && { ...linksIn(newContent), id, sender_id }
  const detached = edited ? realm.messageExtras.flatMap((extra) => extra.update?.(realm, edited) ?? []) : []
  publishEdit(realm, actor, { change_id, message_id: id, contentChange, moved })
  if (contentChange) noteChange(realm, id)
  if (ofPress) replaceControls(realm, message, ofPress.controls)
  if (moved?.isWhole) moveVisibilityPolicies(realm, moved)
  if (moved) movePins(realm, conversation.id, moved)
  if (moved) postMoveMessages(realm, actor, moved, edit)
  return detached
}

const linksIn = ({ references: { upload_paths, links } }: NewContent) => ({ upload_paths, links })

function move(realm: Realm, actor: User, source: Topic, requested: RequestedMove): Moved | undefined {
  if (requested.topic === undefined && requested.stream_id === undefined) return undefined
  const moved = moveMessages(realm, actor, source, requested)
  if (moved) publishLostAccess(realm, moved)
  return moved
}
