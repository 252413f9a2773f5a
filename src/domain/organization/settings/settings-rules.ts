import { badRequest, type ApiError } from '../../../api/errors'
import { keysOf } from '../../../api/table'
import { invalidChannelId, moderationChannelIsPrivate } from '../../channels/channels/rules'
import type { Channel } from '../../channels/channels/channel'
import type { AuthenticationMethod, MethodsEnabled } from '../../realm/settings/authentication-methods'
import type { MethodsTold, RealmNews } from '../../realm/settings/events'
import { OWNERS_PERMISSIONS, type RealmPermission } from '../../realm/settings/permissions'
import { realmSettings, type RealmSettingName, type RealmSettings } from '../../realm/settings/settings'
import { LANGUAGES } from '../../people/user-settings/languages'
import { OWNER } from '../../people/users/user'

const nameIsBlank = badRequest(() => "The organization's name cannot be blank.")
const invalidLanguage = badRequest((f: { language: string }) => `Invalid language '${f.language}'`)
const oneMethodNeeded = badRequest(() => 'At least one authentication method must be enabled.')
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
]

/** Everything but what is for owners to say is for administrators to say. */
export const maySay = (role: number, wishes: Said): boolean =>
  role === OWNER || FOR_OWNERS.every((name) => wishes[name] === undefined)

type Said = { [Name in RealmSettingName | RealmPermission | 'string_id']?: unknown }
const FOR_OWNERS: readonly (keyof Said)[] = [
  'string_id',
  ...keysOf(realmSettings).filter((name) => realmSettings[name].by === 'owners'),
  ...OWNERS_PERMISSIONS,
]

/** What cannot be read off a value alone. */
export function refusalOfValues(
  { name, default_language, authentication_methods }: Partial<RealmSettings>,
  methods: readonly AuthenticationMethod[],
): ApiError | undefined {
  if (name === '') return nameIsBlank({})
  if (default_language !== undefined && !LANGUAGES.has(default_language))
    return invalidLanguage({ language: default_language })
  if (authentication_methods === undefined) return undefined
  return methods.some((method) => authentication_methods[method]) ? undefined : oneMethodNeeded({})
}

/** Of a way in that there is not nobody says whether they want it. */
export function refusalOfMethods(
  said: MethodsEnabled | undefined,
  methods: readonly AuthenticationMethod[],
): ApiError | undefined {
  const unknown = Object.keys(said ?? {}).find((method) => !methods.some((each) => each === method))
  return unknown === undefined ? undefined : invalidMethod({ method: unknown, methods })
}

/** What people report is not for everyone to read. */
export function refusalOfChannel(name: RealmSettingName, channel: Channel | undefined): ApiError | undefined {
  if (channel === undefined || channel.is_archived) return invalidChannelId({})
  if (name === 'moderation_request_channel_id' && !channel.invite_only) return moderationChannelIsPrivate({})
  return undefined
}

/** The names of those settings that are to be something else than they are. */
export const changedNames = (current: RealmSettings, wanted: Partial<RealmSettings>): RealmSettingName[] =>
  keysOf(realmSettings).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(current[name]),
  )

/** A way in as clients are told of it. */
export const methodsTold = (enabled: MethodsEnabled, methods: readonly AuthenticationMethod[]): MethodsTold =>
  Object.fromEntries(methods.map((method) => [method, { enabled: enabled[method] ?? false, available: true }]))

type Told = { settings: RealmSettings; methods: readonly AuthenticationMethod[] }

/** What changes together is told together, and so is what older clients know under another name. */
const TOLD_TOGETHER: { names: readonly RealmSettingName[]; data: (told: Told) => RealmNews }[] = [
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
    names: ['topics_policy'],
    data: ({ settings: { topics_policy } }) => ({
      topics_policy,
      mandatory_topics: topics_policy === 'disable_empty_topic',
    }),
  },
  {
    // Under its vendor's spelling too, which a value that is a name would not be.
    names: ['svc_update_announcements_stream_id'],
    data: ({ settings: { svc_update_announcements_stream_id } }) => ({ svc_update_announcements_stream_id }),
  },
  {
    names: ['authentication_methods'],
    data: ({ settings, methods }) => ({
      authentication_methods: methodsTold(settings.authentication_methods, methods),
    }),
  },
]

// The ways in are the only setting that is more than a plain value.
const isToldAlone = (name: RealmSettingName): name is Exclude<RealmSettingName, 'authentication_methods'> =>
  !TOLD_TOGETHER.some(({ names }) => names.includes(name))

/** The changed ones that are told one by one, and what is told of the others. */
export function newsOf(changed: readonly RealmSettingName[], told: Told) {
  const together = TOLD_TOGETHER.filter(({ names }) => names.some((name) => changed.includes(name)))
  return {
    alone: changed.filter(isToldAlone),
    together: together.map(({ data }) => data(told)),
  }
}
