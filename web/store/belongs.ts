import { isTopicMuted } from '../../client-state/unread-counts'
import { keyOfRoute, type Route } from '../routes/route'
import { conversationOf } from './conversations'
import type { Message } from './messages'
import type { Of } from '../wire/own-state'

type Conversing = Of<'user_id' | 'user_topics' | 'subscriptions'>

/** Returns whether a message belongs to a view. The server decides the same way when it finds the messages of a narrow. */
export function belongsTo(route: Route, message: Message, state: Conversing): boolean {
  switch (route.view) {
    case 'inbox':
    case 'recent':
    case 'direct-messages':
    case 'search':
    case 'drafts':
    case 'scheduled':
    case 'settings':
      return false
    case 'feed':
      return message.type === 'private' || !isTopicMuted(state, message.stream_id, message.subject)
    case 'mentions':
      return message.flags.some((flag) => MENTIONS.includes(flag))
    case 'starred':
      return message.flags.includes('starred')
    case 'channel':
      return message.type === 'stream' && message.stream_id === route.stream_id
    case 'topic':
    case 'direct':
      return keyOfRoute(conversationOf(message, state.user_id)) === keyOfRoute(route)
  }
}

const MENTIONS = ['mentioned', 'wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned']
