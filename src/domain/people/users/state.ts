import * as v from 'valibot'
import { stateSlice } from '../../../realm'
import { isTold } from './events'
import {
  avatarUrl,
  fullProfileOf,
  mediumPictureUrl,
  profileInPublic,
  profileOf,
  unknownUser,
  userFields,
  type Profile,
} from './profile'
import { isAdministrator, isGuest } from './rules'
import { known, whomTheyKnow } from './sight'
import { readerAsking } from './spectator'
import { allUsers } from './storage'
import { MODERATOR, OWNER, type User } from './user'

const { is_active: _, ...fieldsOfActiveUser } = userFields

/** Everyone of whom a client may know, and who asks. */
export const usersSlice = stateSlice({
  fetchedFor: ['realm_user'],
  fields: {
    realm_users: v.array(v.strictObject(fieldsOfActiveUser)),
    realm_non_active_users: v.array(v.strictObject(fieldsOfActiveUser)),
    cross_realm_bots: v.array(v.strictObject({ ...userFields, is_system_bot: v.boolean() })),
    user_id: v.number(),
    email: v.string(),
    delivery_email: v.string(),
    full_name: v.string(),
    is_owner: v.boolean(),
    is_admin: v.boolean(),
    is_moderator: v.boolean(),
    is_guest: v.boolean(),
    avatar_source: v.string(),
    avatar_url: v.nullable(v.string()),
    avatar_url_medium: v.nullable(v.string()),
  },
  read: (realm, actor: User, client) => {
    const { client_gravatar } = client
    const knows = whomTheyKnow(realm, actor)
    const [friends, unknown] = partition(allUsers(realm), knows)
    const profiles = (wanted: (user: User) => boolean) =>
      friends
        .filter((user) => !user.is_system_bot && wanted(user))
        .map((user) => withoutActivity(fullProfileOf(user, actor, client_gravatar)))
    const strangers = isTold(client) ? unknown.map(({ user_id }) => withoutActivity(unknownUser(realm, user_id))) : []
    return {
      realm_users: [...profiles((user) => user.is_active), ...strangers],
      realm_non_active_users: profiles((user) => !user.is_active),
      cross_realm_bots: allUsers(realm)
        .filter((user) => user.is_system_bot)
        .map((user) => ({ ...profileOf(user, actor, client_gravatar), is_system_bot: true })),
      user_id: actor.user_id,
      email: actor.email,
      delivery_email: actor.delivery_email,
      full_name: actor.full_name,
      is_owner: actor.role === OWNER,
      is_admin: isAdministrator(actor),
      is_moderator: actor.role <= MODERATOR,
      is_guest: isGuest(actor),
      avatar_source: actor.avatar_source,
      avatar_url: avatarUrl(actor, false),
      avatar_url_medium: mediumPictureUrl(actor),
    }
  },
  readInPublic: (realm) => {
    const users = known(realm, readerAsking(realm, undefined)).map((user) => ({
      user,
      profile: profileInPublic(realm, user),
    }))
    const told = (wanted: (user: User) => boolean) =>
      users.flatMap(({ user, profile }) => (!user.is_system_bot && wanted(user) ? [withoutActivity(profile)] : []))
    return {
      realm_users: told((user) => user.is_active),
      realm_non_active_users: told((user) => !user.is_active),
      cross_realm_bots: users.flatMap(({ user, profile }) =>
        user.is_system_bot ? [{ ...profile, is_system_bot: true }] : [],
      ),
    }
  },
})

function partition(users: readonly User[], fits: (user: User) => boolean): [User[], User[]] {
  return [users.filter(fits), users.filter((user) => !fits(user))]
}

function withoutActivity({ is_active: _, ...profile }: Profile) {
  return profile
}
