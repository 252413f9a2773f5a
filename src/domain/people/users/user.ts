/** A lower number is a more powerful role, which has all permissions of the roles with higher numbers. */
export const OWNER = 100
export const ADMINISTRATOR = 200
export const MODERATOR = 300
export const MEMBER = 400
export const GUEST = 600
export const ROLES = [OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST] as const
export type Role = (typeof ROLES)[number]

/**
 * A generic bot uses the API like a person. An incoming webhook bot only sends. The server calls an outgoing webhook bot when a
 * message mentions it. An embedded bot is part of the server.
 */
export const GENERIC_BOT = 1
export const INCOMING_WEBHOOK = 2
export const OUTGOING_WEBHOOK = 3
export const EMBEDDED_BOT = 4
export const BOT_TYPES = [GENERIC_BOT, INCOMING_WEBHOOK, OUTGOING_WEBHOOK, EMBEDDED_BOT] as const
export type BotType = (typeof BOT_TYPES)[number]

/** An account: a person or a bot. */
export type User = {
  user_id: number
  delivery_email: string // the real address
  email: string // the API address: the real one if all users can see it, otherwise a dummy address
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
  avatar_source: 'G' | 'J' | 'U' // Gravatar, drawn by the server, or uploaded
  avatar_version: number
  avatar_hash: string // of the API address: a hash of the real one would confirm a guess of it. Otherwise the path of the picture
  email_address_visibility: EmailVisibility
  profile_data: ProfileData
  standing: Standing
  guest_link_id: number | null // the guest link by which a link guest came
  /** The channels to which the user limited the agent that acts. Only an actor has it. */
  limited_to?: ReadonlySet<number>
}

/** Whether the user logged in to the account yet, and who made it; or whether its profile was deleted. */
export type Standing = 'claimed' | 'imported' | 'created' | 'deleted'

/** The custom profile fields of a user, by the id of the field. `rendered_value` is the HTML of a Markdown value. */
export type ProfileData = Readonly<Record<string, { value: string; rendered_value?: string }>>

/** 1 everyone, 2 members, 3 administrators, 4 no user, 5 moderators. */
export type EmailVisibility = 1 | 2 | 3 | 4 | 5

export const idsOf = (users: readonly Pick<User, 'user_id'>[]): number[] => users.map(({ user_id }) => user_id)
