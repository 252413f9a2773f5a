import * as v from 'valibot'
import type { Edge } from '../../../edge'
import { parseMarkdown } from '../../../markdown/parse'
import type { MessageReferences } from '../../../markdown/message-references'
import type { Template } from '../../../markdown/template'
import type { MessageBody, Realm } from '../../../realm'
import { insertMentions, deleteMentions } from '../../messages/message-index/mention-storage'
import { newestEditOf } from '../../messages/history/storage'
import { IndexFlag } from '../../messages/message-index/message'
import { normalizeContent } from '../../messages/message-index/rules'
import { forgetSentIds } from '../../messages/message-index/sent-ids-storage'
import { replaceMessage } from '../../messages/message-index/storage'
import { findUser } from '../../people/users/storage'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { findConversation } from '../../channels/topics/lookup-storage'
import { indexFlagsOf } from '../../writing/sending/index-flags'
import { mentionedUsersIn } from '../../writing/sending/mentions'
import { renderForAuthor } from '../../writing/sending/render'
import { writeEach, type Imported } from './import-rows'
import { isTime } from './row-shapes'

/** A message of a copy. Without HTML, it comes from another server: the import renders it, and finds its mentions. */
export const messageRow = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  conversation_id: v.number(),
  sender_id: v.number(),
  sent_at: v.number(),
  index_flags: v.optional(v.number(), 0),
  content: v.string(),
  rendered_content: v.optional(v.string()),
  client: v.string(),
  is_me_message: v.optional(v.boolean(), false),
})

type MessageRow = v.InferOutput<typeof messageRow>
type Parsed = { content: string; template: Template; references: MessageReferences }
export type PreparedMessage = { row: MessageRow; parsed?: Parsed; fault?: string }

/** Parses the texts of another server in the Worker. A text that is too large becomes a refused row. */
export function prepareMessage(edge: Edge, row: MessageRow): PreparedMessage {
  if (!isTime(row.sent_at)) return { row, fault: 'The message has no valid time' }
  if (row.rendered_content !== undefined) return { row }
  const content = normalizeContent(row.content)
  try {
    return { row, parsed: { content, ...parseMarkdown(content, edge.assumeMarkdownSettings(), MESSAGE_LIMITS) } }
  } catch (error) {
    return { row, fault: error instanceof Error ? error.message : 'The Markdown cannot be parsed' }
  }
}

/** Writes messages with their ids. No user is notified, and no event is published. */
export function importMessages(realm: Realm, messages: readonly PreparedMessage[]): Imported {
  const version = realm.log.takeId()
  const imported = writeEach(messages, (some) =>
    realm.transaction(() => {
      for (const message of some) importMessage(realm, message, version)
      forgetSentIds(
        realm.sql,
        some.map(({ row }) => row.id),
      )
    }),
  )
  realm.messageIds.recount()
  // What is cached about the newest messages does not have these.
  realm.cache.invalidateAll()
  return imported
}

function importMessage(realm: Realm, { row, parsed, fault }: PreparedMessage, version: number): void {
  if (fault !== undefined) throw new Error(fault)
  const { id, conversation_id, sender_id, sent_at, client, is_me_message, rendered_content } = row
  const index = { id, conversation_id, sender_id, sent_at }
  // The rows of edits come before the messages. Another server, or an earlier Parley, does not mark edited messages.
  const copied_flags = row.index_flags | (newestEditOf(realm.sql, id) > 0 ? IndexFlag.edited : 0)
  if (parsed === undefined) {
    replaceMessage(realm.sql, { ...index, index_flags: copied_flags })
    const body = { content: row.content, rendered_content: rendered_content ?? '', client, is_me_message }
    return realm.bodies.put(id, version, body)
  }
  const sender = findUser(realm, sender_id)
  if (sender === undefined) throw new Error(`There is no user ${sender_id}`)
  const conversation = findConversation(realm, conversation_id)
  if (conversation === undefined) throw new Error(`There is no conversation ${conversation_id}`)
  const rendered = renderForAuthor(realm, sender, parsed.template)
  const index_flags = indexFlagsOf(parsed.references, rendered, conversation) | copied_flags
  replaceMessage(realm.sql, { ...index, index_flags })
  deleteMentions(realm.sql, [id])
  const { byName, byGroup } = mentionedUsersIn(realm, rendered)
  insertMentions(realm.sql, id, byName, byGroup)
  const body: MessageBody = {
    content: parsed.content,
    rendered_content: rendered.html,
    client,
    is_me_message: parsed.references.is_me_message,
  }
  realm.bodies.put(id, version, body)
}
