import * as v from 'valibot'
import { boolean, integer, list, oneOf, optional, text } from '../../api/params'
import { mapTable, namesIn } from '../../api/table'
import { endpoint } from '../../edge'
import { parseMarkdown } from '../../markdown/parse'
import type { Realm } from '../../realm'
import { channelPermissions, type ChannelPermission } from '../channels/permissions'
import {
  canSeeMetadata,
  channelDescriptionTooLong,
  channelNamedDoesNotExist,
  channelNameEmpty,
  channelNameInvalid,
  channelNameTooLong,
} from '../channels/rules'
import { channelNameKey, maybeChannelNamed } from '../channels/storage'
import type { Channel } from '../channels/channel'
import {
  groupIsDeactivated,
  groupNotAllowed,
  groupSettingParam,
  invalidGroup,
  invalidGroupMember,
  normalGroupSetting,
} from '../groups/group-setting'
import type { GroupSetting } from '../realm/permissions'
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from '../realm/limits'
import { anyUser, mustBeAdministrator } from '../users/callers'
import { maybeUserKnownAs } from '../users/known-as'
import { noSuchUser, userIsDeactivated } from '../users/rules'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { viewerOf } from './access'
import { channelsToJoin, refuseUnauthorized, refuseUnlessMayAdd, subscribe, unsubscribe, type Joined } from './actions'
import { subscriptionShape, subscriptionsSlice } from './events'
import {
  cannotAccessChannels,
  canRemoveOthers,
  defaultChannelCannotBePrivate,
  insufficientPermission,
  invalidParameters,
  notForGuests,
  refusalOfGuest,
} from './rules'

const principals = optional(v.union([list(integer()), list(text())]), [])

const newChannelPermissions = mapTable(channelPermissions, () => optional(groupSettingParam))

export const subscribeToChannels = endpoint({
  route: 'POST /users/me/subscriptions',
  summary: 'Subscribe people to channels; channels that do not exist are created.',
  caller: anyUser,
  params: {
    subscriptions: list(
      v.object({
        name: text(),
        description: optional(v.pipe(text(), v.maxLength(MAX_CHANNEL_DESCRIPTION_LENGTH)), ''),
      }),
    ),
    principals,
    authorization_errors_fatal: optional(boolean(), true),
    invite_only: optional(boolean(), false),
    is_default_stream: optional(boolean(), false),
    history_public_to_subscribers: optional(boolean()),
    ...newChannelPermissions,
  },
  returns: {
    subscribed: v.record(v.string(), v.array(v.string())),
    already_subscribed: v.record(v.string(), v.array(v.string())),
    unauthorized: v.optional(v.array(v.string())),
  },
  errors: [
    notForGuests,
    insufficientPermission,
    cannotAccessChannels,
    mustBeAdministrator,
    invalidParameters,
    defaultChannelCannotBePrivate,
    channelNameEmpty,
    channelNameTooLong,
    channelNameInvalid,
    channelDescriptionTooLong,
    noSuchUser,
    userIsDeactivated,
    invalidGroup,
    groupIsDeactivated,
    invalidGroupMember,
    groupNotAllowed,
  ],
  prepare: (edge, { subscriptions }) => {
    const named = subscriptions.map(({ name, description }) => {
      const oneLine = description.replace(/\n/g, ' ').trim()
      return { name: name.trim(), description: oneLine, template: parseMarkdown(oneLine, edge.markdown).template }
    })
    // Named twice, in whatever case, it is one channel, spelled as it was first.
    const byName = new Map(named.toReversed().map((each) => [channelNameKey(each.name), each]))
    return { named: [...byName.values()].toReversed() }
  },
  decide: (realm, actor, params) => {
    const refusal = refusalOfGuest(actor)
    if (refusal) throw refusal
    const users = principalsMeant(realm, actor, params.principals)
    const permissions = chosenPermissions(realm, params)
    const { channels, created, unauthorized } = channelsToJoin(realm, actor, params.named, {
      ...params,
      is_web_public: false,
      permissions,
    })
    if (params.authorization_errors_fatal) refuseUnauthorized(unauthorized)
    refuseUnlessMayAdd(realm, actor, channels, users)
    const joined = subscribe(realm, channels, created, users)
    return {
      subscribed: namesByPerson(joined.filter((each) => !each.already)),
      already_subscribed: namesByPerson(joined.filter((each) => each.already)),
      ...(params.authorization_errors_fatal ? {} : { unauthorized }),
    }
  },
})

