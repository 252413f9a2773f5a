import type { Row } from './converted.ts'
import type { ConverterOptions } from './converter.ts'
import type { CopyWriter } from './copy-writer.ts'
import { ExternalSort } from './external-sort.ts'
import { objectIn } from './objects-in.ts'
import type { SourceFiles } from './source-files.ts'
import { wholeSeconds } from './times.ts'
import type { ZulipGroup, ZulipUser } from './zulip-archive.ts'
import type { Readers, Zulip } from './zulip-context.ts'
import { bit, Permissions, SETTINGS, settingsIn, systemGroupId, USER_SETTINGS, valueOf } from './zulip-organization.ts'
import { PERSONAL_ROWS } from './zulip-personal.ts'
import { PROFILE_FIELDS, profileOf } from './zulip-profiles.ts'
import { zulipMessages } from './zulip-messages.ts'
import { SCHEDULED } from './zulip-scheduled.ts'

export const isZulip = (files: SourceFiles) => files.has('realm.json')

/** The bots of the server, which each realm has: the same ones by the beginning of their addresses. */
const SYSTEM_BOTS: Record<string, number> = { 'notification-bot': 1, 'welcome-bot': 2, emailgateway: 3 }

/**
 * Converts an export of the reference server. Fields are read by their presence, so exports of several versions work. The file
 * `realm.json` is read several times, because rows refer to later ones, and each time one row at a time.
 */
export async function convertZulip(files: SourceFiles, copy: CopyWriter, { show }: ConverterOptions) {
  const zulip: Zulip = {
    files,
    copy,
    recipients: new Map(),
    huddles: new Map(),
    values: new Map(),
    fieldsOfUsers: new Set(),
    permissions: new Permissions(),
    defaults: new Set(),
    avatars: new Map(),
    pictures: new Map(),
    clients: new Map(),
    accounts: [],
    folders: new Set(),
    reactions: new ExternalSort(copy.storage, 'sorting-reactions'),
    submessages: new ExternalSort(copy.storage, 'sorting-submessages'),
  }
  show('Reading accounts')
  await readRecords(zulip)
  await readRealm(zulip, FIRST)
  copy.reserveUserIds(zulip.accounts.toSorted((a, b) => a - b))
  await readRealm(zulip, ACCOUNTS)
  show('Reading channels')
  await readRealm(zulip, PLACES)
  await readRealm(zulip, PERSONAL_ROWS)
  await readRealm(zulip, SCHEDULED)
  await zulipMessages(zulip, show)
}

async function readRealm(zulip: Zulip, readers: Readers) {
  const byName = new Map(Object.entries(readers))
  for await (const { name, text, place } of zulip.files.items('realm.json')) {
    const read = byName.get(name)
    if (read) await zulip.copy.tryRow(`${name} in ${place}`, () => read(zulip, objectIn(text)))
  }
}

async function readRecords({ files, copy, avatars, pictures }: Zulip) {
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
  for await (const { text, place } of files.items('realm_icons/records.json'))
    await copy.tryRow(place, async () => {
      const { path } = JSON.parse(text)
      const [, kind] = /(?:^|\/)(icon|logo|night_logo)\.original$/.exec(path) ?? []
      const picture = kind && (await copy.files.storePicture(() => files.open(`realm_icons/${path}`)))
      if (picture) copy.write('realm_pictures', [{ kind, picture, version: 1 }])
    })
}

const isGroup = ({ name }: ZulipGroup) => name !== undefined

const FIRST: Readers = {
  zerver_realm: ({ copy }, row) => {
    copy.setSettings(settingsIn(row, SETTINGS))
    if (row.date_created) copy.write('realm', [{ singleton: 1, created_at: wholeSeconds(row.date_created) }])
  },
  zerver_userprofile: ({ accounts }, { id }) => void accounts.push(id),
  zerver_userprofile_mirrordummy: ({ accounts }, { id }) => void accounts.push(id),
  zerver_channelfolder: ({ folders }, { id }) => void folders.add(id),
  zerver_client: ({ clients }, { id, name }) => clients.set(id, name),
  zerver_realmuserdefault: ({ copy }, row) =>
    writeValues(copy, 'realm_user_settings_defaults', {}, settingsIn(row, USER_SETTINGS)),
  zerver_realmdomain: ({ copy }, { id, domain, allow_subdomains }) =>
    copy.write('realm_domains', [{ id, domain, allow_subdomains: bit(allow_subdomains) }]),
  zerver_realmplayground: ({ copy }, { id, name, pygments_language, url_template }) =>
    url_template && copy.write('playgrounds', [{ id, name, pygments_language, url_template }]),
  zerver_usergroup: (zulip, group) => isGroup(group) && noteGroup(zulip, group),
  zerver_namedusergroup: noteGroup,
  zerver_groupgroupmembership: ({ permissions }, row) => permissions.addSubgroup(row),
  zerver_recipient: ({ recipients }, { id, type, type_id }) => recipients.set(id, { type, type_id }),
  ...PROFILE_FIELDS,
  zerver_usergroupmembership: ({ permissions }, row) => permissions.addMember(row),
  zerver_defaultstream: ({ defaults }, { stream }) => defaults.add(stream),
}

