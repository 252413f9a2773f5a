import type { Ids, Rows } from './rows'
import type { Unread } from './unread'
import type * as wire from './wire'

/** A group whose members are found in constant time. */
type Group = Omit<wire.UserGroup, 'members'> & { members: Ids }

/** A channel of any list of the state. Some lists have the subscribers. */
export type ListedChannel = wire.Channel & Partial<Pick<wire.ChannelWithSubscribers, 'subscribers'>>

/** The parts of the state in which events look for single rows, and parts that an event can make unknown. */
type Changed = {
  realm_users: Rows<wire.User>
  realm_non_active_users: Rows<wire.User>
  cross_realm_bots: Rows<wire.State['cross_realm_bots'][number]>
  realm_bots: Rows<wire.Bot>
  streams: Rows<wire.Channel>
  subscriptions: Rows<wire.Subscription>
  unsubscribed: Rows<wire.Subscription>
  never_subscribed: Rows<wire.ChannelWithSubscribers>
  realm_user_groups: Rows<Group>
  user_topics: Rows<wire.UserTopic>
  starred_messages: Ids
  unread_msgs: Unread
  max_message_id: number | undefined
  recent_private_conversations: wire.State['recent_private_conversations'] | undefined
}

/** The state of `POST /register` as a client keeps it: events change it. */
export type ClientState = Omit<wire.State, keyof Changed> & Changed

/** The state of a client that registered for some types of events only. */
export type StateWith<Parts extends keyof ClientState> = Pick<ClientState, Parts>
