import { Failure } from '../parley/failure.mjs'
import { ExternalSort } from './external-sort.mjs'
import { zulipMessages } from './zulip-messages.mjs'
import { join } from 'node:path'

export const isZulip = (files) => files.has('realm.json')

/** The bots of the server, which each realm has: the same ones by the beginning of their addresses. */
const SYSTEM_BOTS = { 'notification-bot': 1, 'welcome-bot': 2, emailgateway: 3 }
const PERSONAL = 1
const CHANNEL = 2

/**
 * Converts an export of the reference server. Fields are read by their presence, so exports of several versions work. The file
 * `realm.json` is read several times, because rows refer to later ones, and each time one row at a time.
 */
export async function convertZulip(files, copy, { show }) {
  if (!isZulip(files)) throw new Failure('An export of Zulip has realm.json. Unpack the .tar.gz archive first.')
  const zulip = {
    files,
    copy,
    recipients: new Map(),
    huddles: new Map(),
    values: new Map(),
    memberships: new Map(),
    defaults: new Set(),
    avatars: new Map(),
    pictures: new Map(),
    reactions: new ExternalSort(join(copy.folder, 'sorting-reactions')),
  }
  show('Reading accounts')
  await readRecords(zulip)
  await readRealm(zulip, FIRST)
  await readRealm(zulip, ACCOUNTS)
  show('Reading channels')
  await readRealm(zulip, PLACES)
  await readRealm(zulip, PERSONAL_ROWS)
  await zulipMessages(zulip, show)
}

async function readRealm(zulip, readers) {
  for await (const { name, text, place } of zulip.files.items('realm.json'))
    if (readers[name]) await zulip.copy.tryRow(`${name} in ${place}`, () => readers[name](zulip, JSON.parse(text)))
}

async function readRecords({ files, copy, avatars, pictures }) {
  for await (const { text, place } of files.items('avatars/records.json'))
    await copy.tryRow(place, () => {
      const { path, user_profile_id } = JSON.parse(text)
      if (!path.endsWith('.original')) avatars.set(user_profile_id, `avatars/${path}`)
    })
  for await (const { text, place } of files.items('emoji/records.json'))
    await copy.tryRow(place, () => {
      const { path, name, file_name } = JSON.parse(text)
      if (!path.endsWith('.original')) pictures.set(`${name} ${file_name}`, `emoji/${path}`)
    })
}

const listOf = (map, key) => map.get(key) ?? map.set(key, []).get(key)

const FIRST = {
  zerver_realm: ({ copy }, { name, description }) => {
    const settings = { name: name?.slice(0, 40), description: description?.slice(0, 1000) }
    copy.setSettings(Object.fromEntries(Object.entries(settings).filter(([, value]) => value)))
  },
  zerver_recipient: ({ recipients }, { id, type, type_id }) => recipients.set(id, { type, type_id }),
  zerver_customprofilefield: ({ copy }, field) =>
    copy.write('profile_fields', [
      {
        id: field.id,
        position: field.order ?? field.id,
        type: field.field_type,
        name: field.name,
        hint: field.hint ?? '',
        field_data: field.field_data ?? '',
        display_in_profile_summary: field.display_in_profile_summary ? 1 : 0,
        required: field.required ? 1 : 0,
        editable_by_user: field.editable_by_user === false ? 0 : 1,
        use_for_user_matching: field.use_for_user_matching ? 1 : 0,
      },
    ]),
  zerver_customprofilefieldvalue: ({ values }, { user_profile, field, value }) =>
    values.set(user_profile, { ...values.get(user_profile), [field]: value }),
  zerver_usergroupmembership: ({ memberships }, { user_group, user_profile }) =>
    listOf(memberships, user_group).push(user_profile),
  zerver_defaultstream: ({ defaults }, { stream }) => defaults.add(stream),
}

async function addUser({ files, copy, values, avatars }, user) {
  const { id } = user
  const avatar = avatars.get(id)
  const token =
    user.avatar_source === 'U' && avatar ? await copy.files.storePicture(() => files.open(avatar)) : undefined
  copy.addUser({
    key: id,
    email: user.delivery_email || user.email,
    name: user.full_name,
    role: user.role ?? 400,
    isActive: user.is_active !== false && !user.is_mirror_dummy,
    isBot: user.is_bot === true,
    joined: user.date_joined ?? 0,
    timezone: user.timezone ?? '',
    extra: {
      bot_type: user.is_bot ? (user.bot_type ?? 1) : null,
      email_address_visibility: user.email_address_visibility ?? 1,
      profile_data: JSON.stringify(values.get(id) ?? {}),
      ...(token ? { avatar_source: 'U', avatar_hash: `2/${token}` } : {}),
    },
  })
}

