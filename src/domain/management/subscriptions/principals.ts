import type { Realm } from '../../../realm'
import { channelNamedDoesNotExist } from '../../channels/channels/rules'
import type { Channel } from '../../channels/channels/channel'
import { maybeUserKnownAs, maybeUserKnownTo } from '../../people/users/known-as'
import { noSuchUser, userIsDeactivated } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { findVisibleChannelByName } from '../../channels/subscriptions/access'

/** The people a request is about: the asker, where it names nobody. One bad principal refuses the whole request. */
export function principalsMeant(realm: Realm, actor: User, named: readonly (number | string)[]): User[] {
  if (named.length === 0) return [actor]
  const users = named.map((principal) => {
    const user =
      typeof principal === 'number'
        ? maybeUserKnownTo(realm, actor, principal)
        : maybeUserKnownAs(realm, actor, principal)
    if (user === undefined || user.is_system_bot) throw noSuchUser({})
    if (!user.is_active) throw userIsDeactivated({})
    return user
  })
  return [...new Set(users)]
}

/** The channels of these names, each once; one that the asker may not know of is not there. */
export const channelsKnownAs = (realm: Realm, actor: User, names: readonly string[]): Channel[] => [
  ...new Set(names.map((name) => channelKnownAs(realm, actor, name))),
]

function channelKnownAs(realm: Realm, actor: User, name: string): Channel {
  const channel = findVisibleChannelByName(realm, actor, name.trim())
  if (channel === undefined) throw channelNamedDoesNotExist({ stream: name })
  return channel
}
