import { htmlTextParts } from '../../../markdown/html-text'
import type { Realm } from '../../../realm'
import { didReceive } from '../../channels/subscriptions/storage'
import type { EarlierChannel } from '../../channels/topics/move'
import type { Conversation } from '../../channels/topics/conversation'
import { sentTo } from '../../messages/access/receipt-rules'
import { addMarks, removeMarks } from '../../messages/flag-sets/actions'
import { alertedTo } from '../../messages/flag-sets/storage'
import { alertedByText } from '../../people/alert-words/matching'

type Said = { id: number; conversation: Conversation; earlier_channels?: readonly EarlierChannel[] }

/**
 * Marks a message for whoever is alerted by what it says: a row for each, and for nobody else. Code in blocks alerts
 * nobody. Answers who they are. What somebody is alerted to later changes nothing of what was said before.
 */
export function flagAlertedUsers(
  realm: Realm,
  { id, conversation, earlier_channels = [] }: Said,
  html: string,
): number[] {
  const { stream_id, people } = conversation
  const wanting = [...alertedByText(realm, () => textThatAlerts(html))]
  const alerted = wanting.filter((user_id) =>
    stream_id === null
      ? people.includes(user_id)
      : didReceive(realm, sentTo({ stream_id, earlier_channels }), user_id, id),
  )
  for (const user_id of alerted) addMarks(realm, user_id, 'alerted', [id])
  return alerted
}

/** The same, where it said something else before. */
export function updateAlertedUsers(realm: Realm, said: Said, html: string): void {
  const before = alertedTo(realm, said.id)
  const now = flagAlertedUsers(realm, said, html)
  for (const user_id of before) if (!now.includes(user_id)) removeMarks(realm, user_id, 'alerted', [said.id])
}

const textThatAlerts = (html: string): string =>
  htmlTextParts(html)
    .map(({ text, isInCodeBlock }) => (isInCodeBlock ? '\n' : text))
    .join('')
