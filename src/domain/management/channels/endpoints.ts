import * as v from 'valibot'
import { JsonText } from '../../../api/json-text'
import { alias, boolean, ids, integer, naturalNumber, oneOf, optional, shortText, text } from '../../../api/params'
import { mapTable } from '../../../api/table'
import { endpoint, type Edge } from '../../../edge'
import { TOPICS_POLICIES, type Channel } from '../../channels/channels/channel'
import { encodedChannel } from '../../channels/channels/encoded-channels'
import { channelFields, channelShape, wireChannel } from '../../channels/channels/events'
import { channelPermissions } from '../../channels/channels/permissions'
import { retentionDays, retentionParam } from '../../channels/channels/retention'
import {
  channelAlreadyArchived,
  archivedCannotBeDefault,
  normalizeDescription,
  channelAlreadyExists,
  channelDescriptionTooLong,
  channelHasThatName,
  channelNameEmpty,
  channelNameInUse,
  channelNameInvalid,
  channelNameTooLong,
  channelHasNamedTopics,
  invalidChannelId,
  invalidChannelName,
  cannotAdministerChannel,
  moderationChannelIsPrivate,
  privateChannelHasNoSubscribers,
  channelNotArchived,
  subscribersNotAvailable,
  NOTE_ON_TAKEN_NAMES,
  webPublicNotEnabled,
  topicsMustBeOpen,
} from '../../channels/channels/rules'
import { canSeeContent, canSeeMetadata, canSeeSubscribers } from '../../channels/channels/access-rules'
import {
  requireVisibleChannel,
  findVisibleChannelByName,
  loadViewerAccess,
  viewerAccessTo,
} from '../../channels/subscriptions/access'
import { encodedChannelList } from '../../channels/subscriptions/channel-lists'
import { encodedSubscribers } from '../../channels/subscriptions/encoded-subscribers'
import { defaultChannelCannotBePrivate, invalidParameters } from '../../channels/subscriptions/rules'
import {
  groupIsDeactivated,
  groupNotAllowed,
  groupSettingChange,
  invalidGroup,
  invalidGroupMember,
  oldValueDiffers,
} from '../../people/groups/group-setting'
import { anyUser, mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, isGuest, noSuchUser, notForGuests, userIsDeactivated } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import { parseDescription } from '../../realm/settings/descriptions'
import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_USERS_AT_ONCE } from '../../realm/settings/limits'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import { invalidFolderId } from '../channel-folders/rules'
import { newChannelErrors, newChannelParams, newChannelSettings } from '../new-channels/parameters'
import * as actions from './actions'

export const getChannels = endpoint.decision({
  route: 'GET /streams',
  hasSharedTexts: true,
  summary: 'List the channels that you can see, filtered by their kind and your access.',
  agentScopes: ['messages:read'],
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
      params.include_owner_subscribed && actor.bot_owner_id !== null ? findUser(realm, actor.bot_owner_id) : undefined
    const [accessTo, ownerAccessTo] = [viewerAccessTo(realm, actor), owner && viewerAccessTo(realm, owner)]
    const isIncluded = (channel: Channel): boolean => {
      const viewer = accessTo(channel)
      if ((params.exclude_archived && channel.is_archived) || !canSeeMetadata(channel, viewer)) return false
      return (
        params.include_all ||
        (params.include_subscribed && viewer.is_subscribed) ||
        (params.include_public && !channel.invite_only && !isGuest(actor)) ||
        (params.include_web_public && channel.is_web_public) ||
        (params.include_can_access_content && canSeeContent(channel, viewer)) ||
        ownerAccessTo?.(channel).is_subscribed === true
      )
    }
    const more = ({ is_default }: Channel) => (params.include_default ? { is_default } : {})
    const hasAllPublic = (params.include_public || params.include_all) && !params.include_default
    return {
      streams: encodedChannelList(realm, actor, {
        form: hasAllPublic ? { withArchived: !params.exclude_archived, withSubscribers: false } : undefined,
        encode: (channel) => (isIncluded(channel) ? new JsonText(encodedChannel(realm, channel, more(channel))) : ''),
      }),
    }
  },
})

export const getChannel = endpoint.decision({
  route: 'GET /streams/:stream_id',
  summary: 'Get a channel.',
  caller: anyUser,
  params: { stream_id: naturalNumber() },
  returns: { stream: channelShape },
  errors: [invalidChannelId],
  decide: (realm, actor, { stream_id }) => ({
    stream: wireChannel(realm, requireVisibleChannel(realm, actor, stream_id)),
  }),
})

export const getChannelId = endpoint.decision({
  route: 'GET /get_stream_id',
  summary: 'Get the id of a channel by its name.',
  agentScopes: ['messages:read', 'messages:write', 'drafts:write'],
  caller: anyUser,
  params: { stream: shortText() },
  returns: { stream_id: v.number() },
  errors: [invalidChannelName],
  decide: (realm, actor, { stream }) => {
    const channel = findVisibleChannelByName(realm, actor, stream.trim())
    if (channel === undefined) throw invalidChannelName({ name: stream })
    return { stream_id: channel.stream_id }
  },
})

