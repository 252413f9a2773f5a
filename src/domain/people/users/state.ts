import * as v from 'valibot'
import { named } from '../../../api/named'
import { jsonList } from '../../../api/json-text'
import { stateSlice } from '../../../realm'
import { encodeBlocks, encodedUserList, listsOf } from './encoded-user-lists'
import { expectsAllUsers } from './events'
import { publicProfileOf, profileOf, unknownUserProfile, userFields, type Profile } from './profile'
import { isAdministrator, isGuest } from './rules'
import { hiddenUsers, visibleUsers } from './visible-users'
import { requireReader } from './spectator'
import { allUsers, loadUsers } from './storage'
import { MODERATOR, OWNER, type User } from './user'
import { avatarUrlFor, mediumAvatarUrl } from './avatar'

const { is_active: _, ...fieldsOfActiveUser } = userFields

const listedUser = named('ListedUser', v.strictObject(fieldsOfActiveUser))

/** The users that the actor can see, and the actor's own account. */
export const usersState = stateSlice({
  fetchedFor: ['realm_user'],
  fields: {
    realm_users: v.array(listedUser),
    realm_non_active_users: v.array(listedUser),
    cross_realm_bots: v.array(named('SystemBot', v.strictObject({ ...userFields, is_system_bot: v.boolean() }))),
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
  *load(realm, actor: User, { client_gravatar }) {
    yield* loadUsers(realm)
    const { active, inactive } = listsOf(visibleUsers(realm, actor))
    yield* encodeBlocks(active, actor, encodingFor(client_gravatar))
    yield* encodeBlocks(inactive, actor, encodingFor(client_gravatar))
  },
  read: (realm, actor: User, client) => {
    const { client_gravatar } = client
    const { active, inactive } = listsOf(visibleUsers(realm, actor))
    const encoding = encodingFor(client_gravatar)
    const placeholders = expectsAllUsers(client)
      ? hiddenUsers(realm, actor).map(({ user_id }) =>
          JSON.stringify(withoutActivity(unknownUserProfile(realm, user_id))),
        )
      : []
    return {
      realm_users: jsonList([...encodedUserList(active, actor, encoding), ...placeholders]),
      realm_non_active_users: jsonList(encodedUserList(inactive, actor, encoding)),
      cross_realm_bots: listsOf(allUsers(realm)).systemBots.map((user) => ({
        ...profileOf(user, actor, client_gravatar),
        is_system_bot: true,
      })),
      user_id: actor.user_id,
      email: actor.email,
      delivery_email: actor.delivery_email,
      full_name: actor.full_name,
      is_owner: actor.role === OWNER,
      is_admin: isAdministrator(actor),
      is_moderator: actor.role <= MODERATOR,
      is_guest: isGuest(actor),
      avatar_source: actor.avatar_source,
      avatar_url: avatarUrlFor(actor, false),
      avatar_url_medium: mediumAvatarUrl(actor),
    }
  },
  readInPublic: (realm) => {
    const users = visibleUsers(realm, requireReader(realm, undefined)).map((user) => ({
      user,
      profile: publicProfileOf(realm, user),
    }))
    const profiles = (includes: (user: User) => boolean) =>
      users.flatMap(({ user, profile }) => (!user.is_system_bot && includes(user) ? [withoutActivity(profile)] : []))
    return {
      realm_users: profiles((user) => user.is_active),
      realm_non_active_users: profiles((user) => !user.is_active),
      cross_realm_bots: users.flatMap(({ user, profile }) =>
        user.is_system_bot ? [{ ...profile, is_system_bot: true }] : [],
      ),
    }
  },
})

const encodingFor = (client_gravatar: boolean) => ({ client_gravatar, withProfileData: true, withActivity: false })

function withoutActivity({ is_active: _, ...profile }: Profile) {
  return profile
}
