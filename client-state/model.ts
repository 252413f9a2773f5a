import type { Json } from './reducer'
import { Ids, Rows } from './rows'
import { topicKey, Unread } from './unread'

const byUser = (row: Json) => row.user_id
const byChannel = (row: Json) => row.stream_id

const LISTS: Record<string, (row: Json) => number | string> = {
  realm_users: byUser,
  realm_non_active_users: byUser,
  cross_realm_bots: byUser,
  realm_bots: byUser,
  streams: byChannel,
  subscriptions: byChannel,
  unsubscribed: byChannel,
  never_subscribed: byChannel,
  realm_user_groups: ({ id }) => id,
  user_topics: ({ stream_id, topic_name }) => topicKey(stream_id, topic_name),
}

/**
 * Returns the state that events change: the answer of `POST /register`, in which the long lists are `Rows`, `Ids` and
 * `Unread`. Nothing is copied, so the answer belongs to the state from now on.
 */
export function stateOf(registered: Json): Json {
  const state = registered
  for (const [name, idOf] of Object.entries(LISTS)) if (state[name]) state[name] = new Rows(idOf, state[name])
  for (const group of state.realm_user_groups ?? []) group.members = new Ids(group.members)
  if (state.starred_messages) state.starred_messages = new Ids(state.starred_messages)
  if (state.unread_msgs) state.unread_msgs = new Unread(state.unread_msgs, state.user_id)
  return state
}

/** Returns the state as `POST /register` would answer it. It shares its rows with the state. */
export function answerOf(state: Json): Json {
  const answer = { ...state }
  for (const name of [...Object.keys(LISTS), 'starred_messages', 'unread_msgs'])
    if (answer[name]) answer[name] = answer[name].toJSON()
  answer.realm_user_groups &&= answer.realm_user_groups.map((group: Json) => ({
    ...group,
    members: group.members.toJSON(),
  }))
  return answer
}
