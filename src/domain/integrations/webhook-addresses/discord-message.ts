import { parseJson } from '../../../api/parse-json'
import { textAt } from '../../../integrations/fields'
import { listAt } from '../../../integrations/wording/slack-rich-text'
import type { SentMessage } from './sent-message'

/** What a program wrote: clients compare it with what they sent. */
export type DiscordParts = { content: string; embeds: readonly unknown[]; files: readonly unknown[] }

/** Returns the parts of a body: JSON, or a form with JSON in the field `payload_json`. */
export function discordParts(body: string): DiscordParts {
  const isJson = body.trimStart().startsWith('{')
  const value = parseJson(isJson ? body : (new URLSearchParams(body).get('payload_json') ?? ''))
  return {
    content: textAt(value, 'content') ?? '',
    embeds: listAt(value, 'embeds'),
    files: listAt(value, 'attachments'),
  }
}

type Message = Omit<SentMessage, 'url' | 'body'>

/** Returns a message as Discord returns it. */
export const discordMessage = (
  { message_id, address_id, stream_id, bot, timestamp, realm_url }: Message,
  { content, embeds, files }: DiscordParts,
) => ({
  id: String(message_id ?? 0),
  type: 0,
  channel_id: String(stream_id ?? 0),
  webhook_id: String(address_id),
  author: { id: String(bot.user_id), username: bot.full_name, avatar: null, discriminator: '0000', bot: true },
  content,
  attachments: files.flatMap((file, index) => attachmentOf(file, index, realm_url)),
  embeds,
  components: [],
  mentions: [],
  mention_roles: [],
  mention_everyone: false,
  pinned: false,
  tts: false,
  flags: 0,
  timestamp: new Date(timestamp * 1000).toISOString(),
  edited_timestamp: null,
})

/** Returns a file of the message. A file of an earlier message has no address here. */
function attachmentOf(file: unknown, index: number, realm_url: string) {
  const path = textAt(file, 'url')
  if (!path?.startsWith('/user_uploads/')) return []
  const url = new URL(path, realm_url).href
  const [filename, content_type] = [textAt(file, 'filename') ?? '', textAt(file, 'content_type') ?? null]
  return [{ id: String(index), filename, content_type, size: Number(textAt(file, 'size') ?? 0), url, proxy_url: url }]
}
