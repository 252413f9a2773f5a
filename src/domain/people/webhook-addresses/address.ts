/** An address at which clients of other chat servers send messages for a bot. */
export type WebhookAddress = {
  id: number
  bot_id: number
  /** Null: direct messages to the owner of the bot. */
  stream_id: number | null
  /** Null: each message chooses its topic. */
  topic: string | null
  may_mention_everyone: boolean
  created_at: number
}
