import type { Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { settingsOf } from '../../realm/settings/storage'
import { postBotMessage, sendBotMessage, sendWelcomeMessages } from '../../writing/bot-messages/actions'
import { actorNameFor, actorNameIn } from '../../writing/bot-messages/names'
import { wordsFor, wordsOf } from '../../writing/bot-messages/words'
import type { Invitation } from '../invitations/invitation'

/** Sends the welcome messages to a new user, a notice to the inviter, and an announcement to the channel for new users. */
export function welcomeNewUser(realm: Realm, user: User, invitation?: Invitation): void {
  const { signup_announcements_stream_id, welcome_message_custom_text } = settingsOf(realm)
  sendWelcomeMessages(realm, user, invitation?.welcome_message_custom_text ?? welcome_message_custom_text)
  const inviter = invitation && findUser(realm, invitation.invited_by_user_id)
  if (inviter?.is_active && invitation?.notify_referrer_on_join)
    sendBotMessage(realm, inviter, wordsFor(realm, inviter).invitationAccepted(actorNameFor(realm, inviter, user)))
  const channel = findChannel(realm, signup_announcements_stream_id)
  if (channel === undefined || channel.is_archived) return
  const { topics, joined } = wordsOf(realm)
  postBotMessage(realm, user, { channel, topic: topics.signups }, joined(actorNameIn(realm, channel, user)))
}
