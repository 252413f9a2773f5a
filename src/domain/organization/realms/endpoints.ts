import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { ApiError, badRequest, realmAlreadyExists } from '../../../api/errors'
import { boolean, oneOf, optional, shortText, text } from '../../../api/params'
import { jurisdictionsUnavailable } from '../../../api/realm-locator'
import type { Config } from '../../../config'
import { endpoint, type Edge } from '../../../edge'
import { escapeLiteral } from '../../../markdown/escape'
import type { MarkdownSettings } from '../../../markdown/settings'
import { allChannels } from '../../channels/channels/storage'
import { realmMarkdownSettings } from '../../customization/linkifiers/markdown-settings'
import { realmPictureLocation } from '../../customization/realm-pictures/locations'
import { externalMethods, externalMethodShape, olderMethods } from '../../login/providers/external-methods'
import { anyone, theDeployment } from '../../people/users/callers'
import { firstPasswordErrors, refusalOfFirstPassword } from '../../people/users/chosen-password'
import { hashPassword } from '../../people/users/passwords'
import { emailInUse, invalidEmail, nameErrors } from '../../people/users/rules'
import { renderPublicDescription } from '../../realm/settings/descriptions'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from '../../realm/settings/limits'
import { admitsSpectators } from '../../realm/settings/spectators'
import { realmSettings } from '../../realm/settings/settings'
import { settingsOf } from '../../realm/settings/storage'
import { invalidLanguage, refusalOfValues } from '../settings/rules'
import { isTooOld } from './compatibility-rules'
import { createRealm } from './create-realm'

const invalidRealmName = badRequest(
  () =>
    'A realm name is lowercase letters, digits and hyphens, at most 40 of them, and neither begins nor ends with a hyphen',
)
const oneLocationOnly = badRequest(() => 'A realm has a jurisdiction or a location hint, not both')

const REALM_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

export const postRealm = endpoint.decision({
  route: 'POST /realms',
  summary: 'Create a realm and its owner.',
  caller: theDeployment,
  params: {
    name: shortText(),
    full_name: optional(text(40)),
    owner_email: shortText(),
    owner_full_name: shortText(),
    owner_password: shortText(),
    org_type: optional(realmSettings.org_type.schema),
    default_language: optional(shortText()),
    first_channels: optional(boolean(), false),
    jurisdiction: optional(oneOf(['eu', 'fedramp'])),
    location_hint: optional(oneOf(['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'])),
  },
  returns: { realm: v.string(), realm_url: v.string(), user_id: v.number(), email: v.string(), api_key: v.string() },
  errors: [
    wrongDeploymentSecret,
    invalidRealmName,
    oneLocationOnly,
    jurisdictionsUnavailable,
    realmAlreadyExists,
    ...firstPasswordErrors,
    emailInUse,
    invalidEmail,
    invalidLanguage,
    ...nameErrors,
  ],
  realm: ({ name, jurisdiction, location_hint }) => {
    if (!REALM_NAME.test(name)) throw invalidRealmName({})
    if (jurisdiction !== undefined && location_hint !== undefined) throw oneLocationOnly({})
    return { name, jurisdiction, location_hint, create: true }
  },
  prepare: async (edge, { name, full_name = '', owner_email, owner_full_name, owner_password, default_language }) => {
    const refused = refusalOfValues({ default_language })
    if (refused) throw refused
    const context = [owner_full_name, owner_email, full_name, name]
    const refusal = await refusalOfFirstPassword(edge, { password: owner_password, context })
    if (refusal) throw refusal
    return {
      owner_password: '',
      password_hash: hashPassword(owner_password, edge.config.password_cost),
      host: edge.hostOf(name),
    }
  },
  decide: (realm, _, params) => createRealm(realm, params),
  present: (edge, owner, { name }) => ({ realm: name, realm_url: edge.urlOf(name), ...owner }),
})

// Authentication methods of other servers. Older clients expect their names.
const UNSUPPORTED_METHODS = {
  ldap: false,
  remoteuser: false,
  saml: false,
  'openid connect': false,
  apple: false,
  azuread: false,
  github: false,
  gitlab: false,
  google: false,
}

export const getServerSettings = endpoint.decision({
  route: 'GET /server_settings',
  summary: 'Get the version of the server, and how to log in to it.',
  caller: anyone,
  params: {},
  returns: {
    authentication_methods: v.record(v.string(), v.boolean()),
    external_authentication_methods: v.array(externalMethodShape),
    svc_feature_level: v.number(),
    svc_version: v.string(),
    svc_merge_base: v.string(),
    push_notifications_enabled: v.boolean(),
    is_incompatible: v.boolean(),
    email_auth_enabled: v.boolean(),
    require_email_format_usernames: v.boolean(),
    // A request to the root host names no organization, so its response has none of these fields.
    realm_uri: v.optional(v.string()),
    realm_url: v.optional(v.string()),
    realm_name: v.optional(v.string()),
    realm_icon: v.optional(v.string()),
    realm_description: v.optional(v.string()),
    realm_web_public_access_enabled: v.optional(v.boolean()),
  },
  errors: [],
  atRoot: (edge) => ({ ...serverFields(edge.config, true, true), is_incompatible: isIncompatible(edge) }),
  decide: (realm) => {
    const settings = settingsOf(realm)
    const { realm_url } = realm.client
    const { Email: allowsPassword = false, Dev: allowsEmailOnly = false } = settings.authentication_methods
    const fields = serverFields(realm.config, allowsPassword, allowsEmailOnly)
    return {
      ...fields,
      authentication_methods: { ...fields.authentication_methods, ...olderMethods(realm) },
      external_authentication_methods: externalMethods(realm),
      realm_uri: realm_url,
      realm_url,
      realm_name: settings.name,
      realm_icon: new URL(realmPictureLocation(realm, 'icon').url, realm_url).href,
      realm_description: settings.description,
      markdown: realmMarkdownSettings(realm),
      realm_web_public_access_enabled:
        admitsSpectators(realm) && allChannels(realm).some((channel) => channel.is_web_public && !channel.is_archived),
    }
  },
  present: (edge, { markdown, ...settings }) => {
    const markdownSettings = { ...markdown, realm_url: settings.realm_url, translatesEmoticons: () => false }
    const realm_description = renderDescription(settings.realm_description, markdownSettings)
    return { ...settings, realm_description, is_incompatible: isIncompatible(edge) }
  },
})

/** Linkifiers that were added after the description can make it too large. Then the description is plain text. */
function renderDescription(description: string, settings: MarkdownSettings): string {
  try {
    return renderPublicDescription(description, settings)
  } catch (error) {
    if (error instanceof ApiError) return `<p>${escapeLiteral(description)}</p>`
    throw error
  }
}

const serverFields = ({ development, push_bouncer }: Config, allowsPassword: boolean, allowsEmailOnly: boolean) => ({
  authentication_methods: {
    password: allowsPassword,
    email: allowsPassword,
    dev: allowsEmailOnly && development,
    ...UNSUPPORTED_METHODS,
  },
  external_authentication_methods: [],
  svc_feature_level: SVC_FEATURE_LEVEL,
  svc_version: SVC_VERSION,
  svc_merge_base: SVC_VERSION,
  push_notifications_enabled: push_bouncer.url !== '',
  email_auth_enabled: allowsPassword,
  require_email_format_usernames: true,
})

const isIncompatible = ({ request, config }: Edge) => isTooOld(request.headers.get('user-agent') ?? '', config.vendor)