const writeValues = (copy: CopyWriter, table: string, owner: Row, values: Row) =>
  copy.write(
    table,
    Object.entries(values).map(([name, value]) => ({ ...owner, name, value: JSON.stringify(value) })),
  )

/** Groups with names have their new ids before the permissions that name them. */
function noteGroup({ copy, permissions }: Zulip, group: ZulipGroup) {
  permissions.ids.set(keyOf(group), systemGroupId(group.name) ?? copy.takeGroupId())
}

/** Newer versions have no other id of a group. */
function keyOf({ usergroup_ptr, id }: ZulipGroup) {
  const key = usergroup_ptr ?? id
  if (key === undefined) throw new Error('the group has no id')
  return key
}

async function addUser(zulip: Zulip, user: ZulipUser) {
  const { files, copy, avatars } = zulip
  const { id } = user
  const avatar = avatars.get(id)
  const token =
    user.avatar_source === 'U' && avatar ? await copy.files.storePicture(() => files.open(avatar)) : undefined
  const { user_id } = copy.addUser({
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
      bot_owner_id: copy.reservedId(user.bot_owner) ?? null,
      email_address_visibility: user.email_address_visibility ?? 1,
      profile_data: profileOf(zulip, id),
      standing: user.is_imported_stub ? 'imported' : 'claimed',
      ...(token ? { avatar_source: 'U', avatar_hash: `2/${token}` } : {}),
    },
  })
  if (!user.is_bot) writeValues(copy, 'user_settings', { user_id }, settingsIn(user, USER_SETTINGS))
}

const ACCOUNTS: Readers = {
  zerver_userprofile: addUser,
  zerver_userprofile_mirrordummy: addUser,
  zerver_userprofile_crossrealm: ({ copy }, { id, email }) => {
    const [name = ''] = String(email).split('@')
    const user_id = SYSTEM_BOTS[name]
    if (user_id !== undefined) copy.users.set(id, { user_id, full_name: String(email) })
  },
}

function addGroup({ copy, permissions }: Zulip, group: ZulipGroup) {
  if (systemGroupId(group.name) !== undefined) return
  const key = keyOf(group)
  const id = permissions.ids.get(key)
  const given = permissions.in(copy, group)
  copy.addGroup({
    id,
    name: group.name,
    about: group.description,
    members: permissions.membersOf(key),
    extra: {
      date_created: group.date_created ? wholeSeconds(group.date_created) : null,
      creator_id: copy.users.get(group.creator)?.user_id ?? null,
      deactivated: bit(group.deactivated),
      permissions: JSON.stringify(given),
    },
  })
  copy.write(
    'group_subgroups',
    permissions.subgroupsOf(key).map((subgroup_id) => ({ group_id: id, subgroup_id })),
  )
}

const PLACES: Readers = {
  zerver_stream: ({ copy, defaults, folders, permissions }, stream) =>
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
        topics_policy: valueOf('topics_policy', stream.topics_policy ?? 1),
        folder_id: folders.has(stream.folder ?? 0) ? stream.folder : null,
        permissions: JSON.stringify(permissions.in(copy, stream)),
      },
    }),
  zerver_channelfolder: (
    { copy },
    { id, name, description, rendered_description, date_created, creator, order, is_archived },
  ) =>
    copy.write('channel_folders', [
      {
        id,
        name,
        description: description ?? '',
        rendered_description: rendered_description ?? '',
        date_created: wholeSeconds(date_created),
        creator_id: copy.userFor(creator).user_id,
        order: order ?? id,
        is_archived: bit(is_archived),
      },
    ]),
  zerver_usergroup: (zulip, group) => isGroup(group) && addGroup(zulip, group),
  zerver_namedusergroup: addGroup,
  zerver_realmemoji: ({ files, copy, pictures }, { id, name, author, file_name, deactivated }) => {
    const path = pictures.get(`${name} ${file_name}`)
    if (path === undefined) return copy.report.skip('an emoji has no picture', name)
    const extension = path.split('.').at(-1)
    return copy.emoji.add({
      key: id,
      name,
      author,
      open: () => files.open(path),
      extension,
      isDeactivated: deactivated,
    })
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
