import { pictureIdOf } from '../../accounts/avatars/rules'
import { allEntries } from '../../accounts/bots/storage'
import type { Channel } from '../../channels/channels/channel'
import { allChannels, findChannel } from '../../channels/channels/storage'
import { allPeriodsOf, subscriptionsOf } from '../../channels/subscriptions/storage'
import { userTopicsOf } from '../../channels/user-topics/storage'
import type { CustomEmoji } from '../../customization/emoji/custom-emoji'
import { allCustomEmoji } from '../../customization/emoji/storage'
import { pictureKey } from '../../customization/pictures/picture'
import { REALM_PICTURES } from '../../customization/realm-pictures/rules'
import { realmPicture } from '../../customization/realm-pictures/storage'
import { allBots } from '../../people/bots/storage'
import { allUsers } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import type { Scope } from './scope'

/**
 * What exports contain. The parts of both forms walk these lists, in pages, and only write what they find in their form. So what
 * is private is decided here and in the scope, for both. Messages are in message-pages.ts, files in attachments-part.ts.
 */
export type Walk<Item> = { list: (scope: Scope) => readonly Item[]; idOf: (item: Item) => number }

const userId = ({ user_id }: User) => user_id

/** All users, also bots and deactivated users, because their messages are in the export. */
export const users: Walk<User> = { list: ({ realm }) => allUsers(realm), idOf: userId }

export const bots: Walk<User> = { list: ({ realm }) => allBots(realm), idOf: userId }

/** The users whose private data is in the export. */
export const consentingUsers: Walk<number> = { list: ({ consentingIds }) => consentingIds, idOf: (id) => id }

/** The exported channels, also the archived ones. */
export const channels: Walk<Channel> = {
  list: (scope) => allChannels(scope.realm).filter((channel) => scope.hasChannel(channel)),
  idOf: ({ stream_id }) => stream_id,
}

/** The custom emoji, deactivated ones too, because reactions name them. */
export const customEmoji: Walk<CustomEmoji> = {
  list: ({ realm }) => [...allCustomEmoji(realm).values()],
  idOf: ({ id }) => id,
}

const hasChannelOf =
  (scope: Scope) =>
  ({ stream_id }: { stream_id: number }): boolean => {
    const channel = findChannel(scope.realm, stream_id)
    return channel !== undefined && scope.hasChannel(channel)
  }

/** Returns the subscriptions of a user to exported channels. */
export const subscriptionsIn = (scope: Scope, user_id: number) =>
  subscriptionsOf(scope.realm.sql, user_id).filter(hasChannelOf(scope))

/** Returns the topics of exported channels that a user follows or has muted. */
export const userTopicsIn = (scope: Scope, user_id: number) =>
  userTopicsOf(scope.realm.sql, user_id).filter(hasChannelOf(scope))

/** Returns who was subscribed when, as far as the export may say it. */
export const periodsIn = (scope: Scope, channel: Channel) =>
  allPeriodsOf(scope.realm, channel.stream_id).filter((period) => scope.hasPeriod(channel, period))

/** Returns what a bot has stored, which is private data of its owner. Null: the owner did not consent. */
export const storageIn = (scope: Scope, { user_id, bot_owner_id }: User) =>
  bot_owner_id !== null && scope.hasDataOf(bot_owner_id) ? allEntries(scope.realm.sql, user_id).rows : null

/** Returns the address of an outgoing webhook without what is behind the host: that is often a token. */
export const withoutCredentials = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')

/** Returns the key of the uploaded picture of a user, if there is one. */
export const avatarKeyOf = ({ avatar_source, avatar_hash }: User): string | undefined =>
  avatar_source === 'U' ? pictureKey(pictureIdOf(avatar_hash)) : undefined

/** Returns the uploaded pictures of the organization. */
export const realmPicturesIn = ({ realm }: Scope) =>
  REALM_PICTURES.flatMap((kind) => {
    const { picture } = realmPicture(realm, kind)
    return picture === null ? [] : [{ kind, key: pictureKey(picture) }]
  })
