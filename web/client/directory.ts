import { createMemo } from 'solid-js'
import type { Channel, User } from '../../client-state/wire'
import type { Names } from '../routes/route'
import { unreadCounts, type UnreadCounts } from '../store/conversations'
import type { Store } from '../store/store'
import { words } from '../words/en'
import type { createWatched } from './watched'

const NOTHING_UNREAD: UnreadCounts = {
  conversations: [],
  total: 0,
  mentions: 0,
  direct: 0,
  byKey: new Map(),
  byChannel: new Map(),
}

/** What views look up in the state. A view that does draws again when it changes. */
export function createDirectory(store: Store, watch: ReturnType<typeof createWatched>['watch']) {
  /** Returns the channel, also if the user is not subscribed to it. */
  function channelOf(stream_id: number): Channel | undefined {
    watch('channels')
    return store.state.subscriptions.get(stream_id) ?? store.state.streams.get(stream_id)
  }

  /** Returns the id of a channel by its name, or by its name with hyphens in place of spaces, as links have it. */
  function channelNamed(name: string): number | undefined {
    const { subscriptions, streams } = store.state
    const find = (form: (own: string) => string) =>
      [...subscriptions, ...streams].find(({ name: own }) => form(own) === name)?.stream_id
    return find((own) => own) ?? find((own) => own.replaceAll(' ', '-'))
  }

  function userOf(user_id: number): User | undefined {
    watch('people')
    const { realm_users, cross_realm_bots, realm_non_active_users } = store.state
    return realm_users.get(user_id) ?? cross_realm_bots.get(user_id) ?? realm_non_active_users.get(user_id)
  }

  const names: Names = {
    channel: (stream_id) => channelOf(stream_id)?.name ?? words.unknownChannel,
    user: (user_id) => userOf(user_id)?.full_name ?? words.unknownUser,
  }

  /** All unread counts: the title, the rail, the inbox and `n` read them here. */
  const unread = createMemo(() => {
    for (const part of ['unread', 'topics', 'channels'] as const) watch(part)
    return store.isReady() ? unreadCounts(store.state) : NOTHING_UNREAD
  })

  return { channelOf, channelNamed, userOf, names, unread }
}
