import type { Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import type { Invitation } from '../invitations/invitation'
import { postBotMessage, sendBotMessage, sendWelcomeMessages } from '../../writing/bot-messages/actions'
import { actorNameIn, actorNameFor } from '../../writing/bot-messages/names'
import { settingsOf } from '../../realm/settings/storage'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'

const TOPIC = 'signups'

/** Somebody is new: they are welcomed, whoever invited them is told, and so is everyone where the realm wants it told. */
export function greet(realm: Realm, user: User, invitation?: Invitation): void {
  const { signup_announcements_stream_id, welcome_message_custom_text } = settingsOf(realm)
  sendWelcomeMessages(realm, user, invitation?.welcome_message_custom_text ?? welcome_message_custom_text)
  const inviter = invitation && maybeUser(realm, invitation.invited_by_user_id)
  if (inviter?.is_active && invitation?.notify_referrer_on_join)
    sendBotMessage(
      realm,
      inviter,
      `${actorNameFor(realm, inviter, user)} accepted your invitation to join the organization!`,
    )
  const channel = findChannel(realm, signup_announcements_stream_id)
  if (channel === undefined || channel.is_archived) return
  postBotMessage(
    realm,
    user,
    { channel, topic: TOPIC },
    `${actorNameIn(realm, channel, user)} joined this organization.`,
  )
}
