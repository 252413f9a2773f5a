import type { Realm } from '../../../realm'
import { htmlTextParts } from '../../../markdown/html-text'
import { didReceive } from '../../channels/subscriptions/storage'
import type { EarlierChannel } from '../../channels/topics/move'
import type { Conversation } from '../../channels/topics/conversation'
import { originChannelId } from '../../messages/access/receipt-rules'
import { addStoredFlag, removeStoredFlag } from '../../messages/flag-sets/actions'
import { usersAlertedTo } from '../../messages/flag-sets/storage'
import { usersAlertedBy } from '../../people/alert-words/storage'

type Message = { id: number; conversation: Conversation; earlier_channels?: readonly EarlierChannel[] }

/**
 * Flags a message for its recipients whose alert words it contains, and returns their ids. Words in code blocks do not
 * alert. Rows: one for each alerted recipient. Alert words that a user adds later do not change existing messages.
 */
export function flagAlertedUsers(
  realm: Realm,
  { id, conversation, earlier_channels = [] }: Message,
  html: string,
): number[] {
  const { stream_id, people } = conversation
  const usersOfWords = [...usersAlertedBy(realm, () => textThatAlerts(html))]
  const alerted = usersOfWords.filter((user_id) =>
    stream_id === null
      ? people.includes(user_id)
      : didReceive(realm, originChannelId({ stream_id, earlier_channels }), user_id, id),
  )
  for (const user_id of alerted) addStoredFlag(realm, user_id, 'alerted', [id])
  return alerted
}

/** Changes the flags of an edited message. */
export function updateAlertedUsers(realm: Realm, message: Message, html: string): void {
  const before = usersAlertedTo(realm.sql, message.id)
  const after = flagAlertedUsers(realm, message, html)
  for (const user_id of before) if (!after.includes(user_id)) removeStoredFlag(realm, user_id, 'alerted', [message.id])
}

const textThatAlerts = (html: string): string =>
  htmlTextParts(html)
    .map(({ text, isInCodeBlock }) => (isInCodeBlock ? '\n' : text))
    .join('')
