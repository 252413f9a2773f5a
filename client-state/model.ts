import type { StateWith } from './client-state'
import { Ids, Rows } from './rows'
import { topicKey, Unread } from './unread'
import type { State } from './wire'

const OF_USERS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots', 'realm_bots'] as const
const OF_CHANNELS = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'] as const

const byUser = ({ user_id }: { user_id: number }) => user_id
const byChannel = ({ stream_id }: { stream_id: number }) => stream_id

/**
 * Returns the state that events change: the answer of `POST /register`, in which the long lists are `Rows`, `Ids` and
 * `Unread`. Rows are not copied, so the answer belongs to the state from now on. A client need not register for all parts.
 */
export function stateOf<Parts extends keyof State>(registered: Pick<State, Parts>): StateWith<Parts>
export function stateOf(registered: Partial<State>): object {
  const { unread_msgs, starred_messages, user_topics, user_id = NO_USER } = registered
  const groups = registered.realm_user_groups?.map((group) => ({ ...group, members: new Ids(group.members) }))
  const lists: Partial<Record<string, object>> = {}
  for (const name of OF_USERS) lists[name] = rows(byUser, registered[name])
  for (const name of OF_CHANNELS) lists[name] = rows(byChannel, registered[name])
  return {
    ...registered,
    ...lists,
    realm_user_groups: rows(({ id }) => id, groups),
    user_topics: rows(({ stream_id, topic_name }) => topicKey(stream_id, topic_name), user_topics),
    starred_messages: starred_messages && new Ids(starred_messages),
    unread_msgs: unread_msgs && new Unread(unread_msgs, user_id),
  }
}

/** Returns the state as `POST /register` would answer it. It shares its rows with the state. */
export function answerOf<Parts extends keyof State>(state: StateWith<Parts>): Pick<State, Parts>
export function answerOf(state: Partial<StateWith<keyof State>>): object {
  const lists: Partial<Record<string, unknown>> = {}
  for (const name of [...OF_USERS, ...OF_CHANNELS, 'user_topics', 'starred_messages', 'unread_msgs'] as const)
    lists[name] = state[name]?.toJSON()
  const realm_user_groups = state.realm_user_groups?.map((group) => ({ ...group, members: group.members.toJSON() }))
  return { ...state, ...lists, realm_user_groups }
}

// A visitor without an account has no unread messages.
const NO_USER = 0

const rows = <Row extends object>(idOf: (row: Row) => number | string, answered: readonly Row[] | undefined) =>
  answered && new Rows(idOf, answered)
