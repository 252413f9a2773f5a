import type { MessageAttachment } from './message-attachments.ts'

// What an export of Slack has: https://docs.slack.dev/reference/objects. Fields that no object must have are optional.

export type SlackUser = {
  id: string
  name?: string
  real_name?: string
  email?: string
  deleted?: boolean
  is_bot?: boolean
  is_app_user?: boolean
  is_primary_owner?: boolean
  is_owner?: boolean
  is_admin?: boolean
  is_restricted?: boolean
  is_ultra_restricted?: boolean
  tz?: string | null
  updated?: number
  profile?: { email?: string; real_name?: string; display_name?: string; bot_id?: string }
}

export type SlackChannel = {
  id: string
  name: string
  purpose?: { value?: string }
  is_archived?: boolean
  is_general?: boolean
  created?: number
  creator?: string
  members?: string[]
}

/** A direct conversation. Only those of groups have names. */
export type SlackConversation = { id: string; name?: string; members: string[] }

export type SlackGroup = { id: string; handle?: string; name?: string; description?: string; users?: string[] }

export type SlackFile = {
  name?: string
  title?: string
  mimetype?: string
  filetype?: string
  mode?: string
  file_access?: string
  url_private?: string
  url_private_download?: string
}

export type SlackReaction = { name: string; users?: string[] }

export type SlackAttachment = MessageAttachment & { blocks?: unknown; message_blocks?: unknown }

export type SlackMessage = {
  type?: string
  subtype?: string
  ts: string
  thread_ts?: string
  reply_count?: number
  user?: string | null
  username?: string
  bot_id?: string
  user_profile?: { real_name?: string }
  bot_profile?: { name?: string; user_id?: string }
  comment?: { user?: string; comment?: string }
  text?: string
  blocks?: unknown
  attachments?: SlackAttachment[] | null
  files?: SlackFile[] | null
  reactions?: SlackReaction[]
}

/** A text of a block, and whether it has marks. */
export type SlackText = { type?: string; text?: string }

/** A block, or a part of one. */
export type SlackBlock = {
  type?: string
  text?: SlackText
  title?: SlackText
  alt_text?: string
  fields?: unknown
  elements?: unknown
}

/** A part of rich text: a paragraph, a list, or what is in a line. */
export type SlackElement = {
  type?: string
  elements?: unknown
  indent?: unknown
  offset?: unknown
  /** Of a list, the kind of its marks. Otherwise the marks of a text. */
  style?: string | SlackStyle
  text?: string
  user_id?: string
  channel_id?: string
  usergroup_id?: string
  range?: string
  url?: string
  name?: string
  fallback?: string
  timestamp?: number
  value?: string
}

export type SlackStyle = { bold?: boolean; italic?: boolean; strike?: boolean; code?: boolean }
