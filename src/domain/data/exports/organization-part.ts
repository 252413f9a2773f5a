import type { ReadOnlyRealm } from '../../../realm'
import { channelFolders } from '../../management/channel-folders/storage'
import { defaultChannelIds } from '../../channels/channels/storage'
import { channelGroups } from '../../management/default-channels/storage'
import { allDomains } from '../../mail/email-domains/storage'
import { wireCustomEmoji } from '../../customization/emoji/wire-emoji'
import { allCustomEmoji } from '../../customization/emoji/storage'
import { pictureKey } from '../../customization/pictures/picture'
import { allLinkifiers } from '../../customization/linkifiers/storage'
import { allPlaygrounds } from '../../customization/playgrounds/storage'
import { profileFields } from '../../accounts/profile-fields/storage'
import { REALM_PICTURES } from '../../customization/realm-pictures/rules'
import { realmPicture } from '../../customization/realm-pictures/storage'
import { permissionsOf, realmRow, settingsOf } from '../../realm/settings/storage'
import { pagedPart, singleFilePart, takeItems, type FileToInclude } from './part'

/** The settings and the customization of the realm. */
export const organizationPart = singleFilePart('organization', ({ realm }) => {
  const { string_id, host, created_at } = realmRow(realm)
  return {
    content: {
      string_id,
      host,
      date_created: created_at,
      settings: settingsOf(realm),
      permissions: permissionsOf(realm),
      default_streams: defaultChannelIds(realm),
      default_stream_groups: channelGroups(realm.sql),
      domains: allDomains(realm.sql),
      profile_fields: profileFields(realm),
      channel_folders: channelFolders(realm.sql),
      linkifiers: allLinkifiers(realm),
      playgrounds: allPlaygrounds(realm.sql),
    },
    included: realmPictures(realm),
  }
})

const realmPictures = (realm: ReadOnlyRealm): FileToInclude[] =>
  REALM_PICTURES.flatMap((kind) => {
    const { picture } = realmPicture(realm, kind)
    return picture === null ? [] : [{ key: pictureKey(picture), name: `pictures/${kind}` }]
  })

const EMOJI_PER_PAGE = 100

/** The custom emoji, deactivated ones too, because reactions name them. */
export const emojiPart = pagedPart('emoji', ({ realm }, after) => {
  const wire = wireCustomEmoji(realm)
  const { items, values, next } = takeItems(
    [...allCustomEmoji(realm)].map(([id, emoji]) => ({ ...emoji, number: Number(id) })),
    ({ number }) => number,
    { after, most: EMOJI_PER_PAGE },
    ({ number }) => wire[number],
  )
  if (values.length === 0) return {}
  const included = items.map(({ number, picture, extension }) => ({
    key: pictureKey(picture),
    name: `emoji/${number}.${extension}`,
  }))
  return { content: { emoji: values }, included, next }
})
