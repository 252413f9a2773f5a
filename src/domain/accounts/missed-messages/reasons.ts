import type { ReadOnlyRealm } from '../../../realm'
import { isMentionedByName } from '../../messages/message-index/mention-storage'
import type { Reason } from '../../messages/notifications/rules'
import type { User } from '../../people/users/user'
import { emailContextOf } from '../mail/email-context'
import type { ReasonedMessage } from './still-missed'

/** The reasons, the strongest first. */
const STRENGTH: readonly Reason[] = [
  'direct_message',
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
  'followed_topic',
  'channel',
]

/** Returns why the user gets an email about these messages. A personal mention counts more than one of a group. */
export function reasonFor(realm: ReadOnlyRealm, user: User, missed: readonly ReasonedMessage[]): string {
  const { reasons } = emailContextOf(realm, user).words.missed
  const byName = missed.some(
    ({ message, reason }) => reason === 'mentioned' && isMentionedByName(realm.sql, message.id, user.user_id),
  )
  if (byName) return reasons.mentioned_by_name
  const [strongest] = missed.map(({ reason }) => reason).sort((a, b) => STRENGTH.indexOf(a) - STRENGTH.indexOf(b))
  return strongest === undefined ? '' : reasons[strongest]
}
