import type { Realm } from '../../realm'
import { channelFolders } from '../channel-folders/storage'
import { defaultChannelIds } from '../channels/events'
import { channelGroups } from '../default-channels/group-storage'
import { allDomains } from '../domains/storage'
import { emojiShown } from '../emoji/shown'
import { emojiOfRealm } from '../emoji/storage'
import { pictureKey } from '../files/pictures'
import { knownLinkifiers } from '../linkifiers/storage'
import { playgroundsOf } from '../playgrounds/storage'
import { profileFields } from '../profile-fields/storage'
import { REALM_PICTURES } from '../realm-pictures/rules'
import { realmPicture } from '../realm-pictures/storage'
import { permissionsOf, realmRow, settingsOf } from '../realm/storage'
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
      default_streams: defaultChannelIds(realm),
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
