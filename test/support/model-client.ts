import { applyToRealm } from './model-realm'
import type { FieldValue, Json } from './person'

/** A client that knows the state it registered with and keeps it true by events, and by nothing else. */
export function applyEvent(state: Json, event: Json, client: Record<string, FieldValue>): void {
  const apply = APPLY[event.op ? `${event.type}/${event.op}` : event.type]
  if (apply === undefined) throw new Error(`The model client does not know ${event.type} ${event.op ?? ''}`)
  apply(state, structuredClone(event), client) // a state of its own: what was heard stays as it was heard
  if (event.type === 'realm') workOutAbilities(state)
}

const APPLY: Record<string, (state: Json, event: Json, client: Record<string, FieldValue>) => void> = {
  heartbeat() {},

  restart(state, { type: _, id: __, ...server }) {
    Object.assign(state, server)
  },

  // Whoever is known by name takes the place of whoever was not.
  'realm_user/add'(state, { person }) {
    const { is_active, ...user } = person
    forgetUser(state, user.user_id)
    state[is_active ? 'realm_users' : 'realm_non_active_users'].push(user)
  },

  'realm_user/remove'(state, { person: { user_id, full_name } }, client) {
    const { email } = state.realm_users.find((each: Json) => each.user_id === user_id) ?? {}
    forgetUser(state, user_id)
    delete state.user_status[user_id]
    for (const key of [user_id, email]) delete state.presences?.[key]
    if (client.client_capabilities === undefined) state.realm_users.push(strangerIn(state, user_id, full_name))
  },

  'user_group/add'(state, { group }) {
    state.realm_user_groups.push(group)
    state.realm_user_groups.sort((a: Json, b: Json) => a.id - b.id)
  },

  'user_group/update'(state, { group_id, data }) {
    Object.assign(
      state.realm_user_groups.find((group: Json) => group.id === group_id),
      data,
    )
  },

  'user_group/add_members'(state, { group_id, user_ids }) {
    state.realm_user_groups.find((group: Json) => group.id === group_id).members.push(...user_ids)
    workOutAbilities(state)
  },

  'user_group/remove'(state, { group_id }) {
    state.realm_user_groups = state.realm_user_groups.filter((group: Json) => group.id !== group_id)
  },

  'user_group/remove_members'(state, { group_id, user_ids }) {
    const group = state.realm_user_groups.find((each: Json) => each.id === group_id)
    group.members = group.members.filter((id: number) => !user_ids.includes(id))
    workOutAbilities(state)
  },

  'user_group/add_subgroups'(state, { group_id, direct_subgroup_ids }) {
    const group = state.realm_user_groups.find((each: Json) => each.id === group_id)
    group.direct_subgroup_ids = [...group.direct_subgroup_ids, ...direct_subgroup_ids].sort((a, b) => a - b)
    workOutAbilities(state)
  },

  'user_group/remove_subgroups'(state, { group_id, direct_subgroup_ids }) {
    const group = state.realm_user_groups.find((each: Json) => each.id === group_id)
    group.direct_subgroup_ids = group.direct_subgroup_ids.filter((id: number) => !direct_subgroup_ids.includes(id))
    workOutAbilities(state)
  },

  'stream/create'(state, { streams }, client) {
    for (const channel of streams) {
      state.streams.push(channel)
      // A channel one hears of now has nobody in it yet; peers are told next.
      const nobody = (client.include_subscribers ?? 'false') === 'false' ? {} : { subscribers: [] }
      if (!everSubscribed(state, channel.stream_id)) state.never_subscribed.push({ ...channel, ...nobody })
    }
  },

  'stream/delete'(state, { stream_ids }) {
    const kept = (channel: Json) => !stream_ids.includes(channel.stream_id)
    for (const list of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'])
      state[list] = state[list].filter(kept)
  },

  'stream/update'(state, { stream_id, property, value, type: _, op: __, id: ___, name: ____, ...more }) {
    for (const channel of everywhere(state, stream_id)) Object.assign(channel, { [property]: value, ...more })
    // Clients that know of four policies only know the one that is for administrators by another name as well.
    if (property === 'stream_post_policy')
      for (const channel of everywhere(state, stream_id)) channel.is_announcement_only = value === 2
  },

  default_streams(state, { default_streams }) {
    state.realm_default_streams = default_streams
  },

  'subscription/add'(state, { subscriptions }) {
    for (const subscription of subscriptions) {
      remove(state, subscription.stream_id)
      state.subscriptions.push(subscription)
      for (const channel of state.streams.filter((each: Json) => each.stream_id === subscription.stream_id))
        channel.subscriber_count = subscription.subscriber_count
    }
  },

  'subscription/remove'(state, { subscriptions }) {
    for (const { stream_id } of subscriptions) {
      const left = state.subscriptions.find((each: Json) => each.stream_id === stream_id)
      // Leaving a channel settles what was unread in it.
      for (const thread of unreadIn(state, stream_id))
        for (const id of thread.unread_message_ids) forgetUnread(state, id)
      if (left === undefined) continue // archived, and this client knows of no such channels
      remove(state, stream_id)
      state.unsubscribed.push(left)
      // A guest outside a channel is not told who is in it.
      if (state.is_guest && left.subscribers) left.subscribers = []
      leave(state, [stream_id], [state.user_id])
    }
  },

  'subscription/peer_add'(state, { stream_ids, user_ids }) {
    for (const stream_id of stream_ids)
      for (const channel of everywhere(state, stream_id)) {
        channel.subscriber_count += user_ids.length
        channel.subscribers?.push(...user_ids)
      }
  },

  'subscription/peer_remove'(state, { stream_ids, user_ids }) {
    leave(state, stream_ids, user_ids)
  },

  message(state, { message, flags }) {
    state.max_message_id = message.id
    if (!flags.includes('read')) addUnread(state, message.id, whereOf(state, message), flags)
    if (message.type === 'private') moveToFront(state, message.id, whereOf(state, message).user_ids!)
  },

  // Which message is the newest that is left, here or in a conversation, is not told: undefined is what nobody can know.
  delete_message(state, { message_ids, message_id }) {
    const gone: number[] = message_ids ?? [message_id]
    for (const id of gone) forgetUnread(state, id)
    state.starred_messages = state.starred_messages.filter((id: number) => !gone.includes(id))
    if (gone.includes(state.max_message_id)) state.max_message_id = undefined
    if (state.recent_private_conversations?.some((each: Json) => gone.includes(each.max_message_id)))
      state.recent_private_conversations = undefined
  },

  // What an edited message says is no part of the state, but whether it calls one is.
  // So is where unread messages are. What goes to a channel that one is not in is no longer unread.
  update_message(state, event) {
    const { message_ids, stream_id, new_stream_id = stream_id, orig_subject, subject = orig_subject } = event
    if (event.content !== undefined) recall(state, event.message_id, event.flags)
    if (orig_subject === undefined) return
    const { unread_msgs } = state
    const gone = new Set(message_ids)
    const went: number[] = unread_msgs.streams.flatMap((thread: Json) =>
      thread.unread_message_ids.filter((id: number) => gone.has(id)),
    )
    const mentions = unread_msgs.mentions.filter((id: number) => gone.has(id))
    for (const id of went) forgetUnread(state, id)
    const isIn = state.subscriptions.some((each: Json) => each.stream_id === new_stream_id)
    const where = { type: 'stream', stream_id: new_stream_id, topic: subject }
    // A topic may only have changed its letters.
    for (const thread of unread_msgs.streams)
      if (thread.stream_id === new_stream_id && sameTopic(thread.topic, subject)) thread.topic = subject
    if (isIn) for (const id of went) addUnread(state, id, where, mentions.includes(id) ? ['mentioned'] : [])
  },

  'update_message_flags/add'(state, { flag, messages }) {
    // Starring or collapsing a message makes it one's own, however it came to be seen.
    if (flag !== 'read' && state.max_message_id !== undefined)
      state.max_message_id = Math.max(state.max_message_id, ...messages)
    if (flag === 'starred')
      state.starred_messages = [...new Set([...state.starred_messages, ...messages])].sort((a, b) => a - b)
    if (flag === 'read') for (const id of messages) forgetUnread(state, id)
  },

  'update_message_flags/remove'(state, { flag, messages, message_details }) {
    if (flag === 'starred')
      state.starred_messages = state.starred_messages.filter((id: number) => !messages.includes(id))
    if (flag !== 'read') return
    // So does making it unread.
    if (state.max_message_id !== undefined) state.max_message_id = Math.max(state.max_message_id, ...messages)
    for (const id of messages) {
      const details = message_details[id]
      addUnread(state, id, details, details.mentioned ? ['mentioned'] : [])
    }
  },

  'reaction/add'(state, { user_id, message_id }) {
    // So does reacting to it. Reactions themselves are fetched with messages.
    if (user_id === state.user_id) state.max_message_id = Math.max(state.max_message_id, message_id)
  },

  'reaction/remove'() {},

  // What was added to messages is fetched with them.
  submessage() {},

  'realm_emoji/update'(state, { realm_emoji }) {
    state.realm_emoji = realm_emoji
  },

  // Files are asked for, and are no part of the state.
  'attachment/add'() {},
  'attachment/update'() {},
  'attachment/remove'() {},

  // Somebody writes, or does no longer: that is seen for a moment, and is no part of the state.
  'typing/start'() {},
  'typing/stop'() {},
  'typing_edit_message/start'() {},
  'typing_edit_message/stop'() {},

  'realm_user/update'(state, { person }, client) {
    const { user_id, new_email, ...changed } = person
    const fields = new_email === undefined ? changed : { email: new_email }
    const users = [...state.realm_users, ...state.realm_non_active_users, ...state.cross_realm_bots]
    const user = users.find((each: Json) => each.user_id === user_id)
    if (new_email !== undefined) rename(state.presences, user.email, new_email)
    if (person.is_active === false) for (const key of [user_id, user.email]) delete state.presences[key]
    // `timezone` comes with an address that older clients look people up by; it is no news of the address.
    for (const key of Object.keys(fields)) if (key in user) user[key] = fields[key]
    if (user_id === state.user_id) for (const key of Object.keys(fields)) if (key in state) state[key] = fields[key]
    // Where else somebody is known by their address.
    for (const bot of state.realm_bots) if (bot.user_id === user_id && new_email !== undefined) bot.email = new_email
    if (person.custom_profile_field !== undefined) {
      const { id, value, ...rendered } = person.custom_profile_field
      if (value === null) delete user.profile_data[id]
      else user.profile_data[id] = { value, ...rendered }
    }
    if (person.is_active !== undefined) {
      const [from, to] = person.is_active
        ? ['realm_non_active_users', 'realm_users']
        : ['realm_users', 'realm_non_active_users']
      state[from] = state[from].filter((each: Json) => each.user_id !== user_id)
      state[to].push(user)
    }
    if (person.role !== undefined) {
      Object.assign(user, {
        is_owner: person.role === 100,
        is_admin: person.role <= 200,
        is_guest: person.role === 600,
      })
      if (user_id === state.user_id) {
        const { is_owner, is_admin, is_guest } = user
        Object.assign(state, { is_owner, is_admin, is_guest, is_moderator: person.role <= 300 })
        workOutAbilities(state)
      }
    }
    // Pictures kept by a third party are found by the real address, by clients that said so and know it.
    if (person.avatar_source === 'G' && client.client_gravatar !== false && user.delivery_email !== null)
      user.avatar_url = null
  },

  'subscription/update'(state, { stream_id, property, value }) {
    // What is unread where one has muted it does not count.
    const counted = () =>
      unreadIn(state, stream_id).reduce(
        (sum, thread) => sum + (isTopicMuted(state, stream_id, thread.topic) ? 0 : thread.unread_message_ids.length),
        0,
      )
    const before = counted()
    for (const channel of [...state.subscriptions, ...state.unsubscribed])
      if (channel.stream_id === stream_id) channel[property] = value
    state.unread_msgs.count += counted() - before
  },

  muted_topics(state, { muted_topics }) {
    state.muted_topics = muted_topics
  },

  // Whether a call to everyone still counts as a mention is read off the messages, which are no part of the state.
  user_topic(state, { type: _, id: __, ...chosen }) {
    const isIt = (each: Json) =>
      each.stream_id === chosen.stream_id && sameTopic(each.topic_name ?? each.topic, chosen.topic_name)
    const unread = state.unread_msgs.streams.find(isIt)?.unread_message_ids.length ?? 0
    const counted = () => (isTopicMuted(state, chosen.stream_id, chosen.topic_name) ? 0 : unread)
    const before = counted()
    state.user_topics = state.user_topics.filter((each: Json) => !isIt(each))
    if (chosen.visibility_policy !== 0) state.user_topics.push(chosen)
    state.unread_msgs.count += counted() - before
  },

  'user_settings/update'(state, { property, value }) {
    state.user_settings[property] = value
    // Drafts that are kept here no longer are not told of one by one.
    if (property === 'enable_drafts_synchronization' && value === false) state.drafts = []
  },

  update_display_settings(state, { setting_name, setting }) {
    state[setting_name] = setting
  },

  update_global_notifications(state, { notification_name, setting }) {
    state[notification_name] = setting
  },

  'realm_user_settings_defaults/update'(state, { property, value }) {
    state.realm_user_settings_defaults[property] = value
    if (property === 'enable_drafts_synchronization' && value === false) state.drafts = []
  },

  'realm/update'(state, { property, value }) {
    applyToRealm(state, { [property]: value })
  },

  'realm/deactivated'() {},

  // Who shows invitations asks for them: they are no part of the state.
  invites_changed() {},

  // Who takes the organization's data along, and whose, is asked for and not registered for.
  realm_export() {},
  realm_export_consent() {},

  'realm/update_dict'(state, { data }) {
    applyToRealm(state, data)
  },

  'realm_domains/add'(state, { realm_domain }) {
    state.realm_domains.push(realm_domain)
  },

  'realm_domains/change'(state, { realm_domain }) {
    const known = state.realm_domains.find((each: Json) => each.domain === realm_domain.domain)
    Object.assign(known, realm_domain)
  },

  'realm_domains/remove'(state, { domain }) {
    state.realm_domains = state.realm_domains.filter((each: Json) => each.domain !== domain)
  },

  'channel_folder/add'(state, { channel_folder }) {
    state.channel_folders.push(channel_folder)
  },

  'channel_folder/update'(state, { channel_folder_id, data }) {
    const folder = state.channel_folders.find((each: Json) => each.id === channel_folder_id)
    Object.assign(folder, data)
  },

  'channel_folder/reorder'(state, { order }) {
    for (const folder of state.channel_folders) folder.order = order.indexOf(folder.id)
    state.channel_folders.sort((a: Json, b: Json) => a.order - b.order)
  },

  'drafts/add'(state, { drafts }) {
    state.drafts.push(...drafts)
    sortDrafts(state)
  },

  'drafts/update'(state, { draft }) {
    state.drafts = [...state.drafts.filter((each: Json) => each.id !== draft.id), draft]
    sortDrafts(state)
  },

  'drafts/remove'(state, { draft_id }) {
    state.drafts = state.drafts.filter((each: Json) => each.id !== draft_id)
  },

  'scheduled_messages/add'(state, { scheduled_messages }) {
    state.scheduled_messages.push(...scheduled_messages)
    sortScheduled(state)
  },

  'scheduled_messages/update'(state, { scheduled_message }) {
    const others = state.scheduled_messages.filter(
      (each: Json) => each.scheduled_message_id !== scheduled_message.scheduled_message_id,
    )
    state.scheduled_messages = [...others, scheduled_message]
    sortScheduled(state)
  },

  'scheduled_messages/remove'(state, { scheduled_message_id }) {
    state.scheduled_messages = state.scheduled_messages.filter(
      (each: Json) => each.scheduled_message_id !== scheduled_message_id,
    )
  },

  'reminders/add'(state, { reminders }) {
    state.reminders.push(...reminders)
    state.reminders.sort(
      (a: Json, b: Json) =>
        a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.reminder_id - b.reminder_id,
    )
  },

  'reminders/remove'(state, { reminder_id }) {
    state.reminders = state.reminders.filter((each: Json) => each.reminder_id !== reminder_id)
  },

  'navigation_view/add'(state, { navigation_view }) {
    const views = [...state.navigation_views, navigation_view]
    state.navigation_views = views.sort((a, b) => (a.fragment < b.fragment ? -1 : 1))
  },

  'navigation_view/update'(state, { fragment, data }) {
    Object.assign(
      state.navigation_views.find((each: Json) => each.fragment === fragment),
      data,
    )
  },

  'navigation_view/remove'(state, { fragment }) {
    state.navigation_views = state.navigation_views.filter((each: Json) => each.fragment !== fragment)
  },

  onboarding_steps(state, { onboarding_steps }) {
    state.onboarding_steps = onboarding_steps
  },

  default_stream_groups(state, { default_stream_groups }) {
    state.realm_default_stream_groups = default_stream_groups
  },

  'saved_snippets/add'(state, { saved_snippet }) {
    state.saved_snippets.push(saved_snippet)
  },

  'saved_snippets/update'(state, { saved_snippet }) {
    state.saved_snippets = state.saved_snippets.map((each: Json) =>
      each.id === saved_snippet.id ? saved_snippet : each,
    )
  },

  'saved_snippets/remove'(state, { saved_snippet_id }) {
    state.saved_snippets = state.saved_snippets.filter((each: Json) => each.id !== saved_snippet_id)
  },

  alert_words(state, { alert_words }) {
    state.alert_words = alert_words
  },

  realm_linkifiers(state, { realm_linkifiers }) {
    state.realm_linkifiers = realm_linkifiers
  },

  realm_playgrounds(state, { realm_playgrounds }) {
    state.realm_playgrounds = realm_playgrounds
  },

  'realm_bot/add'(state, { bot }) {
    state.realm_bots.push(bot)
  },

  'realm_bot/update'(state, { bot }) {
    Object.assign(
      state.realm_bots.find((each: Json) => each.user_id === bot.user_id),
      bot,
    )
  },

  'realm_bot/delete'(state, { bot }) {
    state.realm_bots = state.realm_bots.filter((each: Json) => each.user_id !== bot.user_id)
  },

  custom_profile_fields(state, { fields }) {
    state.custom_profile_fields = fields
    // What was said in a field that is gone is gone with it.
    const known = new Set(fields.map((field: Json) => String(field.id)))
    for (const user of [...state.realm_users, ...state.realm_non_active_users])
      for (const id of Object.keys(user.profile_data ?? {})) if (!known.has(id)) delete user.profile_data[id]
  },

  muted_users(state, { muted_users }) {
    state.muted_users = muted_users
  },

  push_device(state, { push_account_id, status, error_code }) {
    state.push_devices[push_account_id] = { status, error_code }
  },

  'device/add'(state, { device_id }) {
    state.devices[device_id] = {
      push_key_id: null,
      push_token_id: null,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: null,
      push_registration_error_code: null,
    }
  },

  'device/remove'(state, { device_id }) {
    delete state.devices[device_id]
  },

  presence(state, { presences, email, user_id, presence }, client) {
    if (presences) return Object.assign(state.presences, presences)
    const { pushable: _, ...aggregated } = presence.website
    state.presences[client.slim_presence ? user_id : email] = { ...presence, aggregated }
  },

  user_status(state, { type: _, id: __, user_id, ...news }) {
    const { away, status_text, emoji_name, ...emoji } = { ...state.user_status[user_id], ...news }
    const status = {
      ...(away ? { away } : {}),
      ...(status_text ? { status_text } : {}),
      ...(emoji_name ? { emoji_name, ...emoji } : {}),
    }
    if (Object.keys(status).length > 0) state.user_status[user_id] = status
    else delete state.user_status[user_id]
  },
}

/** What the reader may do in the realm follows from who holds its permissions, and from the groups that they are in. */
function workOutAbilities(state: Json) {
  const groups = groupsWith(state, state.user_id)
  const holds = (name: string) => {
    const holders = state[`realm_${name}`]
    return typeof holders === 'number'
      ? groups.has(holders)
      : holders.direct_members.includes(state.user_id) || holders.direct_subgroups.some((id: number) => groups.has(id))
  }
  const may = (name: string) => !state.is_guest && holds(name)
  state.can_create_public_streams = may('can_create_public_channel_group')
  state.can_create_private_streams = may('can_create_private_channel_group')
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_create_web_public_streams =
    state.server_web_public_streams_enabled &&
    state.realm_enable_spectator_access &&
    may('can_create_web_public_channel_group')
  state.can_invite_others_to_realm = may('can_invite_users_group')
}

function groupsWith(state: Json, user_id: number): Set<number> {
  const groups: Json[] = state.realm_user_groups
  const found = new Set<number>(groups.filter((group) => group.members.includes(user_id)).map((group) => group.id))
  for (const id of found) for (const group of groups) if (group.direct_subgroup_ids.includes(id)) found.add(group.id)
  return found
}

function rename(entries: Json, from: string, to: string) {
  if (!(from in entries)) return
  entries[to] = entries[from]
  if (to !== from) delete entries[from]
}

function forgetUser(state: Json, user_id: number) {
  for (const list of ['realm_users', 'realm_non_active_users'])
    state[list] = state[list].filter((each: Json) => each.user_id !== user_id)
}

/** What older clients make of somebody of whom they may not know. */
const strangerIn = (state: Json, user_id: number, full_name: string) => ({
  user_id,
  full_name,
  email: `user${user_id}@${new URL(state.realm_url).hostname}`,
  delivery_email: null,
  date_joined: '1970-01-01T00:00:00+00:00',
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: 400,
  timezone: '',
  avatar_url: 'https://secure.gravatar.com/avatar/?d=mp',
  avatar_version: 1,
  profile_data: {},
})

// The one last edited first.
const sortDrafts = (state: Json) => state.drafts.sort((a: Json, b: Json) => b.timestamp - a.timestamp || b.id - a.id)

// The next one first.
const sortScheduled = (state: Json) =>
  state.scheduled_messages.sort(
    (a: Json, b: Json) =>
      a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp ||
      a.scheduled_message_id - b.scheduled_message_id,
  )

const everSubscribed = (state: Json, stream_id: number) =>
  [...state.subscriptions, ...state.unsubscribed].some((each: Json) => each.stream_id === stream_id)

const unreadIn = (state: Json, stream_id: number): Json[] =>
  state.unread_msgs.streams.filter((each: Json) => each.stream_id === stream_id)

const everywhere = (state: Json, stream_id: number) =>
  ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((list) =>
    state[list].filter((channel: Json) => channel.stream_id === stream_id),
  )

function remove(state: Json, stream_id: number) {
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed'])
    state[list] = state[list].filter((each: Json) => each.stream_id !== stream_id)
}

function leave(state: Json, stream_ids: number[], user_ids: number[]) {
  for (const stream_id of stream_ids)
    for (const channel of everywhere(state, stream_id)) {
      channel.subscriber_count -= user_ids.length
      if (channel.subscribers) channel.subscribers = channel.subscribers.filter((id: number) => !user_ids.includes(id))
    }
}

function moveToFront(state: Json, max_message_id: number, user_ids: number[]) {
  if (state.recent_private_conversations === undefined) return
  const others = state.recent_private_conversations.filter((each: Json) => String(each.user_ids) !== String(user_ids))
  state.recent_private_conversations = [{ max_message_id, user_ids }, ...others]
}

type Where = { type: string; stream_id?: number; topic?: string; user_ids?: number[] }

function whereOf(state: Json, message: Json): Where {
  if (message.type === 'stream') return { type: 'stream', stream_id: message.stream_id, topic: message.subject }
  return {
    type: 'private',
    user_ids: message.display_recipient.map((each: Json) => each.id).filter((id: number) => id !== state.user_id),
  }
}

const sameTopic = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function isTopicMuted(state: Json, stream_id: number, topic: string): boolean {
  const chosen = state.user_topics.find(
    (each: Json) => each.stream_id === stream_id && sameTopic(each.topic_name, topic),
  )
  if (chosen) return chosen.visibility_policy === 1
  return state.subscriptions.some((each: Json) => each.stream_id === stream_id && each.is_muted)
}

function addUnread(state: Json, id: number, where: Where, flags: string[]) {
  const { unread_msgs } = state
  const threads = threadsFor(state, where)
  const ids: number[] = threads.unread_message_ids
  if (ids.includes(id)) return
  ids.push(id)
  ids.sort((a, b) => a - b)
  const isMuted = where.type === 'stream' && isTopicMuted(state, where.stream_id!, where.topic!)
  if (!isMuted) unread_msgs.count++
  if (flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted))
    unread_msgs.mentions = [...unread_msgs.mentions, id].sort((a, b) => a - b)
  sortThreads(unread_msgs)
}

