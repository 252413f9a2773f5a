import type { Call } from '../../client-state/wire'
import type { Client } from '../client/client'
import { directName, topicName } from '../base/labels'
import { talkWords as words } from '../words/en-talk'

const MAX_NAMES = 3

/** Returns the name of a user. Some users see only some others. */
export const nameOf = ({ userOf }: Client, user_id: number): string => userOf(user_id)?.full_name ?? '?'

/** Returns the names of the people in a call, the first ones of many. */
export function namesIn(client: Client, { people }: Call): string {
  const names = people.slice(0, MAX_NAMES).map(({ user_id }) => nameOf(client, user_id))
  const more = people.length - names.length
  const list = new Intl.ListFormat(document.documentElement.lang, { type: 'unit' }).format(names)
  return more > 0 ? `${list} ${words.others(more)}` : list
}

/** Returns where a call is, in words. */
export function placeName(client: Client, { stream_id, topic, user_ids }: Call): string {
  if (stream_id === null) {
    const others = (user_ids ?? []).filter((id) => id !== client.store.state.user_id)
    return directName(client, others)
  }
  return `${client.names.channel(stream_id)} › ${topicName(client, topic ?? '')}`
}
