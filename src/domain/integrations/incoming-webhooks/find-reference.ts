import type { Reference } from '../../../integrations/references'
import type { ReadOnlyRealm } from '../../../realm'
import { findVisibleChannel, findVisibleChannelByName } from '../../channels/subscriptions/access'
import { holdsPermission } from '../../people/groups/membership'
import { activeGroupsByName, allGroups } from '../../people/groups/storage'
import { findVisibleUser, findVisibleUserByEmail } from '../../people/users/find-visible-user'
import { canSeeRealEmail } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { visibleUsers } from '../../people/users/visible-users'

/**
 * Returns a function from references to Markdown. It finds only what the bot can see, and mentions only whom the bot may mention:
 * another text would tell the sender who exists, or would be refused as a whole.
 */
export function referenceFinder(
  realm: ReadOnlyRealm,
  bot: User,
  mentionsEveryone: boolean,
): (reference: Reference) => string | undefined {
  const find = lookup(realm, bot, mentionsEveryone)
  const found = new Map<string, string | undefined>()
  return (reference) => {
    const key = `${reference.kind} ${reference.value}`
    if (!found.has(key)) found.set(key, found.size < MAX_LOOKUPS ? find(reference) : undefined)
    return found.get(key)
  }
}

/** The users and channels that are looked up for one message. The others stay text. */
const MAX_LOOKUPS = 100

function lookup(realm: ReadOnlyRealm, bot: User, mentionsEveryone: boolean) {
  let users: ReadonlyMap<string, User | null> | undefined
  return ({ kind, value }: Reference): string | undefined => {
    switch (kind) {
      case 'name of email':
        return findVisibleUserByEmail(realm, bot, value)?.full_name
      case 'user':
        return mentionOf(findVisibleUser(realm, bot, Number(value)))
      case 'email':
        return mentionOf(findVisibleUserByEmail(realm, bot, value))
      case 'user name':
        users ??= usersByName(realm, bot)
        return mentionOf(users.get(value.toLowerCase()) ?? undefined)
      case 'group':
        return groupMention(realm, bot, Number(value))
      case 'everyone':
        return mentionsEveryone ? '@**all**' : undefined
      case 'channel':
        return linkToChannel(findVisibleChannel(realm, bot, Number(value)))
      case 'channel name':
        return linkToChannel(findVisibleChannelByName(realm, bot, value))
    }
  }
}

const mentionOf = (user: User | undefined): string | undefined =>
  user?.is_active ? `@**${user.full_name}|${user.user_id}**` : undefined

const linkToChannel = (channel: { name: string } | undefined): string | undefined => channel && `#**${channel.name}**`

function groupMention(realm: ReadOnlyRealm, bot: User, id: number): string | undefined {
  const group = allGroups(realm).get(id)
  if (group === undefined || activeGroupsByName(realm).get(group.name.toLowerCase()) !== group) return undefined
  return holdsPermission(realm, bot, group.permissions.can_mention_group) ? `@*${group.name}*` : undefined
}

/** Returns the active people whom the bot can see, by name and by the first part of the address. Null: several have it. */
function usersByName(realm: ReadOnlyRealm, bot: User): ReadonlyMap<string, User | null> {
  const found = new Map<string, User | null>()
  for (const user of visibleUsers(realm, bot).filter(({ is_active }) => is_active))
    for (const name of new Set([user.full_name.toLowerCase(), ...namesInEmail(bot, user)]))
      found.set(name, found.has(name) ? null : user)
  return found
}

const namesInEmail = (bot: User, user: User): string[] =>
  canSeeRealEmail(bot, user) ? [user.delivery_email.split('@')[0]!.toLowerCase()] : []
