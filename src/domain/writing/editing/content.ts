import { hash } from 'node:crypto'
import type { MessageReferences } from '../../../markdown/message-references'
import type { Template } from '../../../markdown/template'
import type { MessageBody, ReadOnlyRealm, Realm } from '../../../realm'
import { getChannel } from '../../channels/channels/storage'
import { insertEdit } from '../../messages/history/storage'
import {
  insertMentions,
  insertTopicMention,
  mentionedUserIds,
  deleteMentionsOf,
} from '../../messages/message-index/mention-storage'
import { IndexFlag, type IndexedMessage } from '../../messages/message-index/message'
import { participantsOf } from '../../messages/message-index/participants'
import { refusalOfContent } from '../../messages/message-index/rules'
import { writeContentFlags } from '../../messages/message-index/storage'
import { queueLaterMentions } from '../../messages/notifications/actions'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { updateAlertedUsers } from '../sending/alert-words'
import { requireWildcardPermission } from '../sending/destinations'
import { indexFlagsOf } from '../sending/index-flags'
import { mentionedUsersIn } from '../sending/mentions'
import { renderForSending } from '../sending/render'
import type { ContentChange } from './events'
import { EDIT_GRACE_SECONDS, refusalOfNewContent, refusalToEditContent } from './rules'

/** The new content of a message, parsed by the Worker. */
export type NewContent = { content: string; template: Template; references: MessageReferences }

/** Throws if the actor may not change the content. This needs no body, so it is checked before the body is loaded. */
export function requireContentEditPermission(realm: ReadOnlyRealm, actor: User, message: IndexedMessage): void {
  const editor = { user_id: actor.user_id, now: realm.now() - EDIT_GRACE_SECONDS }
  const refusal = refusalToEditContent(message, editor, settingsOf(realm))
  if (refusal) throw refusal
}

type ContentEdit = {
  message: IndexedMessage
  before: MessageBody
  newContent: NewContent
  edit_id: number
  expected_sha256?: string
  /** The program of the message answers a press on it. */
  ofPress?: object
}

/**
 * Replaces the content of a message: renders it, finds its mentions again, and adds the old content to the history. Throws
 * the same errors as sending the content. Rows: those of sending, and one for the edit.
 */
export function changeContent(realm: Realm, author: User, edit: ContentEdit): ContentChange {
  const { message, before, newContent, edit_id } = edit
  const { id, conversation, index_flags } = message
  // A message with submessages is a widget: other users have acted on its content.
  const is_widget = (index_flags & IndexFlag.submessage) !== 0 && edit.ofPress === undefined
  const refusal =
    refusalOfNewContent({ sha256: hash('sha256', before.content), is_widget }, edit.expected_sha256) ??
    refusalOfContent(newContent.content)
  if (refusal) throw refusal
  if (conversation.stream_id !== null) {
    const channel = getChannel(realm, conversation.stream_id)
    requireWildcardPermission(realm, author, { channel, topic: conversation.topic }, newContent.references)
  }
  const body = writeIndex(realm, author, edit)
  insertEdit(realm, { id: edit_id, message_id: id, user_id: author.user_id, edited_at: realm.now() }, before)
  realm.bodies.put(id, edit_id, body)
  updateAlertedUsers(realm, message, body.rendered_content)
  return {
    orig_content: before.content,
    orig_rendered_content: before.rendered_content,
    content: body.content,
    rendered_content: body.rendered_content,
    is_me_message: body.is_me_message,
  }
}

/** Renders the new content, writes its mentions and index flags, and returns the new body. */
function writeIndex(realm: Realm, author: User, { message, before, newContent }: ContentEdit): MessageBody {
  const { id, conversation } = message
  const { content, template, references } = newContent
  const rendered = renderForSending(realm, author, template)
  const { byName, byGroup } = mentionedUsersIn(realm, rendered)
  const index_flags = indexFlagsOf(references, rendered, conversation)
  const hasTopicWildcard = (index_flags & IndexFlag.topicWildcard) !== 0
  const mentionedBefore = mentionedUserIds(realm.sql, message)
  deleteMentionsOf(realm.sql, message)
  insertMentions(realm.sql, id, byName, byGroup)
  const newlyMentioned = [...byName, ...byGroup].filter((user_id) => !mentionedBefore.has(user_id))
  queueLaterMentions(realm, { message_id: id, conversation, sender: author }, newlyMentioned)
  // The participants at the time of the edit are mentioned, not those at the time when the message was sent.
  const { senders, otherUsers } = hasTopicWildcard
    ? participantsOf(realm, conversation.id)
    : { senders: [], otherUsers: [] }
  if (hasTopicWildcard) insertTopicMention(realm.sql, id, [...senders, ...otherUsers])
  const topicMention = hasTopicWildcard ? IndexFlag.topicMentionStored : 0
  writeContentFlags(realm.sql, id, index_flags | topicMention | IndexFlag.edited)
  return { content, rendered_content: rendered.html, client: before.client, is_me_message: references.is_me_message }
}
