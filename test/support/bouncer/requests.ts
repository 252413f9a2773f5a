import * as v from 'valibot'

// The requests that the official bouncer accepts, from its document. A field that is not here is refused, and so is one of another type.

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const uuid4 = v.pipe(v.string(), v.regex(UUID_4, 'Invalid UUID'))
const numeral = v.pipe(v.string(), v.regex(/^\d+$/))
const integer = v.pipe(v.number(), v.integer())
const absoluteUrl = v.pipe(
  v.string(),
  v.check((text) => /^https?:/.test(text) && URL.canParse(text)),
)

const bytesOf = (text: string): number => {
  try {
    return Uint8Array.fromBase64(text).length
  } catch {
    return -1
  }
}
const base64 = (isLength: (bytes: number) => boolean) =>
  v.pipe(
    v.string(),
    v.check((text) => isLength(bytesOf(text))),
  )
const tokenId = base64((bytes) => bytes === 8)

/** A field of a form that has a JSON text. */
const jsonText = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.string(), v.parseJson(), schema)

const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000]
const realm = v.strictObject({
  id: integer,
  uuid: uuid4,
  uuid_owner_secret: v.pipe(v.string(), v.minLength(1)),
  host: v.pipe(v.string(), v.minLength(1)),
  url: absoluteUrl,
  name: v.string(),
  org_type: v.picklist(ORGANIZATION_TYPES),
  date_created: v.number(),
  deactivated: v.boolean(),
  is_system_bot_realm: v.boolean(),
  authentication_methods: v.record(v.string(), v.boolean()),
})

const people = v.strictObject({
  '10': v.strictObject({
    '11': v.strictObject({ '100': integer, '200': integer, '300': integer, '400': integer, '600': integer }),
    '12': integer,
  }),
})
const AUDIT_TYPES = [101, 102, 103, 104, 105, 201, 202, 229]
const auditRow = v.strictObject({
  id: integer,
  realm: integer,
  event_time: v.number(),
  backfilled: v.boolean(),
  event_type: v.picklist(AUDIT_TYPES, 'Invalid event type.'),
  extra_data: v.union([v.pipe(v.string(), v.parseJson(), people), people]),
})

const ofUser = { server_uuid: uuid4, realm_uuid: uuid4, user_uuid: uuid4, user_id: numeral }
const token = v.pipe(
  v.string('Empty or invalid length token'),
  v.minLength(1, 'Empty or invalid length token'),
  v.maxLength(4096, 'Empty or invalid length token'),
)
const tokenKind = v.picklist(['1', '2'], 'Invalid token type')

export const FORMS = {
  'server/register': v.strictObject({
    zulip_org_id: uuid4,
    zulip_org_key: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{64}$/)),
    hostname: v.pipe(v.string(), v.maxLength(128)),
    contact_email: v.pipe(v.string(), v.email()),
    new_org_key: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{64}$/))),
  }),
  'server/register/transfer': v.strictObject({ hostname: v.string() }),
  'server/register/verify_challenge': v.strictObject({
    hostname: v.string(),
    access_token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  }),
  'server/deactivate': v.strictObject({}),
  'server/analytics': v.strictObject({
    realm_counts: jsonText(v.strictTuple([])),
    installation_counts: jsonText(v.strictTuple([])),
    realmauditlog_rows: jsonText(v.pipe(v.array(auditRow), v.maxLength(10_000))),
    realms: jsonText(v.array(realm)),
    version: jsonText(v.pipe(v.string(), v.maxLength(128))),
    merge_base: jsonText(v.string()),
    api_feature_level: jsonText(integer),
  }),
  'server/billing': v.strictObject({
    user: jsonText(v.strictObject({ uuid: uuid4, email: v.pipe(v.string(), v.email()), full_name: v.string() })),
    realm: jsonText(realm),
    uri_scheme: v.picklist(['https://', 'http://']),
    next_page: v.optional(v.picklist(['sponsorship', 'upgrade', 'billing', 'plans', 'deactivate'])),
  }),
  'push/register': v.strictObject({ ...ofUser, token, token_kind: tokenKind, ios_app_id: v.optional(v.string()) }),
  'push/unregister': v.strictObject({ ...ofUser, token, token_kind: tokenKind }),
  'push/unregister/all': v.strictObject(ofUser),
  'push/e2ee/register': v.strictObject({
    realm_uuid: uuid4,
    token_id: tokenId,
    encrypted_push_registration: base64((bytes) => bytes > 0),
    bouncer_public_key: base64((bytes) => bytes === 32),
  }),
} as const