function chosenPermissions(
  realm: Realm,
  params: Partial<Record<ChannelPermission, GroupSetting | undefined>>,
): Partial<Record<ChannelPermission, GroupSetting>> {
  const chosen: Partial<Record<ChannelPermission, GroupSetting>> = {}
  for (const name of namesIn(channelPermissions)) {
    const wanted = params[name]
    if (wanted !== undefined) chosen[name] = normalGroupSetting(realm, name, channelPermissions[name], wanted)
  }
  return chosen
}

function namesByPerson(joined: readonly Joined[]): Record<string, string[]> {
  const names: Record<string, string[]> = {}
  for (const { user_id, name } of joined) names[user_id] = [...(names[user_id] ?? []), name]
  return names
}

/** The people a request is about: the asker, where it names nobody. One bad principal refuses the whole request. */
function principalsMeant(realm: Realm, actor: User, named: readonly (number | string)[]): User[] {
  if (named.length === 0) return [actor]
  const users = named.map((principal) => {
    const user = typeof principal === 'number' ? maybeUser(realm, principal) : maybeUserKnownAs(realm, actor, principal)
    if (user === undefined || user.is_system_bot) throw noSuchUser({})
    if (!user.is_active) throw userIsDeactivated({})
    return user
  })
  return [...new Set(users)]
}

export const unsubscribeFromChannels = endpoint({
  route: 'DELETE /users/me/subscriptions',
  summary: 'Unsubscribe people from channels.',
  caller: anyUser,
  params: { subscriptions: list(text()), principals },
  returns: { removed: v.array(v.string()), not_removed: v.array(v.string()) },
  errors: [channelNamedDoesNotExist, insufficientPermission, noSuchUser, userIsDeactivated],
  decide: (realm, actor, params) => {
    const users = principalsMeant(realm, actor, params.principals)
    const channels = [...new Set(params.subscriptions.map((name) => channelKnownAs(realm, actor, name)))]
    const others = users.filter((user) => user.user_id !== actor.user_id)
    const mayRemove = (channel: Channel) => canRemoveOthers(channel, viewerOf(realm, actor, channel), others)
    if (others.length > 0 && !channels.every(mayRemove)) throw insufficientPermission({})
    const removed = channels.map((channel) => ({ name: channel.name, people: unsubscribe(realm, channel, users) }))
    return {
      removed: removed.filter(({ people }) => people.length > 0).map(({ name }) => name),
      not_removed: removed.filter(({ people }) => people.length === 0).map(({ name }) => name),
    }
  },
})

function channelKnownAs(realm: Realm, actor: User, name: string): Channel {
  const channel = maybeChannelNamed(realm, name.trim())
  if (channel === undefined || !canSeeMetadata(channel, viewerOf(realm, actor, channel)))
    throw channelNamedDoesNotExist({ stream: name })
  return channel
}

const TRAITS = { apply_markdown: false, client_gravatar: true, slim_presence: false, capabilities: {} }

export const getSubscriptions = endpoint({
  route: 'GET /users/me/subscriptions',
  summary: 'The channels you are subscribed to.',
  caller: anyUser,
  params: { include_subscribers: optional(oneOf(['true', 'false', 'partial']), 'false') },
  returns: { subscriptions: v.array(subscriptionShape) },
  errors: [],
  decide: (realm, actor, { include_subscribers }) => {
    const { subscriptions } = subscriptionsSlice.read(realm, actor, { ...TRAITS, include_subscribers })
    return { subscriptions }
  },
})
