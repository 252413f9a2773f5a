import * as v from 'valibot'
import { mapTable } from '../../../api/table'
import { event } from '../../../realm'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from './limits'
import { groupSetting, realmPermissions, type GroupSetting, type RealmPermission } from './permissions'
import { realmSettings, type RealmSettings } from './settings'

const plainValue = v.nullable(v.union([v.boolean(), v.number(), v.string()]))
type PlainValue = v.InferOutput<typeof plainValue>

/** Nobody is let in any more: this is the last that anybody hears. */
export const realmDeactivated = event<{ realm_id: number }>({
  type: 'realm',
  op: 'deactivated',
  summary: 'The organization was deactivated. Every client must sign out.',
  recipients: { everyone: true },
  keeps: 'realm',
  fields: { realm_id: v.number() },
})

/** One setting of the realm is another now. */
export const realmUpdated = event<{ property: string; value: PlainValue }>({
  type: 'realm',
  op: 'update',
  summary: 'One setting of the organization changed.',
  recipients: { everyone: true },
  keeps: 'realm',
  fields: { property: v.string(), value: plainValue },
})

/** A way in, and whether the realm wants it. */
export const authenticationMethodShape = v.strictObject({ enabled: v.boolean(), available: v.boolean() })
export type MethodsTold = Record<string, v.InferOutput<typeof authenticationMethodShape>>

/** What is told together: settings that hang on each other, older names of the same, and who holds which permission. */
export type RealmNews = Partial<
  Omit<RealmSettings, 'authentication_methods'> &
    Record<RealmPermission, GroupSetting> &
    Record<keyof typeof pictureFields, string> & {
      authentication_methods: MethodsTold
      allow_edit_history: boolean
      mandatory_topics: boolean
    }
>

/** Each picture of the realm is told of by itself. */
const TOGETHER = ['default', 'icon', 'logo', 'night_logo'] as const
const pictureFields = {
  icon_url: v.string(),
  icon_source: v.string(),
  logo_url: v.string(),
  logo_source: v.string(),
  night_logo_url: v.string(),
  night_logo_source: v.string(),
}

export const realmUpdatedTogether = event<{ property: (typeof TOGETHER)[number]; data: RealmNews }>({
  type: 'realm',
  op: 'update_dict',
  summary: 'Several settings or permissions of the organization changed together, or one of its pictures.',
  recipients: { everyone: true },
  keeps: 'realm',
  fields: {
    property: v.picklist(TOGETHER),
    data: v.partial(
      v.strictObject({
        ...mapTable(realmSettings, ({ schema }): v.GenericSchema => schema),
        ...mapTable(realmPermissions, () => groupSetting),
        authentication_methods: v.record(v.string(), authenticationMethodShape),
        allow_edit_history: v.boolean(),
        mandatory_topics: v.boolean(),
        ...pictureFields,
      }),
    ),
  },
})

/** Clients that know what the server can do ask again. */
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
