import type { ClientState, StateWith } from './client-state'
import { Ids, Rows } from './rows'
import { topicKey, Unread } from './unread'
import type { State } from './wire'

const byUser = ({ user_id }: { user_id: number }) => user_id
const byChannel = ({ stream_id }: { stream_id: number }) => stream_id

/**
 * Returns the state that events change: the answer of `POST /register`, in which the long lists are `Rows`, `Ids` and
 * `Unread`. Rows are not copied, so the answer belongs to the state from now on. A client need not register for all parts.
 */
export function stateOf<Parts extends keyof State>(registered: Pick<State, Parts>): StateWith<Parts>
export function stateOf(registered: Partial<State>): Partial<ClientState> {
  const { unread_msgs, starred_messages, user_id = NO_USER } = registered
  const groups = registered.realm_user_groups?.map((group) => ({ ...group, members: new Ids(group.members) }))
  return {
    ...registered,
    realm_users: rows(byUser, registered.realm_users),
    realm_non_active_users: rows(byUser, registered.realm_non_active_users),
    cross_realm_bots: rows(byUser, registered.cross_realm_bots),
    realm_bots: rows(byUser, registered.realm_bots),
    streams: rows(byChannel, registered.streams),
    subscriptions: rows(byChannel, registered.subscriptions),
    unsubscribed: rows(byChannel, registered.unsubscribed),
    never_subscribed: rows(byChannel, registered.never_subscribed),
    realm_user_groups: rows(({ id }) => id, groups),
    user_topics: rows(({ stream_id, topic_name }) => topicKey(stream_id, topic_name), registered.user_topics),
    starred_messages: starred_messages && new Ids(starred_messages),
    unread_msgs: unread_msgs && new Unread(unread_msgs, user_id),
  }
}

/** Returns the state as `POST /register` would answer it. It shares its rows with the state. */
export function answerOf<Parts extends keyof State>(state: StateWith<Parts>): Pick<State, Parts>
export function answerOf(state: Partial<ClientState>): Partial<State> {
  return {
    ...state,
    realm_users: list(state.realm_users),
    realm_non_active_users: list(state.realm_non_active_users),
    cross_realm_bots: list(state.cross_realm_bots),
    realm_bots: list(state.realm_bots),
    streams: list(state.streams),
    subscriptions: list(state.subscriptions),
    unsubscribed: list(state.unsubscribed),
    never_subscribed: list(state.never_subscribed),
    realm_user_groups: state.realm_user_groups?.map((group) => ({ ...group, members: [...group.members.sorted] })),
    user_topics: list(state.user_topics),
    starred_messages: state.starred_messages && [...state.starred_messages.sorted],
    unread_msgs: state.unread_msgs?.toJSON(),
  }
}

// A visitor without an account has no unread messages.
const NO_USER = 0

const rows = <Row extends object>(idOf: (row: Row) => number | string, answered: readonly Row[] | undefined) =>
  answered && new Rows(idOf, answered)

const list = <Row extends object>(kept: Rows<Row> | undefined): Row[] | undefined => kept && [...kept.list]