const ACCOUNTS = {
  zerver_userprofile: addUser,
  zerver_userprofile_mirrordummy: addUser,
  zerver_userprofile_crossrealm: ({ copy }, { id, email }) => {
    const user_id = SYSTEM_BOTS[String(email).split('@')[0]]
    if (user_id !== undefined) copy.users.set(id, { user_id, full_name: email })
  },
}

const bit = (value) => (value ? 1 : 0)

function addGroup({ copy, memberships }, group) {
  if (group.is_system_group || String(group.name).startsWith('role:')) return
  copy.addGroup({
    name: group.name,
    about: group.description,
    members: memberships.get(group.usergroup_ptr ?? group.id) ?? [],
  })
}

const PLACES = {
  zerver_stream: ({ copy, defaults }, stream) =>
    copy.addChannel({
      key: stream.id,
      name: stream.name,
      about: stream.description,
      isPrivate: stream.invite_only === true,
      isArchived: stream.deactivated === true,
      created: stream.date_created ?? 0,
      creator: stream.creator,
      isDefault: defaults.has(stream.id),
      extra: {
        is_web_public: bit(stream.is_web_public),
        history_public_to_subscribers: bit(stream.history_public_to_subscribers ?? !stream.invite_only),
        message_retention_days: stream.message_retention_days ?? null,
      },
    }),
  zerver_usergroup: (zulip, group) => group.name !== undefined && addGroup(zulip, group),
  zerver_namedusergroup: addGroup,
  zerver_realmemoji: ({ files, copy, pictures }, { name, author, file_name, deactivated }) => {
    const path = pictures.get(`${name} ${file_name}`)
    if (deactivated || path === undefined) return copy.report.skip('an emoji is deactivated or has no picture', name)
    return copy.addEmoji({ name, author, open: () => files.open(path), extension: path.split('.').at(-1) })
  },
  zerver_realmfilter: ({ copy }, { id, pattern, url_template, order }) =>
    copy.write('linkifiers', [
      {
        id,
        position: order ?? id,
        pattern,
        url_template,
        alternative_url_templates: '[]',
        example_input: null,
        reverse_template: null,
      },
    ]),
}

/** Returns the new ids of a user and of a channel. Rows of accounts that were left out have none. */
function subscribe({ copy, recipients, huddles }, row) {
  const { type, type_id } = recipients.get(row.recipient) ?? {}
  const user = copy.users.get(row.user_profile)
  if (user === undefined || type === undefined || type === PERSONAL) return
  if (type !== CHANNEL) return void listOf(huddles, row.recipient).push(user.user_id)
  const channel = copy.channels.get(type_id)
  if (channel === undefined || row.active === false) return
  channel.people.add(user)
  const notification = (name) => (row[name] === null || row[name] === undefined ? null : bit(row[name]))
  channel.settings.set(user.user_id, {
    color: row.color ?? '#76ce90',
    is_muted: bit(row.is_muted),
    pin_to_top: bit(row.pin_to_top),
    desktop_notifications: notification('desktop_notifications'),
    audible_notifications: notification('audible_notifications'),
    push_notifications: notification('push_notifications'),
    email_notifications: notification('email_notifications'),
    wildcard_mentions_notify: notification('wildcard_mentions_notify'),
  })
}

const userIdOf = ({ copy }, key) => copy.users.get(key)?.user_id

const PERSONAL_ROWS = {
  zerver_subscription: subscribe,
  zerver_reaction: ({ reactions }, row) => void reactions.add(row.message, row),
  zerver_usertopic: (zulip, { user_profile, stream, topic_name, visibility_policy, last_updated }) => {
    const [user_id, channel] = [userIdOf(zulip, user_profile), zulip.copy.channels.get(stream)]
    if (user_id === undefined || channel === undefined || !visibility_policy) return
    const topic_key = topic_name.toLowerCase()
    const updated = Math.floor(last_updated ?? 0)
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
    zulip.copy.write('muted_users', [{ user_id, muted_user_id, muted_at: Math.floor(date_muted ?? 0) }])
  },
  zerver_userstatus: (zulip, row) => {
    const user_id = userIdOf(zulip, row.user_profile)
    if (user_id === undefined || (!row.status_text && !row.emoji_name)) return
    const { status_text = '', emoji_name = '', emoji_code = '', reaction_type = 'unicode_emoji' } = row
    zulip.copy.write('user_statuses', [{ user_id, status_text, emoji_name, emoji_code, reaction_type }])
  },
}
