import { inVendorSpelling } from '../../../api/vendor-names'
import type { MessageBody, Realm } from '../../../realm'
import { loadMessages } from '../../messages/pages/load-messages'
import type { IndexedMessage } from '../../messages/message-index/message'
import { bodyFields } from '../../messages/wire-format/message'
import type { User } from '../../people/users/user'
import type { Trigger } from './deliveries'
import { tokenOfBot } from '../../people/bots/secrets'
import { botOf } from '../../people/bots/storage'

/** What an outgoing webhook is told: as JSON, or as a form. */
export type WebhookRequest = { url: string; content_type: string; body: string }

export type Said = { bot: User; message: IndexedMessage; body: MessageBody; trigger: Trigger }

/** In the words of the interface that the bot was set up for; undefined where those have none for this. */
export function requestFor(realm: Realm, said: Said): WebhookRequest | undefined {
  const { payload_url: url, interface: spoken } = botOf(realm, said.bot.user_id)
  if (spoken === 1) return { url, content_type: 'application/json', body: jsonFor(realm, told(realm, said)) }
  const form = toldAsForm(realm, said)
  return form && { url, content_type: 'application/x-www-form-urlencoded', body: form.toString() }
}

/** A bot reads names as any other client does. */
const jsonFor = ({ config }: Realm, body: object) => inVendorSpelling(JSON.stringify(body), config.vendor)

function told(realm: Realm, { bot, message, body, trigger }: Said) {
  const shown = { client_gravatar: false, knowsEmptyTopic: true }
  const { flags: _, ...facts } = loadMessages(realm, bot, [message], shown).messages[0]!
  return {
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    data: body.content,
    trigger,
    token: tokenOfBot(realm, bot.user_id),
    message: { ...facts, ...bodyFields(body, false), rendered_content: body.rendered_content },
  }
}

/** The other chat knows no direct messages here. */
function toldAsForm(realm: Realm, said: Said): URLSearchParams | undefined {
  const { token, message, data, bot_full_name } = told(realm, said)
  if (message.type !== 'stream' || typeof message.display_recipient !== 'string') return undefined
  return new URLSearchParams({
    token,
    team_id: `T${realm.name}`,
    team_domain: realm.name,
    channel_id: `C${message.stream_id}`,
    channel_name: message.display_recipient,
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: data,
    trigger_word: said.trigger,
    service_id: String(said.bot.user_id),
    bot_name: bot_full_name,
  })
}
