import { hash } from 'node:crypto'
import type { MessageReferences } from '../../../markdown/message-references'
import type { Template } from '../../../markdown/template'
import type { MessageBody, Realm } from '../../../realm'
import { getChannel } from '../../channels/channels/storage'
import { insertEdit } from '../../messages/history/storage'
import {
  insertMentions,
  insertTopicCall,
  mentionedIn,
  removeMentions,
} from '../../messages/message-index/mention-storage'
import { Trait, type IndexedMessage } from '../../messages/message-index/message'
import { participantsOf } from '../../messages/message-index/participants'
import { refusalOfContent } from '../../messages/message-index/rules'
import { writeTraitsOfWords } from '../../messages/message-index/storage'
import { noteLaterMentions } from '../../messages/notifications/notify'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { updateAlertedUsers } from '../sending/alert-words'
import { mentionedUsersIn } from '../sending/mentions'
import { renderForSending } from '../sending/render'
import { requireWildcardPermission } from '../sending/destinations'
import { indexFlagsOf } from '../sending/index-flags'
import { refusalToEditContent } from './content-rules'
import type { ContentChange } from './events'
import { EDIT_GRACE_SECONDS, refusalOfNewContent } from './rules'

/** What somebody wants a message to say, parsed at the edge. */
export type NewContent = { content: string; template: Template; references: MessageReferences }

/** May they change what it says at all? Asked before its body is looked for, which may take a while. */
export function requireContentEditPermission(realm: Realm, actor: User, message: IndexedMessage): void {
  const editor = { user_id: actor.user_id, now: realm.now() - EDIT_GRACE_SECONDS }
  const refusal = refusalToEditContent(message, editor, settingsOf(realm))
  if (refusal) throw refusal
}

type Rewriting = {
  message: IndexedMessage
  before: MessageBody
  words: NewContent
  edit_id: number
  believed_sha256?: string
}

/**
 * A message says something else: it is rendered and asked what sending would ask, who is named in it is found anew, and
 * what it said before is kept for its history. Rows: those of sending, and one for the edit.
 */
export function changeContent(realm: Realm, author: User, rewriting: Rewriting): ContentChange {
  const { message, before, words, edit_id } = rewriting
  const { id, conversation } = message
  const refusal =
    refusalOfNewContent(
      { sha256: hash('sha256', before.content), is_widget: hasWidget(realm, id) },
      rewriting.believed_sha256,
    ) ?? refusalOfContent(words.content)
  if (refusal) throw refusal
  if (conversation.stream_id !== null) {
    const channel = getChannel(realm, conversation.stream_id)
    requireWildcardPermission(realm, author, { channel, topic: conversation.topic }, words.references)
  }
  const body = rewritten(realm, author, rewriting)
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

function rewritten(realm: Realm, author: User, { message, before, words }: Rewriting): MessageBody {
  const { id, conversation } = message
  const { content, template, references } = words
  const rendered = renderForSending(realm, author, template)
  const { byName, byGroup } = mentionedUsersIn(realm, rendered)
  const traits = indexFlagsOf(references, rendered, conversation)
  const callsTopic = (traits & Trait.topicWildcard) !== 0
  const called = mentionedIn(realm, message)
  removeMentions(realm, [id])
  insertMentions(realm, id, byName, byGroup)
  const calledNow = [...byName, ...byGroup].filter((user_id) => !called.has(user_id))
  noteLaterMentions(realm, { message_id: id, conversation, sender: author }, calledNow)
  // A call that is made by an edit reaches whoever takes part in the topic by now, not by when the message was sent.
  const { writers, others } = callsTopic ? participantsOf(realm, conversation.id) : { writers: [], others: [] }
  if (callsTopic) insertTopicCall(realm, id, [...writers, ...others])
  writeTraitsOfWords(realm, id, callsTopic ? traits | Trait.topicCallKept : traits)
  return { content, rendered_content: rendered.html, client: before.client, is_me_message: references.is_me_message }
}

// Polls and lists to tick off live in what hangs off a message: others have acted on what it says.
const hasWidget = (realm: Realm, id: number): boolean =>
  realm.adornments.some((each) => each.adorns === 'submessages' && each.read?.(realm, [id], 0).found.has(id))
