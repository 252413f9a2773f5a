import type { ReadOnlyRealm } from '../../../realm'
import { channelNamedDoesNotExist } from '../../channels/channels/rules'
import type { Channel } from '../../channels/channels/channel'
import { findVisibleUserByEmail, findVisibleUser } from '../../people/users/find-visible-user'
import { noSuchUser, userIsDeactivated } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { findVisibleChannelByName } from '../../channels/subscriptions/access'

/** Returns the users with these ids or email addresses; the actor for an empty list. Throws for an invalid one. */
export function requirePrincipals(realm: ReadOnlyRealm, actor: User, principals: readonly (number | string)[]): User[] {
  if (principals.length === 0) return [actor]
  const users = principals.map((principal) => {
    const user =
      typeof principal === 'number'
        ? findVisibleUser(realm, actor, principal)
        : findVisibleUserByEmail(realm, actor, principal)
    if (user === undefined || user.is_system_bot) throw noSuchUser({})
    if (!user.is_active) throw userIsDeactivated({})
    return user
  })
  return [...new Set(users)]
}

/** Returns the channels with these names, each once. Throws if the actor cannot see one of them. */
export const requireChannelsByName = (realm: ReadOnlyRealm, actor: User, names: readonly string[]): Channel[] => [
  ...new Set(names.map((name) => requireChannelByName(realm, actor, name))),
]

function requireChannelByName(realm: ReadOnlyRealm, actor: User, name: string): Channel {
  const channel = findVisibleChannelByName(realm, actor, name.trim())
  if (channel === undefined) throw channelNamedDoesNotExist({ stream: name })
  return channel
}
