import type { Realm } from '../../../realm'
import { channelFolders } from '../../management/channel-folders/storage'
import { defaultChannelIds } from '../../channels/channels/storage'
import { channelGroups } from '../../management/default-channels/storage'
import { allDomains } from '../../accounts/email-domains/storage'
import { emojiShown } from '../../customization/emoji/shown'
import { emojiOfRealm } from '../../customization/emoji/storage'
import { pictureKey } from '../../customization/pictures/pictures'
import { knownLinkifiers } from '../../customization/linkifiers/storage'
import { playgroundsOf } from '../../customization/playgrounds/storage'
import { profileFields } from '../../accounts/profile-fields/storage'
import { REALM_PICTURES } from '../../customization/realm-pictures/rules'
import { realmPicture } from '../../customization/realm-pictures/storage'
import { permissionsOf, realmRow, settingsOf } from '../../realm/settings/storage'
import { inOne, type Along } from './part'

/** The organization itself: how it is set, and what it has made its own. */
export const organizationPart = inOne('organization', ({ realm }) => {
  const { string_id, host, created_at } = realmRow(realm)
  return {
    content: {
      string_id,
      host,
      date_created: created_at,
      settings: settingsOf(realm),
      permissions: permissionsOf(realm),
      default_streams: defaultChannelIds(realm.sql),
      default_stream_groups: channelGroups(realm.sql),
      domains: allDomains(realm.sql),
      profile_fields: profileFields(realm),
      channel_folders: channelFolders(realm.sql),
      linkifiers: knownLinkifiers(realm),
      playgrounds: playgroundsOf(realm.sql),
      emoji: emojiShown(realm),
    },
    along: [...picturesOf(realm), ...emojiPictures(realm)],
  }
})

const picturesOf = (realm: Realm): Along[] =>
  REALM_PICTURES.flatMap((kind) => {
    const { picture } = realmPicture(realm, kind)
    return picture === null ? [] : [{ key: pictureKey(picture), name: `pictures/${kind}` }]
  })

const emojiPictures = (realm: Realm): Along[] =>
  [...emojiOfRealm(realm)].map(([id, { picture, ending }]) => ({
    key: pictureKey(picture),
    name: `emoji/${id}.${ending}`,
  }))
