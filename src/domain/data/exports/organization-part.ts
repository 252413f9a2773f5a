import { channelFolders } from '../../management/channel-folders/storage'
import { defaultChannelIds } from '../../channels/channels/storage'
import { channelGroups } from '../../management/default-channels/storage'
import { allDomains } from '../../mail/email-domains/storage'
import { wireEmoji } from '../../customization/emoji/wire-emoji'
import { pictureKey } from '../../customization/pictures/picture'
import { allLinkifiers } from '../../customization/linkifiers/storage'
import { allPlaygrounds } from '../../customization/playgrounds/storage'
import { allGuestLinks } from '../../accounts/invitations/guest-link-storage'
import { profileFields } from '../../accounts/profile-fields/storage'
import { permissionsOf, realmRow, settingsOf } from '../../realm/settings/storage'
import { realmUuid } from '../../realm/settings/uuid-storage'
import { singleFilePart, walkedPart } from './part'
import { customEmoji, realmPicturesIn } from './walks'

/** The settings and the customization of the realm. */
export const organizationPart = singleFilePart('organization', (scope) => {
  const { realm } = scope
  const { string_id, host, created_at } = realmRow(realm)
  return {
    content: {
      string_id,
      host,
      uuid: realmUuid(realm),
      date_created: created_at,
      settings: settingsOf(realm),
      permissions: permissionsOf(realm),
      default_streams: defaultChannelIds(realm),
      default_stream_groups: channelGroups(realm.sql),
      domains: allDomains(realm.sql),
      profile_fields: profileFields(realm),
      channel_folders: channelFolders(realm.sql),
      guest_links: allGuestLinks(realm.sql),
      linkifiers: allLinkifiers(realm),
      playgrounds: allPlaygrounds(realm.sql),
    },
    included: realmPicturesIn(scope).map(({ kind, key }) => ({ key, name: `pictures/${kind}` })),
  }
})

/** The custom emoji with their pictures. */
export const emojiPart = walkedPart('emoji', customEmoji, {
  name: 'emoji',
  most: 100,
  write: ({ realm }, emoji) => wireEmoji(realm, emoji),
  includes: (_, { id, picture, extension }) => [{ key: pictureKey(picture), name: `emoji/${id}.${extension}` }],
})
