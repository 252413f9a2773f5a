import { badRequest, type ApiError } from '../../../api/errors'
import { keysOf } from '../../../api/table'
import { invalidChannelId, moderationChannelIsPrivate } from '../../channels/channels/rules'
import type { Channel } from '../../channels/channels/channel'
import type { AuthenticationMethod, EnabledMethods } from '../../realm/settings/authentication-methods'
import type { AuthenticationMethodStates, RealmChanges } from '../../realm/settings/events'
import { PERMISSIONS_FOR_OWNERS, type RealmPermission } from '../../realm/settings/permissions'
import { realmSettings, type RealmSettingName, type RealmSettings } from '../../realm/settings/settings'
import { LANGUAGES } from '../../people/user-settings/languages'
import { OWNER } from '../../people/users/user'
import { olderGifRating } from './gif-ratings'
import { invalidCallProvider } from '../../realm/settings/video-call-providers'

const nameIsBlank = badRequest(() => "The organization's name cannot be blank.")
export const invalidLanguage = badRequest((f: { language: string }) => `Invalid language '${f.language}'`)
export const oneMethodNeeded = badRequest(() => 'At least one authentication method must be enabled.')
const invalidMethod = badRequest(
  (f: { method: string; methods: readonly string[] }) =>
    `Invalid authentication method: ${f.method}. Valid methods are: ${f.methods.join(', ')}.`,
)

export const realmSettingErrors = [
  nameIsBlank,
  invalidLanguage,
  oneMethodNeeded,
  invalidMethod,
  invalidChannelId,
  moderationChannelIsPrivate,
  invalidCallProvider,
]

/** Administrators can change all settings but a few, which only owners can change. */
export const canChangeSettings = (role: number, changes: RequestedNames): boolean =>
  role === OWNER || FOR_OWNERS.every((name) => changes[name] === undefined)

type RequestedNames = { [Name in RealmSettingName | RealmPermission | 'string_id']?: unknown }
const FOR_OWNERS: readonly (keyof RequestedNames)[] = [
  'string_id',
  ...keysOf(realmSettings).filter((name) => realmSettings[name].changedBy === 'owners'),
  ...PERMISSIONS_FOR_OWNERS,
]

/** Checks values that the schema of the setting alone cannot check. */
export function refusalOfValues({ name, default_language }: Partial<RealmSettings>): ApiError | undefined {
  if (name === '') return nameIsBlank({})
  if (default_language !== undefined && !LANGUAGES.has(default_language))
    return invalidLanguage({ language: default_language })
  return undefined
}

/** Returns whether a setting decides how users can log in. */
export const decidesLogins = (name: RealmSettingName): boolean =>
  name === 'authentication_methods' || name === 'parley_passkey_login'

/**
 * Passkeys and identity providers can replace the methods of the server, once the owner who disables these can log in with one.
 * `methods` has the methods that the server offers.
 */
export const hasMethod = (enabled: EnabledMethods, methods: readonly AuthenticationMethod[]): boolean =>
  methods.some((method) => enabled[method])

/** A request can only enable or disable methods that the server offers. */
export function refusalOfMethods(
  requested: EnabledMethods | undefined,
  methods: readonly AuthenticationMethod[],
): ApiError | undefined {
  const unknown = Object.keys(requested ?? {}).find((name) => !methods.some((method) => method === name))
  return unknown === undefined ? undefined : invalidMethod({ method: unknown, methods })
}

/** Reports about messages are confidential, so their channel must be private. */
export function refusalOfChannel(name: RealmSettingName, channel: Channel | undefined): ApiError | undefined {
  if (channel === undefined || channel.is_archived) return invalidChannelId({})
  if (name === 'moderation_request_channel_id' && !channel.invite_only) return moderationChannelIsPrivate({})
  return undefined
}

/** Returns the settings whose requested value differs from the current one. */
export const changedNames = (current: RealmSettings, requested: Partial<RealmSettings>): RealmSettingName[] =>
  keysOf(realmSettings).filter(
    (name) => requested[name] !== undefined && JSON.stringify(requested[name]) !== JSON.stringify(current[name]),
  )

/** Returns the authentication methods in the form of the API. */
export const methodStates = (
  enabled: EnabledMethods,
  methods: readonly AuthenticationMethod[],
): AuthenticationMethodStates =>
  Object.fromEntries(methods.map((method) => [method, { enabled: enabled[method] ?? false, available: true }]))

type SettingValues = {
  settings: RealmSettings
  methods: readonly AuthenticationMethod[]
  rendered_description: string
}

/** Settings that one event publishes together, also with the fields that older clients read. */
const PUBLISHED_TOGETHER: { names: readonly RealmSettingName[]; data: (values: SettingValues) => RealmChanges }[] = [
  {
    names: ['allow_message_editing', 'message_content_edit_limit_seconds'],
    data: ({ settings: { allow_message_editing, message_content_edit_limit_seconds } }) => ({
      allow_message_editing,
      message_content_edit_limit_seconds,
    }),
  },
  {
    names: ['message_edit_history_visibility_policy'],
    data: ({ settings: { message_edit_history_visibility_policy } }) => ({
      message_edit_history_visibility_policy,
      allow_edit_history: message_edit_history_visibility_policy !== 'none',
    }),
  },
  {
    names: ['description'],
    data: ({ settings: { description }, rendered_description }) => ({ description, rendered_description }),
  },
  {
    names: ['gif_rating_policy'],
    data: ({ settings: { gif_rating_policy } }) => ({
      gif_rating_policy,
      giphy_rating: olderGifRating(gif_rating_policy),
    }),
  },
  {
    names: ['topics_policy'],
    data: ({ settings: { topics_policy } }) => ({
      topics_policy,
      mandatory_topics: topics_policy === 'disable_empty_topic',
    }),
  },
  {
    // A single update has the name of the setting as a value, which the vendor's spelling would not translate.
    names: ['svc_update_announcements_stream_id'],
    data: ({ settings: { svc_update_announcements_stream_id } }) => ({ svc_update_announcements_stream_id }),
  },
  {
    names: ['authentication_methods'],
    data: ({ settings, methods }) => ({
      authentication_methods: methodStates(settings.authentication_methods, methods),
    }),
  },
]

// Only `authentication_methods` has a value that a single update cannot hold.
const isPublishedAlone = (name: RealmSettingName): name is Exclude<RealmSettingName, 'authentication_methods'> =>
  !PUBLISHED_TOGETHER.some(({ names }) => names.includes(name))

/** Returns the changed settings that have an event each, and the data of the events for the others. */
export function settingEvents(changed: readonly RealmSettingName[], values: SettingValues) {
  const together = PUBLISHED_TOGETHER.filter(({ names }) => names.some((name) => changed.includes(name)))
  return {
    alone: changed.filter(isPublishedAlone),
    together: together.map(({ data }) => data(values)),
  }
}