export const createChannel = endpoint.decision({
  route: 'POST /channels/create',
  summary: 'Create a channel with subscribers.',
  agentScopes: ['teams:write'],
  note: NOTE_ON_TAKEN_NAMES,
  caller: anyUser,
  params: {
    name: shortText(),
    description: optional(text(MAX_CHANNEL_DESCRIPTION_LENGTH), ''),
    subscribers: ids(MAX_USERS_AT_ONCE),
    announce: optional(boolean(), false),
    // Accepted without effect: the server sends no such messages about a new channel.
    send_new_subscription_messages: optional(boolean(), true),
    ...newChannelParams,
  },
  returns: { id: v.number() },
  errors: [notForGuests, channelAlreadyExists, ...newChannelErrors, noSuchUser, userIsDeactivated],
  prepare: (edge, { name, description }) => ({ texts: { name: name.trim(), ...parsedDescription(edge, description) } }),
  decide: (realm, actor, { texts, subscribers, announce, ...params }) => {
    const settings = newChannelSettings(realm, params)
    const channel = actions.createChannel(realm, actor, { texts, subscribers, settings, announce })
    return { id: channel.stream_id }
  },
})

function parsedDescription(edge: Edge, requestedDescription: string) {
  const description = normalizeDescription(requestedDescription)
  return { description, template: parseDescription(description, edge.assumeMarkdownSettings()) }
}

export const getSubscribers = endpoint.decision({
  route: 'GET /streams/:stream_id/members',
  summary: 'List the subscribers of a channel.',
  caller: anyUser,
  params: { stream_id: naturalNumber() },
  returns: { subscribers: v.array(v.number()) },
  errors: [invalidChannelId, subscribersNotAvailable],
  decide: (realm, actor, { stream_id }) => {
    const channel = requireVisibleChannel(realm, actor, stream_id)
    if (!canSeeSubscribers(channel, loadViewerAccess(realm, actor, channel))) throw subscribersNotAvailable({})
    return { subscribers: new JsonText(encodedSubscribers(realm, stream_id, false)) }
  },
})

export const archiveChannel = endpoint.decision({
  route: 'DELETE /streams/:stream_id',
  summary: 'Archive a channel. It stays readable, and no user can post in it.',
  caller: anyUser,
  params: { stream_id: naturalNumber() },
  returns: {},
  errors: [invalidChannelId, cannotAdministerChannel, channelAlreadyArchived],
  decide: (realm, actor, { stream_id }) => actions.archiveChannel(realm, actor, stream_id),
})

const permissionChanges = mapTable(channelPermissions, () => optional(groupSettingChange))

export const updateChannel = endpoint.decision({
  route: 'PATCH /streams/:stream_id',
  summary: 'Change the name, description, privacy, settings or permissions of a channel.',
  note: NOTE_ON_TAKEN_NAMES,
  caller: anyUser,
  params: {
    stream_id: naturalNumber(),
    new_name: optional(shortText()),
    description: optional(text(MAX_CHANNEL_DESCRIPTION_LENGTH)),
    is_private: optional(boolean()),
    is_web_public: optional(boolean()),
    history_public_to_subscribers: optional(boolean()),
    is_default_stream: optional(boolean()),
    default_push_notifications: optional(boolean()),
    message_retention_days: optional(retentionParam),
    is_archived: optional(boolean()),
    folder_id: optional(v.nullable(integer())),
    topics_policy: optional(oneOf(TOPICS_POLICIES)),
    ...permissionChanges,
  },
  returns: {},
  errors: [
    invalidChannelId,
    cannotAdministerChannel,
    channelAlreadyArchived,
    channelNotArchived,
    privateChannelHasNoSubscribers,
    invalidParameters,
    defaultChannelCannotBePrivate,
    topicsMustBeOpen,
    moderationChannelIsPrivate,
    webPublicNotEnabled,
    insufficientPermission,
    mustBeAdministrator,
    archivedCannotBeDefault,
    mustBeOwner,
    invalidFolderId,
    channelHasNamedTopics,
    channelDescriptionTooLong,
    markdownTooLarge,
    channelHasThatName,
    channelNameInUse,
    channelNameEmpty,
    channelNameTooLong,
    channelNameInvalid,
    oldValueDiffers,
    invalidGroup,
    groupIsDeactivated,
    invalidGroupMember,
    groupNotAllowed,
  ],
  prepare: (edge, { description }) =>
    description === undefined ? {} : { newDescription: parsedDescription(edge, description) },
  decide: (realm, actor, { stream_id, ...params }) =>
    actions.updateChannel(realm, actor, stream_id, {
      ...params,
      message_retention_days: retentionDays(params.message_retention_days),
      permissions: params,
    }),
})
