import type { MessageBody, ReadOnlyRealm } from '../../../realm'
import { isMentionedByName } from '../../messages/message-index/mention-storage'
import { findMentionedGroup } from '../../messages/notifications/mentioned-group'
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

type Bodies = ReadonlyMap<number, Pick<MessageBody, 'rendered_content'>>

/**
 * Returns why the user gets an email about these messages. A personal mention counts more than one of a group, and of several
 * groups the smallest is named. Without bodies the reason names no group.
 */
export function reasonFor(
  realm: ReadOnlyRealm,
  user: User,
  missed: readonly ReasonedMessage[],
  bodies: Bodies = new Map(),
): string {
  const { reasons } = emailContextOf(realm, user).words.missed
  const byName = missed.some(
    ({ message, reason }) => reason === 'mentioned' && isMentionedByName(realm.sql, message.id, user.user_id),
  )
  if (byName) return reasons.mentioned_by_name
  const [strongest] = missed.map(({ reason }) => reason).sort((a, b) => STRENGTH.indexOf(a) - STRENGTH.indexOf(b))
  const texts = missed.map(({ message }) => bodies.get(message.id)?.rendered_content ?? '')
  const group = strongest === 'mentioned' ? findMentionedGroup(realm, user.user_id, texts) : undefined
  if (group !== undefined) return reasons.mentioned_group(group.name)
  return strongest === undefined ? '' : reasons[strongest]
}
