import { inVendorSpelling } from '../../../api/vendor-names'
import type { MessageBody, ReadOnlyRealm, Realm } from '../../../realm'
import type { IndexedMessage } from '../../messages/message-index/message'
import { messageForBot } from '../../messages/pages/load-messages'
import { bodyFields } from '../../messages/wire-format/message'
import { tokenOfBot } from '../../people/bots/secrets'
import { botOf } from '../../people/bots/storage'
import type { User } from '../../people/users/user'
import { ownUrl } from '../../realm/settings/own-url'
import type { Trigger } from './delivery'

export type WebhookRequest = {
  url: string
  content_type: string
  body: string
  /** Headers by which the receiver recognises the sender. */
  signature?: Readonly<Record<string, string>>
}

type DeliveredMessage = { bot: User; message: IndexedMessage; body: MessageBody; trigger: Trigger }

/** Returns the request in the format of the bot's interface; undefined if the interface has no format for this message. */
export function requestFor(realm: Realm, delivered: DeliveredMessage): WebhookRequest | undefined {
  const { payload_url: url, interface: format } = botOf(realm, delivered.bot.user_id)
  if (format === 1) return { url, content_type: 'application/json', body: jsonFor(realm, payloadFor(realm, delivered)) }
  const form = formFor(realm, delivered)
  return form && { url, content_type: 'application/x-www-form-urlencoded', body: form.toString() }
}

/** Spells names as in responses: webhooks are clients too. */
const jsonFor = ({ config }: ReadOnlyRealm, payload: object) => inVendorSpelling(JSON.stringify(payload), config.vendor)

function payloadFor(realm: Realm, { bot, message, body, trigger }: DeliveredMessage) {
  return {
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    data: body.content,
    trigger,
    token: tokenOfBot(realm, bot.user_id),
    message: {
      ...messageForBot(realm, bot, message),
      ...bodyFields(body, false),
      rendered_content: body.rendered_content,
    },
  }
}

/** Returns the form of interface 2; undefined for a direct message, which that interface does not support. */
function formFor(realm: Realm, delivered: DeliveredMessage): URLSearchParams | undefined {
  const { token, message, data, bot_full_name } = payloadFor(realm, delivered)
  if (message.type !== 'stream' || typeof message.display_recipient !== 'string') return undefined
  return new URLSearchParams({
    token,
    team_id: `T${realm.name}`,
    team_domain: new URL(ownUrl(realm)).hostname,
    channel_id: `C${message.stream_id}`,
    channel_name: message.display_recipient,
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: data,
    trigger_word: delivered.trigger,
    service_id: String(delivered.bot.user_id),
    bot_name: bot_full_name,
  })
}
