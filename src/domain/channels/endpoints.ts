import * as v from 'valibot'
import { alias, boolean, naturalNumber, optional } from '../../api/params'
import { endpoint } from '../../edge'
import { channelVisibleTo, viewerOf } from '../subscriptions/access'
import { archive } from '../subscriptions/archive'
import { anyUser } from '../users/callers'
import { isGuest } from '../users/rules'
import { maybeUser } from '../users/storage'
import { channelFields, channelShape, wireChannel } from './events'
import {
  alreadyArchived,
  canAdminister,
  canSeeContent,
  canSeeMetadata,
  invalidChannelId,
  mayNotAdminister,
} from './rules'
import { allChannels } from './storage'
import type { Channel } from './channel'

export const getChannels = endpoint({
  route: 'GET /streams',
  summary: 'Channels you may know of, chosen by how you may.',
  caller: anyUser,
  params: {
    include_public: optional(boolean(), true),
    include_web_public: optional(boolean(), false),
    include_subscribed: optional(boolean(), true),
    include_all: alias(optional(boolean(), false), 'include_all_active'),
    include_default: optional(boolean(), false),
    include_owner_subscribed: optional(boolean(), false),
    include_can_access_content: optional(boolean(), false),
    exclude_archived: optional(boolean(), true),
  },
  returns: { streams: v.array(v.strictObject({ ...channelFields, is_default: v.optional(v.boolean()) })) },
  errors: [],
  decide: (realm, actor, params) => {
    const owner =
      params.include_owner_subscribed && actor.bot_owner_id !== null ? maybeUser(realm, actor.bot_owner_id) : undefined
    const isWanted = (channel: Channel): boolean => {
      const viewer = viewerOf(realm, actor, channel)
      if ((params.exclude_archived && channel.is_archived) || !canSeeMetadata(channel, viewer)) return false
      return (
        params.include_all ||
        (params.include_subscribed && viewer.is_subscribed) ||
        (params.include_public && !channel.invite_only && !isGuest(actor)) ||
        (params.include_web_public && channel.is_web_public) ||
        (params.include_can_access_content && canSeeContent(channel, viewer)) ||
        (owner !== undefined && viewerOf(realm, owner, channel).is_subscribed)
      )
    }
    const streams = allChannels(realm).filter(isWanted)
    return {
      streams: streams.map((channel) => ({
        ...wireChannel(channel),
        ...(params.include_default ? { is_default: channel.is_default } : {}),
      })),
    }
  },
})

export const getChannel = endpoint({
  route: 'GET /streams/:stream_id',
  summary: 'One channel.',
  caller: anyUser,
  params: { stream_id: naturalNumber() },
  returns: { stream: channelShape },
  errors: [invalidChannelId],
  decide: (realm, actor, { stream_id }) => {
    const channel = channelVisibleTo(realm, actor, stream_id)
    if (channel === undefined) throw invalidChannelId({})
    return { stream: wireChannel(channel) }
  },
})

export const archiveChannel = endpoint({
  route: 'DELETE /streams/:stream_id',
  summary: 'Archive a channel: it stays readable, and nothing more is said in it.',
  caller: anyUser,
  params: { stream_id: naturalNumber() },
  returns: {},
  errors: [invalidChannelId, mayNotAdminister, alreadyArchived],
  decide: (realm, actor, { stream_id }) => {
    const channel = channelVisibleTo(realm, actor, stream_id)
    if (channel === undefined) throw invalidChannelId({})
    if (!canAdminister(channel, viewerOf(realm, actor, channel))) throw mayNotAdminister({})
    if (channel.is_archived) throw alreadyArchived({})
    archive(realm, channel)
  },
})
