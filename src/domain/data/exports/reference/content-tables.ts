import * as v from 'valibot'
import { BYTES_PER_BATCH } from '../../../../store/bodies'
import { findDirectConversation } from '../../../channels/topics/lookup-storage'
import { IndexFlag } from '../../../messages/message-index/message'
import { loadMessageExtras } from '../../../messages/message-index/message-extras'
import { rowsAfter } from '../../../messages/message-index/storage'
import { scheduledMessagesOf } from '../../../writing/scheduled-messages/storage'
import type { ScheduledMessage } from '../../../writing/scheduled-messages/scheduled-message'
import type { Scope } from '../scope'
import { consentingUsers } from '../walks'
import { channelRecipient, CLIENT, groupRecipient, personalRecipient, REALM, referenceName } from './ids'
import { numbered, rowsOf, table, type ReferenceTable, type RowSource } from './table'

const MESSAGES_PER_READ = 1000

/** Rows that belong to messages, which have this bit in the index. */
const ofMessages =
  (flag: number, write: (id: number, extras: Record<string, unknown>) => Record<string, unknown>[]): RowSource =>
  (scope, after) => {
    const { realm, dataExport } = scope
    const found = rowsAfter(realm.sql, after, MESSAGES_PER_READ)
    const marked = found.filter((row) => (row.index_flags & flag) !== 0 && scope.hasMessage(row))
    const extras = loadMessageExtras(realm, marked, BYTES_PER_BATCH)
    const rows = marked.slice(0, extras.within).flatMap(({ id }) => numbered(id, write(id, extras.found(id) ?? {})))
    const omitted = marked[extras.within]
    const last = omitted === undefined ? found.at(-1)?.id : omitted.id - 1
    const isLast =
      omitted === undefined && (found.length < MESSAGES_PER_READ || (last ?? 0) >= dataExport.last_message_id)
    return { rows, next: isLast ? undefined : last }
  }

const reactions = v.array(
  v.object({ user_id: v.number(), emoji_name: v.string(), emoji_code: v.string(), reaction_type: v.string() }),
)
const submessages = v.array(
  v.object({ id: v.number(), sender_id: v.number(), msg_type: v.string(), content: v.string() }),
)

/** Reactions, polls and scheduled messages. */
export const contentTables: readonly ReferenceTable[] = [
  table(
    'zerver_reaction',
    ofMessages(IndexFlag.reaction, (message, extras) =>
      v.parse(reactions, extras.reactions ?? []).map(({ user_id, emoji_name, emoji_code, reaction_type }) => ({
        user_profile: user_id,
        message,
        emoji_name: referenceName(emoji_name),
        emoji_code: referenceName(emoji_code),
        reaction_type: referenceName(reaction_type),
      })),
    ),
  ),
  table(
    'zerver_submessage',
    ofMessages(IndexFlag.submessage, (message, extras) =>
      v.parse(submessages, extras.submessages ?? []).map(({ sender_id, msg_type, content }) => ({
        sender: sender_id,
        message,
        msg_type,
        content,
      })),
    ),
  ),
  table(
    'zerver_scheduledmessage',
    rowsOf(consentingUsers, (scope, user_id) =>
      scheduledMessagesOf(scope.realm.sql, user_id).flatMap((message) => scheduledRow(scope, user_id, message)),
    ),
  ),
]

/** A message to users who never wrote to each other has no recipient yet, so it is left out. */
function scheduledRow(scope: Scope, sender: number, message: ScheduledMessage) {
  const place = placeOf(scope, sender, message.to)
  if (place === undefined) return []
  return [
    {
      id: message.scheduled_message_id,
      sender,
      ...place,
      subject: message.topic ?? '',
      content: message.content,
      rendered_content: message.rendered_content,
      sending_client: CLIENT,
      realm: REALM,
      scheduled_timestamp: message.scheduled_delivery_timestamp,
      read_by_sender: true,
      delivered: false,
      delivered_message: null,
      has_attachment: false,
      failed: message.failed,
      failure_message: null,
      delivery_type: 1,
    },
  ]
}

function placeOf({ realm }: Scope, sender: number, to: number | number[]) {
  if (typeof to === 'number') return { recipient: channelRecipient(to), stream: to }
  const people = [...new Set([...to, sender])].sort((a, b) => a - b)
  if (people.length <= 2) return { recipient: personalRecipient(to[0] ?? sender), stream: null }
  const conversation = findDirectConversation(realm, people)
  return conversation && { recipient: groupRecipient(conversation.id), stream: null }
}
