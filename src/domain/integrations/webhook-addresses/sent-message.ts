/** The message that was sent. A body with several texts has several: this is the last one. */
export type SentMessage = {
  message_id: number | undefined
  address_id: number
  stream_id: number | null
  bot: { user_id: number; full_name: string }
  timestamp: number
  url: URL
  realm_url: string
  body: string
}
