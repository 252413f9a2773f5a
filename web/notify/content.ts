import type { Message } from '../../client-state/wire'
import type { Client } from '../client/client'
import { textOfHtml } from '../parts/html-text'
import { keyOfRoute } from '../routes/route'
import { conversationOf } from '../store/conversations'
import { topicName } from '../base/labels'
import { words } from '../words/en-notify'

const MAX_CHARACTERS = 200

export type Content = Omit<NotificationOptions, 'data'> & {
  title: string
  navigate: string
  data: { message_id: number; call_id?: number }
  /** TypeScript does not know the buttons of notifications. */
  actions?: { action: string; title: string }[]
}

/** Returns a notification in the form of the server's push notifications, with the same name of the conversation. */
export function contentOf(client: Client, message: Message): Content {
  const { id: message_id } = message
  const conversation = conversationOf(message, client.store.state.user_id)
  const isDirect = conversation.view === 'direct'
  const isAlone = isDirect && conversation.user_ids.length === 1
  const isHidden = isDirect && !client.store.state.user_settings.pm_content_in_desktop_notifications
  const text = isHidden ? words.newMessage : textOfHtml(message.content, MAX_CHARACTERS)
  const avatar_url = client.userOf(message.sender_id)?.avatar_url
  return {
    title: isDirect
      ? message.sender_full_name
      : `#${client.names.channel(conversation.stream_id)} > ${topicName(client, conversation.topic)}`,
    body: isAlone ? text : `${message.sender_full_name}: ${text}`,
    navigate: new URL(client.hrefOf({ ...conversation, near: message_id }), location.origin).href,
    tag: keyOfRoute(conversation).slice(0, MAX_CHARACTERS),
    dir: 'auto',
    data: { message_id },
    ...(typeof avatar_url === 'string' ? { icon: avatar_url } : {}),
  }
}

/** Returns the notification of a call that rings. It stays until the user acts. */
export const ringContentOf = (client: Client, message: Message): Content => ({
  ...contentOf(client, message),
  title: message.sender_full_name,
  body: words.ringing,
  navigate: new URL(`#call/${message.id}/${client.store.state.parley_answer_codes[message.id]}`, location.origin).href,
  data: { message_id: message.id, call_id: message.id },
  requireInteraction: true,
  actions: [
    { action: 'answer', title: words.answer },
    { action: 'decline', title: words.decline },
  ],
})
