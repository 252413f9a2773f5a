import type { Client } from '../client/client'
import type { Route } from '../routes/route'
import { words } from '../words/en'

/** Returns the name of a topic. Messages without a topic are in the general chat. */
export const topicName = ({ store }: Client, topic: string): string =>
  topic || store.state.realm_empty_topic_display_name || words.noTopic

/** Returns the names of the other users of a direct conversation. */
export const directName = ({ names, store }: Client, user_ids: number[]): string =>
  user_ids.length === 1 && user_ids[0] === store.state.user_id
    ? words.notesToSelf
    : user_ids.map((id) => names.user(id)).join(', ')

/** Returns the title of a view, on one line. */
export function labelOf(client: Client, route: Route): string {
  switch (route.view) {
    case 'inbox':
      return words.inbox
    case 'recent':
      return words.recent
    case 'direct-messages':
      return words.directMessages
    case 'search':
      return words.search
    case 'feed':
      return words.feed
    case 'mentions':
      return words.mentions
    case 'starred':
      return words.starred
    case 'drafts':
      return words.drafts
    case 'scheduled':
      return words.scheduled
    case 'settings':
      return words.settings
    case 'channel':
      return `# ${client.names.channel(route.stream_id)}`
    case 'topic':
      return `# ${client.names.channel(route.stream_id)} › ${topicName(client, route.topic)}`
    case 'direct':
      return directName(client, route.user_ids)
  }
}

/** All names of a popular reaction would cover the screen. */
const MAX_NAMES = 12

/** Returns the names of users in the language of the reader: “Ada, Ben and 3 others”. */
export function namesOf({ names }: Client, user_ids: number[]): string {
  const named = user_ids.slice(0, MAX_NAMES)
  return words.people(
    named.map((id) => names.user(id)),
    user_ids.length - named.length,
  )
}