function recall(state: Json, id: number, flags: string[]) {
  const { unread_msgs } = state
  const thread = unread_msgs.streams.find((each: Json) => each.unread_message_ids.includes(id))
  const isUnread =
    thread ?? [...unread_msgs.pms, ...unread_msgs.huddles].find((each) => each.unread_message_ids.includes(id))
  const isMuted = thread && isTopicMuted(state, thread.stream_id, thread.topic)
  const isCalled = flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted)
  const others = unread_msgs.mentions.filter((each: number) => each !== id)
  unread_msgs.mentions = isUnread && isCalled ? [...others, id].sort((a, b) => a - b) : others
}

function threadsFor(state: Json, where: Where): Json {
  const { unread_msgs, user_id } = state
  if (where.type === 'stream')
    return findOrAdd(
      unread_msgs.streams,
      (each) => each.stream_id === where.stream_id && each.topic.toLowerCase() === where.topic!.toLowerCase(),
      { stream_id: where.stream_id, topic: where.topic, unread_message_ids: [] },
    )
  const others = where.user_ids!
  if (others.length <= 1) {
    const other = others[0] ?? user_id
    return findOrAdd(unread_msgs.pms, (each) => each.other_user_id === other, {
      other_user_id: other,
      sender_id: other,
      unread_message_ids: [],
    })
  }
  const user_ids_string = [...others, user_id].sort((a, b) => a - b).join(',')
  return findOrAdd(unread_msgs.huddles, (each) => each.user_ids_string === user_ids_string, {
    user_ids_string,
    unread_message_ids: [],
  })
}

