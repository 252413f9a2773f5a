import { allDomains } from '../../../mail/email-domains/storage'
import { profileFields } from '../../../accounts/profile-fields/storage'
import { allChannels } from '../../../channels/channels/storage'
import { allCustomEmoji } from '../../../customization/emoji/storage'
import { allLinkifiers } from '../../../customization/linkifiers/storage'
import { allPlaygrounds } from '../../../customization/playgrounds/storage'
import { channelFolders } from '../../../management/channel-folders/storage'
import { realmDefaultsOf } from '../../../people/user-settings/storage'
import { REALM_PICTURES, type RealmPictureKind } from '../../../customization/realm-pictures/rules'
import { realmPicture } from '../../../customization/realm-pictures/storage'
import { CHANNEL_SETTINGS, NO_CHANNEL } from '../../../realm/settings/settings'
import { permissionsOf, realmRow, settingsOf } from '../../../realm/settings/storage'
import { realmUuidRow } from '../../../realm/settings/uuid-storage'
import { olderGifRating } from '../../../organization/settings/gif-ratings'
import type { Scope } from '../scope'
import { permissionIds } from './group-ids'
import { CLIENT, REALM, referenceName } from './ids'
import { withoutOwn } from './settings'
import { smallTable, type ReferenceTable } from './table'

const CLIENT_NAME = 'Parley'

/** The tables about the organization, all of which are small. */
export const organizationTables: readonly ReferenceTable[] = [
  smallTable('zerver_realm', (scope) => [realmOf(scope)]),
  smallTable('zerver_client', () => [{ id: CLIENT, name: CLIENT_NAME }]),
  smallTable('zerver_realmdomain', ({ realm }) =>
    allDomains(realm.sql).map((domain, index) => ({ id: index + 1, realm: REALM, ...domain })),
  ),
  smallTable('zerver_realmauthenticationmethod', ({ realm }) =>
    Object.entries(settingsOf(realm).authentication_methods)
      .filter(([, isEnabled]) => isEnabled)
      .map(([name], index) => ({ id: index + 1, realm: REALM, name })),
  ),
  smallTable('zerver_realmuserdefault', ({ realm }) => [
    { id: 1, realm: REALM, ...withoutOwn({ ...realmDefaultsOf(realm.sql) }) },
  ]),
  smallTable('zerver_customprofilefield', ({ realm }) =>
    profileFields(realm).map(({ type, ...field }) => ({ ...field, realm: REALM, field_type: type })),
  ),
  smallTable('zerver_realmfilter', ({ realm }) =>
    allLinkifiers(realm).map(({ id, pattern, url_template }, order) => ({
      id,
      realm: REALM,
      pattern,
      url_template,
      order,
    })),
  ),
  smallTable('zerver_realmplayground', ({ realm }) =>
    allPlaygrounds(realm.sql).map((playground) => ({ ...playground, realm: REALM })),
  ),
  smallTable('zerver_realmemoji', ({ realm }) =>
    [...allCustomEmoji(realm).values()].map((emoji) => ({
      id: emoji.id,
      author: emoji.author_id,
      realm: REALM,
      name: emoji.name,
      file_name: `${emoji.id}.${emoji.extension}`,
      is_animated: emoji.has_still,
      deactivated: emoji.deactivated,
    })),
  ),
  smallTable('zerver_channelfolder', ({ realm }) =>
    channelFolders(realm.sql).map(({ creator_id, ...folder }) => ({ ...folder, realm: REALM, creator: creator_id })),
  ),
  smallTable('zerver_defaultstream', ({ realm }) =>
    allChannels(realm)
      .filter(({ is_default }) => is_default)
      .map(({ stream_id }, index) => ({ id: index + 1, realm: REALM, stream: stream_id })),
  ),
]

function realmOf(scope: Scope) {
  const { realm } = scope
  const { string_id, created_at, is_deactivated } = realmRow(realm)
  const { authentication_methods: _, plan_type: __, ...settings } = settingsOf(realm)
  const exported = new Set(
    allChannels(realm).flatMap((channel) => (scope.hasChannel(channel) ? [channel.stream_id] : [])),
  )
  const channels = CHANNEL_SETTINGS.map((name) => {
    const id = settings[name]
    return [referenceName(name).replace(/_id$/, ''), id !== NO_CHANNEL && exported.has(id) ? id : null]
  })
  return {
    id: REALM,
    ...identityOf(scope),
    string_id,
    date_created: created_at,
    deactivated: is_deactivated,
    ...withoutOwn({ ...settings }, [...CHANNEL_SETTINGS, 'gif_rating_policy']),
    giphy_rating: olderGifRating(settings.gif_rating_policy),
    ...Object.fromEntries(channels),
    ...Object.assign({}, ...REALM_PICTURES.map((kind) => pictureColumns(scope, kind))),
    ...permissionIds({ kind: 'realm', id: 0 }, permissionsOf(realm)),
  }
}

/**
 * Who has the secret owns the UUID at Zulip's push service. Every administrator can download the other exports, so they have neither:
 * the server that imports one gives the organization a new UUID.
 */
function identityOf({ realm, dataExport }: Scope) {
  if (!dataExport.is_complete) return {}
  const { uuid, owner_secret } = realmUuidRow(realm)
  return { uuid, uuid_owner_secret: owner_secret }
}

function pictureColumns({ realm }: Scope, kind: RealmPictureKind) {
  const { picture, version } = realmPicture(realm, kind)
  const initial = kind === 'icon' ? 'G' : 'D'
  return { [`${kind}_source`]: picture === null ? initial : 'U', [`${kind}_version`]: version }
}
