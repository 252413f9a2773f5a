/** Lower is more: an owner may what an administrator may, and so on. */
export const OWNER = 100
export const ADMINISTRATOR = 200
export const MODERATOR = 300
export const MEMBER = 400
export const GUEST = 600
export const ROLES = [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST] as const
export type Role = (typeof ROLES)[number]

/** A generic bot may do what a person may; the others write only, are called when they are spoken to, or are the server's own. */
export const GENERIC_BOT = 1
export const INCOMING_WEBHOOK = 2
export const OUTGOING_WEBHOOK = 3
export const EMBEDDED_BOT = 4
export const BOT_TYPES = [GENERIC_BOT, INCOMING_WEBHOOK, OUTGOING_WEBHOOK, EMBEDDED_BOT] as const
export type BotType = (typeof BOT_TYPES)[number]

/** An account: a person or a bot. What decisions need of it; the public profile is also put to D1 for bulk reads. */
export type User = {
  user_id: number
  delivery_email: string // the real address
  email: string // the API address: the real one only where everybody may see it
  full_name: string
  role: Role
  is_active: boolean
  is_bot: boolean
  bot_type: BotType | null
  bot_owner_id: number | null
  is_system_bot: boolean
  can_create_users: boolean
  can_change_user_emails: boolean
  date_joined: number
  timezone: string
  avatar_source: 'G' | 'U' // by the third party that keeps pictures by address, or uploaded
  avatar_version: number
  avatar_hash: string // of the API address: a hash of the real one would tell it to whoever can guess
  email_address_visibility: EmailVisibility
  profile_data: ProfileData
}

/** What somebody says of themselves: by the id of the profile field, its value, and that as HTML where it is Markdown. */
export type ProfileData = Readonly<Record<string, { value: string; rendered_value?: string }>>

/** 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
export type EmailVisibility = 1 | 2 | 3 | 4 | 5

export const idsOf = (users: readonly Pick<User, 'user_id'>[]): number[] => users.map(({ user_id }) => user_id)
