import { includesId } from '../../../../store/id-set'
import type { MessageLocation } from '../../../channels/topics/message-locations'
import { periodsOf, usersEverSubscribed } from '../../../channels/subscriptions/storage'
import { usersWhoUseFlag } from '../../../messages/flag-sets/storage'
import { isReceivedInProtectedHistory } from '../../../messages/access/receipt-rules'
import { IndexFlag, type IndexRow } from '../../../messages/message-index/message'
import { mentionedUserIds, usersMentionedByTopic } from '../../../messages/message-index/mention-storage'
import { changesOf } from '../message-histories'
import { messagePage, type ReadMessage } from '../message-pages'
import { pagedPart } from '../part'
import { flaggedRunsOf, type FlagRuns } from '../flags'
import type { Scope } from '../scope'
import { CLIENT, groupRecipient, isGroupConversation, channelRecipient, personalRecipient, REALM } from './ids'

/** Direct messages have no topic. */
const NO_TOPIC = '\u0007'
const NORMAL = 1
const RENDERED_VERSION = 1

/** The messages, and what each consenting user who received a message did with it. */
export const messagesPart = pagedPart('messages', async (scope, after) => {
  const flags = new FlagCache()
  const { values, next } = await messagePage(scope, after, (now, message) => ({
    message: messageRow(now, message),
    received: receivedRows(now, message.row, flags),
  }))
  if (values.length === 0) return { next }
  const content = {
    zerver_message: values.map(({ message }) => message),
    zerver_usermessage: values.flatMap(({ received }) => received),
  }
  return { text: { text: JSON.stringify(content), items: values.length }, next }
})

function recipientOf({ conversation }: MessageLocation, sender_id: number): number {
  if (conversation.stream_id !== null) return channelRecipient(conversation.stream_id)
  if (isGroupConversation(conversation)) return groupRecipient(conversation.id)
  const [first, second] = conversation.people
  return personalRecipient((first === sender_id ? second : first) ?? sender_id)
}

function messageRow(scope: Scope, message: ReadMessage) {
  const { row, body } = message
  const location = scope.locationOf(row)
  const { edit_history, last_edit_timestamp } = changesOf(scope, row, message.histories)
  const has = (flag: number) => (row.index_flags & flag) !== 0
  return {
    id: row.id,
    sender: row.sender_id,
    recipient: recipientOf(location, row.sender_id),
    realm: REALM,
    type: NORMAL,
    is_channel_message: location.conversation.stream_id !== null,
    subject: location.conversation.topic ?? NO_TOPIC,
    content: body.content,
    rendered_content: body.rendered_content,
    rendered_content_version: RENDERED_VERSION,
    date_sent: row.sent_at,
    sending_client: CLIENT,
    last_edit_time: last_edit_timestamp ?? null,
    edit_history: edit_history === undefined ? null : JSON.stringify(edit_history.map(editRow)),
    has_attachment: has(IndexFlag.attachment),
    has_image: has(IndexFlag.image),
    has_link: has(IndexFlag.link),
  }
}

const editRow = (change: object) =>
  'prev_content' in change ? { ...change, prev_rendered_content_version: RENDERED_VERSION } : change

const BITS = { read: 1, starred: 2, collapsed: 4, alerted: 512, historical: 1024 } as const
const MENTIONED = 8
const WILDCARD_IN_CHANNEL = 16
const WILDCARD_IN_TOPIC = 32
const PRIVATE = 2048
const ROWS_PER_MESSAGE = 2 ** 20

/** Without a row, a user did not receive the message, and cannot read it in protected history. */
function receivedRows(scope: Scope, row: IndexRow, flags: FlagCache) {
  const { conversation, earlier_channels } = scope.locationOf(row)
  const { stream_id, people } = conversation
  const mentioned = mentionedUserIds(scope.realm.sql, row)
  const byTopic = new Set(usersMentionedByTopic(scope.realm.sql, row))
  const everywhere =
    (stream_id === null ? PRIVATE : 0) | ((row.index_flags & IndexFlag.channelWildcard) === 0 ? 0 : WILDCARD_IN_CHANNEL)
  const hasReceived = (user_id: number) =>
    stream_id === null ||
    isReceivedInProtectedHistory((channel) => periodsOf(scope.realm, channel, user_id), {
      id: row.id,
      stream_id,
      earlier_channels,
    })
  const members = stream_id === null ? people : usersEverSubscribed(scope.realm, stream_id)
  const received = new Set([...members].filter((user_id) => scope.hasDataOf(user_id) && hasReceived(user_id)))
  for (const user_id of flags.usersWithHistory(scope))
    if (includesId(flags.of(scope, user_id).historical, row.id)) received.add(user_id)
  return [...received]
    .sort((a, b) => a - b)
    .map((user_id) => {
      const runs = flags.of(scope, user_id)
      let flags_mask =
        everywhere | (mentioned.has(user_id) ? MENTIONED : 0) | (byTopic.has(user_id) ? WILDCARD_IN_TOPIC : 0)
      for (const name of ['read', 'starred', 'collapsed', 'alerted', 'historical'] as const)
        if (includesId(runs[name], row.id)) flags_mask |= BITS[name]
      return { id: row.id * ROWS_PER_MESSAGE + user_id, user_profile: user_id, message: row.id, flags_mask }
    })
}

/** The flags of users, read once for a page. */
class FlagCache {
  readonly #runs = new Map<number, FlagRuns>()
  #usersWithHistory: readonly number[] | undefined

  /** Returns the users who acted on a message that they did not receive. */
  usersWithHistory({ realm, consentingIds }: Scope): readonly number[] {
    return (this.#usersWithHistory ??= usersWhoUseFlag(realm.sql, 'historical', consentingIds))
  }

  of({ realm, dataExport }: Scope, user_id: number): FlagRuns {
    let runs = this.#runs.get(user_id)
    if (runs === undefined) this.#runs.set(user_id, (runs = flaggedRunsOf(realm, user_id, dataExport.last_message_id)))
    return runs
  }
}
