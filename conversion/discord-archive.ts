// What DiscordChatExporter writes: https://github.com/Tyrrrz/DiscordChatExporter

export type DiscordChannel = {
  id: string
  type: string
  name: string
  category?: string | null
  categoryId?: string | null
  topic?: string | null
}

export type DiscordUser = { id: string; name: string; nickname?: string | null; isBot?: boolean }

export type DiscordEmoji = { id?: string | null; name: string; code?: string; imageUrl?: string }

export type DiscordReaction = { emoji?: DiscordEmoji | null; users?: DiscordUser[] | null }

export type DiscordAttachment = { url: string; fileName: string }

/** What a message answers. */
export type DiscordReference = { messageId?: string | null; channelId?: string | null; guildId?: string | null }

export type DiscordMessage = {
  id: string
  type: string
  timestamp: string
  content?: string
  author?: DiscordUser | null
  mentions?: DiscordUser[]
  reference?: DiscordReference
  embeds?: { title?: string | null; url?: string | null; description?: string | null }[]
  attachments?: DiscordAttachment[]
  stickers?: { name: string }[]
  reactions?: DiscordReaction[]
}
