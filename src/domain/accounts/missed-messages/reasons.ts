import type { ReadOnlyRealm } from '../../../realm'
import { isMentionedByName } from '../../messages/message-index/mention-storage'
import type { Reason } from '../../messages/notifications/rules'
import type { User } from '../../people/users/user'
import type { ReasonedMessage } from './still-missed'

/** What the email says about each reason, the strongest first. */
const SENTENCES: Record<Reason, string> = {
  direct_message: 'you received a direct message',
  mentioned: 'a group to which you belong was mentioned',
  topic_wildcard_mentioned_in_followed_topic: 'everyone in a topic that you follow was mentioned',
  stream_wildcard_mentioned_in_followed_topic: 'everyone was mentioned in a topic that you follow',
  topic_wildcard_mentioned: 'everyone in a topic in which you take part was mentioned',
  stream_wildcard_mentioned: 'everyone in a channel was mentioned',
  followed_topic: 'you follow this topic and chose emails for it',
  channel: 'you chose emails for this channel',
}
const MENTIONED_BY_NAME = 'you were mentioned'
const STRENGTH = Object.keys(SENTENCES)

/** Returns why the user gets an email about these messages. A personal mention counts more than one of a group. */
export function reasonFor(realm: ReadOnlyRealm, { user_id }: User, missed: readonly ReasonedMessage[]): string {
  const byName = missed.some(
    ({ message, reason }) => reason === 'mentioned' && isMentionedByName(realm.sql, message.id, user_id),
  )
  if (byName) return MENTIONED_BY_NAME
  const [strongest] = missed.map(({ reason }) => reason).sort((a, b) => STRENGTH.indexOf(a) - STRENGTH.indexOf(b))
  return strongest === undefined ? '' : SENTENCES[strongest]
}
