import { getOrAdd } from './get-or-add.ts'
import { wholeSeconds } from './times.ts'
import type { ZulipSubscription } from './zulip-archive.ts'
import type { Zulip, Readers } from './zulip-context.ts'
import { bit, channelSettings } from './zulip-organization.ts'

const PERSONAL = 1
const CHANNEL = 2

/** Returns the new ids of a user and of a channel. Rows of accounts that were left out have none. */
function subscribe({ copy, recipients, huddles }: Zulip, row: ZulipSubscription) {
  const { type, type_id } = recipients.get(row.recipient) ?? {}
  const user = copy.users.get(row.user_profile)
  if (user === undefined || type === undefined || type === PERSONAL) return
  if (type !== CHANNEL) return void getOrAdd(huddles, row.recipient, () => []).push(user.user_id)
  const channel = copy.channels.get(type_id)
  if (channel === undefined) return
  const notification = (name: string) => (row[name] === null || row[name] === undefined ? null : bit(row[name]))
  const settings = {
    color: row.color ?? '#76ce90',
    is_muted: bit(row.is_muted),
    pin_to_top: bit(row.pin_to_top),
    desktop_notifications: notification('desktop_notifications'),
    audible_notifications: notification('audible_notifications'),
    push_notifications: notification('push_notifications'),
    email_notifications: notification('email_notifications'),
    wildcard_mentions_notify: notification('wildcard_mentions_notify'),
  }
  if (row.active === false) (channel.former ??= new Map()).set(user.user_id, settings)
  else {
    channel.people.add(user)
    channel.settings.set(user.user_id, settings)
  }
}

const botRow = (
  user_id: number,
  { service_name, interface: form }: { service_name: string | undefined; interface: number | undefined },
) => ({
  user_id,
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: 0,
  service_name: service_name ?? '',
  payload_url: '',
  interface: form ?? 1,
})

const userIdOf = ({ copy }: Zulip, key: number) => copy.users.get(key)?.user_id

export const PERSONAL_ROWS: Readers = {
  zerver_subscription: subscribe,
  // Now all users, groups and channels are known.
  zerver_realm: ({ copy, permissions }, row) =>
    copy.setSettings({ ...channelSettings(copy, row), ...permissions.in(copy, row) }),
  zerver_reaction: ({ reactions }, row) => reactions.add(row.message, row),
  zerver_submessage: ({ submessages }, row) => submessages.add(row.message * 1000 + (row.id % 1000), row),
  zerver_service: (zulip, { user_profile, name, interface: form }) => {
    const user_id = userIdOf(zulip, user_profile)
    if (user_id !== undefined) zulip.copy.write('bots', [botRow(user_id, { service_name: name, interface: form })])
  },
  zerver_botstoragedata: (zulip, { bot_profile, key, value }) => {
    const user_id = userIdOf(zulip, bot_profile)
    if (user_id !== undefined) zulip.copy.write('bot_storage', [{ user_id, entry_key: key, value }])
  },
  zerver_savedsnippet: (zulip, { id, user_profile, title, content, date_created }) => {
    const user_id = userIdOf(zulip, user_profile)
    const row = { id, user_id, title, content, date_created: wholeSeconds(date_created) }
    if (user_id !== undefined) zulip.copy.write('saved_snippets', [row])
  },
  zerver_navigationview: (zulip, { user, fragment, is_pinned, name }) => {
    const user_id = userIdOf(zulip, user)
    const row = { user_id, fragment, is_pinned: bit(is_pinned), name: name ?? null }
    if (user_id !== undefined) zulip.copy.write('navigation_views', [row])
  },
  zerver_usertopic: (zulip, { user_profile, stream, topic_name, visibility_policy, last_updated }) => {
    const [user_id, channel] = [userIdOf(zulip, user_profile), zulip.copy.channels.get(stream)]
    if (user_id === undefined || channel === undefined || !visibility_policy) return
    const topic_key = topic_name.toLowerCase()
    const updated = wholeSeconds(last_updated)
    zulip.copy.write('user_topics', [
      { user_id, stream_id: channel.stream_id, topic_key, topic_name, visibility_policy, last_updated: updated },
    ])
  },
  zerver_alertword: (zulip, { id, user_profile, word }) => {
    const user_id = userIdOf(zulip, user_profile)
    if (user_id !== undefined) zulip.copy.write('alert_words', [{ id, user_id, word, word_key: word.toLowerCase() }])
  },
  zerver_muteduser: (zulip, { user_profile, muted_user, date_muted }) => {
    const [user_id, muted_user_id] = [userIdOf(zulip, user_profile), userIdOf(zulip, muted_user)]
    if (user_id === undefined || muted_user_id === undefined) return
    zulip.copy.write('muted_users', [{ user_id, muted_user_id, muted_at: wholeSeconds(date_muted) }])
  },
  zerver_userstatus: (zulip, row) => {
    const user_id = userIdOf(zulip, row.user_profile)
    if (user_id === undefined || (!row.status_text && !row.emoji_name)) return
    const { status_text = '', emoji_name = '', emoji_code = '', reaction_type = 'unicode_emoji' } = row
    zulip.copy.write('user_statuses', [{ user_id, status_text, emoji_name, emoji_code, reaction_type }])
  },
}
