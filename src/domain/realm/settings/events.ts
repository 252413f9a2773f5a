import * as v from 'valibot'
import { named } from '../../../api/named'
import { mapTable } from '../../../api/table'
import { event } from '../../../realm'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from './limits'
import { groupSetting, realmPermissions, type GroupSetting, type RealmPermission } from './permissions'
import { realmSettings, type RealmSettings } from './settings'

const plainValue = v.nullable(v.union([v.boolean(), v.number(), v.string()]))
type PlainValue = v.InferOutput<typeof plainValue>

export const realmDeactivated = event<{ realm_id: number }>({
  type: 'realm',
  op: 'deactivated',
  summary: 'The organization was deactivated. Every client must sign out.',
  recipients: { everyone: true },
  updates: 'realm',
  fields: { realm_id: v.number() },
})

export const realmUpdated = event<{ property: string; value: PlainValue }>({
  type: 'realm',
  op: 'update',
  summary: 'One setting of the organization changed.',
  recipients: { everyone: true },
  updates: 'realm',
  fields: { property: v.string(), value: plainValue },
})

export const authenticationMethodShape = named(
  'AuthenticationMethod',
  v.strictObject({ enabled: v.boolean(), available: v.boolean() }),
)
export type AuthenticationMethodStates = Record<string, v.InferOutput<typeof authenticationMethodShape>>

/** Settings that change together, their older names, permissions, and the pictures of the realm. */
export type RealmChanges = Partial<
  Omit<RealmSettings, 'authentication_methods'> &
    Record<RealmPermission, GroupSetting> &
    Record<keyof typeof pictureFields, string> & {
      authentication_methods: AuthenticationMethodStates
      allow_edit_history: boolean
      mandatory_topics: boolean
      giphy_rating: number
      rendered_description: string
    }
>

/** The subject of an update: settings and permissions (`default`), or one picture. */
const TOGETHER = ['default', 'icon', 'logo', 'night_logo'] as const
const pictureFields = {
  icon_url: v.string(),
  icon_source: v.string(),
  logo_url: v.string(),
  logo_source: v.string(),
  night_logo_url: v.string(),
  night_logo_source: v.string(),
}

export const realmUpdatedTogether = event<{ property: (typeof TOGETHER)[number]; data: RealmChanges }>({
  type: 'realm',
  op: 'update_dict',
  summary: 'Several settings or permissions of the organization changed together, or one of its pictures.',
  recipients: { everyone: true },
  updates: 'realm',
  fields: {
    property: v.picklist(TOGETHER),
    data: v.partial(
      v.strictObject({
        ...mapTable(realmSettings, ({ schema }): v.GenericSchema => schema),
        ...mapTable(realmPermissions, () => groupSetting),
        authentication_methods: v.record(v.string(), authenticationMethodShape),
        allow_edit_history: v.boolean(),
        mandatory_topics: v.boolean(),
        giphy_rating: v.number(),
        rendered_description: v.string(),
        ...pictureFields,
      }),
    ),
  },
})

export const serverRestarted = event<{ server_generation: number }>({
  type: 'restart',
  summary: 'The server runs a new version. Clients can register again to learn what it supports.',
  recipients: { everyone: true },
  fields: {
    svc_version: v.string(),
    svc_merge_base: v.string(),
    svc_feature_level: v.number(),
    server_generation: v.number(),
  },
  encode: (_, { server_generation }) => ({
    svc_version: SVC_VERSION,
    svc_merge_base: SVC_VERSION,
    svc_feature_level: SVC_FEATURE_LEVEL,
    server_generation,
  }),
})
