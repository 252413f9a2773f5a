import type { Role } from '../../people/users/user'

/** A way into the realm for one address, or for whoever is given the link. */
export type Invitation = {
  id: number
  email: string | null // null: a link that any number of people may use
  invited_by_user_id: number
  invited_at: number
  expires_at: number | null // null: never
  invited_as: Role
  stream_ids: number[]
  group_ids: number[]
  include_realm_default_subscriptions: boolean
  notify_referrer_on_join: boolean
  welcome_message_custom_text: string | null // null: the organization's, empty: none
  seed: string // its secret grows from it; only the secret's hash is kept
  state: 'open' | 'used' | 'revoked'
}
