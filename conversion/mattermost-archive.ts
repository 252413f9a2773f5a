import type { MessageAttachment } from './message-attachments.ts'

// What a bulk export of Mattermost has: https://docs.mattermost.com/administration-guide/onboard/bulk-loading-data.html

export type MattermostUser = {
  username: string
  email?: string
  nickname?: string
  first_name?: string
  last_name?: string
  roles?: string
  delete_at?: number
  profile_image?: string
  teams?: { name: string; roles?: string; channels?: { name: string }[] | null }[] | null
}

export type MattermostBot = { username: string; display_name?: string; delete_at?: number }

export type MattermostChannel = {
  team: string
  name: string
  display_name?: string
  type?: string
  header?: string
  purpose?: string
  deleted_at?: number
  delete_at?: number
}

export type MattermostEmoji = { name: string; image: string }

export type MattermostReply = {
  user: string
  message?: string
  type?: string | null
  create_at: number
  reactions?: { user: string; emoji_name: string }[] | null
  attachments?: { path: string }[] | null
  /** What programs add to their messages. */
  props?: { attachments?: MessageAttachment[] | null } | null
}

export type MattermostPost = MattermostReply & { team: string; channel: string; replies?: MattermostReply[] | null }

export type MattermostDirectPost = MattermostReply & {
  channel_members?: string[]
  participants?: { username: string }[]
  replies?: MattermostReply[] | null
}

/** The objects that lines have, by the type of the line. */
export type MattermostObjects = {
  team: unknown
  user: MattermostUser
  bot: MattermostBot
  channel: MattermostChannel
  emoji: MattermostEmoji
  post: MattermostPost
  direct_post: MattermostDirectPost
}
