// The tables of an export of the reference server, and their columns. Its versions differ, so nearly all are optional.

import type { Row } from './converted.ts'

/** A column with a bit: older versions write numbers. */
type Bit = boolean | number | null | undefined

/** A user, or a set of users and groups that a permission names. */
type Id = number

/** The columns of settings and permissions are read by their names. */
type ZulipRealm = Row & { date_created?: number }

export type ZulipUser = Row & {
  id: Id
  email?: string
  delivery_email?: string
  full_name?: string
  role?: number
  is_active?: boolean
  is_mirror_dummy?: boolean
  is_imported_stub?: boolean
  is_bot?: boolean
  bot_type?: number | null
  bot_owner?: Id | null
  date_joined?: number
  timezone?: string
  avatar_source?: string
  email_address_visibility?: number
}

/** Newer versions name a group by `usergroup_ptr`. Groups without a name are values of permissions. */
export type ZulipGroup = Row & {
  id?: Id
  usergroup_ptr?: Id
  name?: string
  description?: string
  date_created?: number | null
  creator?: Id | null
  deactivated?: Bit
}

type ZulipChannel = Row & {
  id: Id
  name: string
  description?: string
  invite_only?: boolean
  deactivated?: boolean
  date_created?: number
  creator?: Id | null
  is_web_public?: Bit
  history_public_to_subscribers?: Bit
  message_retention_days?: number | null
  topics_policy?: number
  folder?: Id | null
}

type ZulipFolder = {
  id: Id
  name: string
  description?: string
  rendered_description?: string
  date_created?: number
  creator?: Id
  order?: number
  is_archived?: Bit
}

type ZulipProfileField = {
  id: Id
  field_type: number
  name: string
  order?: number
  hint?: string
  field_data?: string
  display_in_profile_summary?: Bit
  required?: Bit
  editable_by_user?: boolean
  use_for_user_matching?: Bit
}

export type ZulipSubscription = Row & {
  recipient: Id
  user_profile: Id
  color?: string
  is_muted?: Bit
  pin_to_top?: Bit
  active?: boolean
}

export type ZulipMessage = {
  id: Id
  sender: Id
  recipient: Id
  subject: string
  content: string
  date_sent: number
  sending_client?: Id
  edit_history?: string | ZulipEdit[] | null
}

/** Edits have the text before them. Moves have none. */
export type ZulipEdit = {
  user_id?: Id | null
  timestamp?: number
  prev_content?: string
  prev_rendered_content?: string | null
}

export type ZulipFlags = { message: Id; user_profile: Id; flags_mask: number }

export type ZulipReaction = {
  message: Id
  user_profile: Id
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

export type ZulipSubmessage = { id: Id; message: Id; sender: Id; msg_type: string; content: string }

type ZulipScheduled = {
  id: Id
  sender: Id
  recipient: Id
  subject: string
  content: string
  scheduled_timestamp: number
  sending_client?: Id
  read_by_sender?: Bit
  delivered?: boolean
  delivery_type?: number
  failed?: boolean
}

export type ZulipTables = {
  zerver_realm: ZulipRealm
  zerver_userprofile: ZulipUser
  zerver_userprofile_mirrordummy: ZulipUser
  zerver_userprofile_crossrealm: { id: Id; email?: string }
  zerver_channelfolder: ZulipFolder
  zerver_client: { id: Id; name: string }
  zerver_realmuserdefault: Row
  zerver_realmdomain: { id: Id; domain: string; allow_subdomains?: Bit }
  zerver_realmplayground: { id: Id; name: string; pygments_language: string; url_template?: string }
  zerver_realmemoji: { id: Id; name: string; author?: Id | null; file_name?: string; deactivated?: boolean }
  zerver_realmfilter: { id: Id; pattern: string; url_template?: string; order?: number }
  zerver_usergroup: ZulipGroup
  zerver_namedusergroup: ZulipGroup
  zerver_usergroupmembership: { user_group: Id; user_profile: Id }
  zerver_groupgroupmembership: { supergroup: Id; subgroup: Id }
  zerver_recipient: { id: Id; type: number; type_id: Id }
  zerver_customprofilefield: ZulipProfileField
  zerver_customprofilefieldvalue: { user_profile: Id; field: Id; value?: string | null }
  zerver_defaultstream: { stream: Id }
  zerver_stream: ZulipChannel
  zerver_subscription: ZulipSubscription
  zerver_reaction: ZulipReaction
  zerver_submessage: ZulipSubmessage
  zerver_service: { user_profile: Id; name?: string; interface?: number }
  zerver_botstoragedata: { bot_profile: Id; key: string; value: string }
  zerver_savedsnippet: { id: Id; user_profile: Id; title: string; content: string; date_created?: number }
  zerver_navigationview: { user: Id; fragment: string; is_pinned?: Bit; name?: string | null }
  zerver_usertopic: {
    user_profile: Id
    stream: Id
    topic_name: string
    visibility_policy?: number
    last_updated?: number
  }
  zerver_alertword: { id: Id; user_profile: Id; word: string }
  zerver_muteduser: { user_profile: Id; muted_user: Id; date_muted?: number }
  zerver_userstatus: {
    user_profile: Id
    status_text?: string
    emoji_name?: string
    emoji_code?: string
    reaction_type?: string
  }
  zerver_scheduledmessage: ZulipScheduled
}
