import type { Role } from '../../people/users/user'

/** Lets the user of one address sign up, or any number of users with a link. */
export type Invitation = {
  id: number
  email: string | null // null: a link that any number of users may use
  invited_by_user_id: number
  invited_at: number
  expires_at: number | null // null: never
  invited_as: Role
  stream_ids: number[]
  group_ids: number[]
  include_realm_default_subscriptions: boolean
  notify_referrer_on_join: boolean
  welcome_message_custom_text: string | null // null: that of the organization; empty: none
  seed: string // the secret of the link is derived from it
  state: 'open' | 'used' | 'revoked'
}