const sealed = { push_key_id: integer, encrypted_data: base64((bytes) => bytes > 40) }
const alertAps = v.strictObject({
  'mutable-content': v.literal(1),
  alert: v.strictObject({ title: v.literal('New notification') }),
  sound: v.literal('default'),
})
const android = v.strictObject({
  token_id: tokenId,
  fcm_priority: v.picklist(['high', 'normal']),
  payload: v.strictObject(sealed),
})
const appleAlert = v.strictObject({
  token_id: tokenId,
  http_headers: v.strictObject({ apns_priority: v.literal(10), apns_push_type: v.literal('alert') }),
  payload: v.strictObject({ ...sealed, aps: alertAps }),
})
const appleRemoval = v.strictObject({
  token_id: tokenId,
  http_headers: v.strictObject({ apns_priority: v.literal(5), apns_push_type: v.literal('background') }),
  payload: v.strictObject({ ...sealed, aps: v.strictObject({ 'mutable-content': v.literal(1) }) }),
})

const ofRealm = { realm_url: absoluteUrl, realm_uri: absoluteUrl, realm_name: v.string(), user_id: integer }
const legacyBase = { server: v.string(), realm_id: integer, ...ofRealm }
const ofSender = { sender_id: integer, sender_email: v.string() }
const fcmMessage = {
  ...legacyBase,
  event: v.literal('message'),
  zulip_message_id: integer,
  ...ofSender,
  sender_full_name: v.string(),
  sender_avatar_url: absoluteUrl,
  time: integer,
  content: v.string(),
}
const inChannel = { recipient_type: v.literal('stream'), stream: v.string(), stream_id: integer, topic: v.string() }
const pmUsers = v.pipe(v.string(), v.regex(/^\d+(?:,\d+){2,}$/))
const direct = { recipient_type: v.literal('private'), pm_users: v.optional(pmUsers) }
const removal = { event: v.literal('remove'), zulip_message_ids: v.pipe(v.string(), v.regex(/^\d+(?:,\d+)*$/)) }
const fcmPayload = v.variant('event', [
  v.strictObject({ ...fcmMessage, ...inChannel }),
  v.strictObject({ ...fcmMessage, ...direct }),
  v.strictObject({ ...legacyBase, ...removal }),
])
const apnsMessage = { ...ofRealm, ...ofSender, message_ids: v.array(integer) }
const apnsPayload = v.union([
  v.strictObject({
    alert: v.strictObject({ title: v.string(), subtitle: v.string(), body: v.string() }),
    sound: v.literal('default'),
    badge: v.literal(0),
    custom: v.strictObject({
      zulip: v.union([v.strictObject({ ...apnsMessage, ...inChannel }), v.strictObject({ ...apnsMessage, ...direct })]),
    }),
  }),
  v.strictObject({
    badge: v.literal(0),
    custom: v.strictObject({ zulip: v.strictObject({ ...ofRealm, ...removal }) }),
  }),
])

export const JSONS = {
  'push/e2ee/notify': v.strictObject({
    realm_uuid: uuid4,
    push_requests: v.array(v.union([android, appleAlert, appleRemoval])),
  }),
  'push/notify': v.strictObject({
    user_uuid: uuid4,
    user_id: integer,
    realm_uuid: uuid4,
    gcm_payload: fcmPayload,
    apns_payload: apnsPayload,
    gcm_options: v.strictObject({ priority: v.picklist(['high', 'normal']) }),
    android_devices: v.array(token),
    apple_devices: v.array(token),
  }),
  'push/test_notification': v.strictObject({
    token,
    token_kind: v.picklist([1, 2]),
    user_id: integer,
    user_uuid: uuid4,
    realm_uuid: uuid4,
    base_payload: v.strictObject(legacyBase),
  }),
} as const

/** The answer of the bouncer to a request that it refuses. */
export type Refusal = { status: number; msg: string; code?: string }

export type FormName = keyof typeof FORMS
export type JsonName = keyof typeof JSONS
export const isForm = (name: string): name is FormName => Object.hasOwn(FORMS, name)
export const isJson = (name: string): name is JsonName => Object.hasOwn(JSONS, name)

export type Received<Name extends FormName | JsonName> = v.InferOutput<
  Name extends FormName ? (typeof FORMS)[Name] : Name extends JsonName ? (typeof JSONS)[Name] : never
>