function findOrAdd(list: Json[], fits: (each: Json) => boolean, fresh: Json): Json {
  const found = list.find(fits)
  if (found) return found
  list.push(fresh)
  return fresh
}

function forgetUnread(state: Json, id: number) {
  const { unread_msgs } = state
  for (const kind of ['pms', 'streams', 'huddles'])
    for (const thread of unread_msgs[kind]) {
      if (!thread.unread_message_ids.includes(id)) continue
      thread.unread_message_ids = thread.unread_message_ids.filter((each: number) => each !== id)
      const isMuted = kind === 'streams' && isTopicMuted(state, thread.stream_id, thread.topic)
      if (!isMuted) unread_msgs.count--
    }
  unread_msgs.mentions = unread_msgs.mentions.filter((each: number) => each !== id)
  for (const kind of ['pms', 'streams', 'huddles'])
    unread_msgs[kind] = unread_msgs[kind].filter((thread: Json) => thread.unread_message_ids.length > 0)
}

function sortThreads(unread: Json) {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  unread.pms.sort((a: Json, b: Json) => a.other_user_id - b.other_user_id)
  unread.streams.sort(
    (a: Json, b: Json) => a.stream_id - b.stream_id || compare(a.topic.toLowerCase(), b.topic.toLowerCase()),
  )
  unread.huddles.sort((a: Json, b: Json) => compare(a.user_ids_string, b.user_ids_string))
}
