import { readCallServices, type CallServices, type CallVariables } from './call-services'
import { readRateLimits, type RateLimit } from './api/rate-limit'
import { readEventLogLimit, readQueueLimits, type QueueVariables } from './events/queue-limits'
import type { Outside, SendBeside } from './outside/fetch-outside'
import { readPurposes } from './outside/purposes'
import { BYTES_PER_READ } from './store/memory-size'

/** The configuration of a deployment, from the variables of wrangler.toml and the secrets. See docs/configuration.md. */
export type Config = {
  development: boolean
  /** Where the development server is: emails are written without a request. */
  development_url: string
  default_realm: string
  root_host: string
  vendor: string
  /** Whether the log has a line for each request. */
  logs_requests: boolean
  /** The token with which a program reads the metrics of all realms. Empty: they cannot be read. */
  /** The hash of the build, which `npm run deploy` gives. */
  bundle_sha256: string
  metrics_token: string
  /** The secret with which an operator creates realms. Empty: no realm can be created over HTTP. */
  deployment_secret: string
  /** The secrets that encryption keys derive from: the current one, then earlier ones. Without the first, nothing is encrypted. */
  encryption_secrets: readonly string[]
  rate_limits: {
    by_user: RateLimit[]
    by_address: RateLimit[]
    authentication: RateLimit[]
    authentication_by_address: RateLimit[]
    mail_by_address: RateLimit[]
    mail_by_account: RateLimit[]
    received_mail: RateLimit[]
    link_previews: RateLimit[]
  }
  /** The key of each realm that accepts signed tokens for sign-in, by the name of the realm. */
  token_keys: Record<string, string>
  /** The identity providers of all realms, as JSON: see `readProviders` in src/domain/login/providers. */
  provider_list: string
  /** The sender address of emails. Empty: the server sends no email. */
  mail_from: string
  /** The domain at which the deployment receives emails. Empty: it receives none. */
  mail_gateway: string
  /** Whether the envelope of an email by SMTP names an address of the gateway, to which bounces come. */
  mail_bounces: boolean
  /** The server that answers questions to the domain name system, by HTTPS. */
  dns_url: string
  /** The server for emails, as `smtps://user:password@host`. Empty: none. */
  smtp_url: string
  /** The provider for emails that takes them by HTTP, and the key there. An empty URL: none. */
  mail_http: { url: string; key: string }
  /** The secret with which the provider signs what it reports about emails. Empty: it reports nothing. */
  mail_http_webhook_secret: string
  /** Whether the email of `/accounts/find` names the other realms in which its address has an account. */
  finds_accounts_in_all_realms: boolean
  /** The number of email invitations that one realm may send in one day. Null: no limit. */
  invitations_per_day: number | null
  invitation_link_validity_minutes: number
  /** Whether realms may have web-public channels, which spectators can read. */
  web_public_channels: boolean
  max_file_upload_size_mib: number
  /** For how many nights copies of realms are kept in the second bucket, if there is one. 0: no copies are made. */
  nightly_copies: number
  /** The total size of the files of one realm. Null: no limit. */
  upload_quota_mib: number | null
  /** The service that forwards notifications to phones, and this server's account there. An empty URL: no notifications. */
  push_bouncer: { url: string; organization: string; key: string }
  /** The keys with which push services of browsers know this server, base64url. Undefined: no notifications for browsers. */
  push_keys: { public_key: string; private_key: string } | undefined
  /** The hosts of further push services of browsers. */
  push_services: readonly string[]
  calls: CallServices
  /** The size at which the event log is too large. Then the queues that are furthest behind expire. */
  event_log_limit: { rows: number; bytes: number }
  /** The bytes in a D1 database above which a realm continues in another one. */
  database_limit: number
  queue_limits: ReturnType<typeof readQueueLimits>
  /** The cost of a password hash: scrypt's N, a power of two. */
  password_cost: number
  /** Which addresses the server may call for its users. Throws if the variable names an unknown purpose. */
  outside: Outside
  /** Whether answers and events are compared with their declarations: in development and tests. */
  check_declarations: boolean
  /** The bytes that one read of SQLite or D1 may return. A larger read throws in tests. A deployment has no limit. */
  bytes_per_read: number
}

export type Variables = QueueVariables &
  CallVariables & {
    DEVELOPMENT?: string
    DEVELOPMENT_URL?: string
    CHECK_DECLARATIONS?: string
    CALLS_PRIVATE_ADDRESSES?: string
    OUTSIDE_REQUESTS_OFF?: string
    PASSWORD_COST?: string
    DATABASE_LIMIT_GB?: string
    MAX_FILE_UPLOAD_SIZE_MIB?: string
    UPLOAD_QUOTA_MIB?: string
    NIGHTLY_COPIES?: string
    WEB_PUBLIC_STREAMS_ENABLED?: string
    MAIL_FROM?: string
    MAIL_GATEWAY?: string
    MAIL_BOUNCES?: string
    DNS_URL?: string
    SMTP_URL?: string
    MAIL_HTTP_URL?: string
    MAIL_HTTP_KEY?: string
    MAIL_HTTP_WEBHOOK_SECRET?: string
    JWT_AUTH_KEYS?: string
    SIGN_IN_PROVIDERS?: string
    FIND_ACCOUNTS_IN_ALL_REALMS?: string
    INVITATIONS_PER_DAY?: string
    INVITATION_LINK_VALIDITY_MINUTES?: string
    DEFAULT_REALM?: string
    ROOT_HOST?: string
    VENDOR_ALIAS?: string
    DEPLOYMENT_SECRET?: string
    BUNDLE_SHA256?: string
    METRICS_TOKEN?: string
    LOG_REQUESTS?: string
    ENCRYPTION_SECRET?: string
    PREVIOUS_ENCRYPTION_SECRETS?: string
    PUSH_BOUNCER_URL?: string
    PUSH_BOUNCER_ORGANIZATION?: string
    PUSH_BOUNCER_KEY?: string
    WEB_PUSH_KEYS?: string
    WEB_PUSH_SERVICES?: string
    RATE_LIMIT_BY_USER?: string
    RATE_LIMIT_BY_ADDRESS?: string
    RATE_LIMIT_AUTHENTICATION?: string
    RATE_LIMIT_AUTHENTICATION_BY_ADDRESS?: string
    RATE_LIMIT_MAIL_BY_ADDRESS?: string
    RATE_LIMIT_MAIL_BY_ACCOUNT?: string
    RATE_LIMIT_RECEIVED_MAIL?: string
    RATE_LIMIT_LINK_PREVIEWS?: string
  }

/** Erased data stays in copies for as long. */
const MAX_NIGHTS = 30

const configs = new WeakMap<Variables, Config>()

/** Returns the configuration of an environment. The platform passes the same environment with each request. */
export function configOf(env: Variables): Config {
  let config = configs.get(env)
  if (config === undefined) configs.set(env, (config = readConfig(env)))
  return config
}

export function readConfig(env: Variables, sendBeside?: SendBeside): Config {
  return {
    development: env.DEVELOPMENT === 'true',
    development_url: env.DEVELOPMENT_URL ?? '',
    finds_accounts_in_all_realms: env.FIND_ACCOUNTS_IN_ALL_REALMS === 'true',
    invitations_per_day: Number(env.INVITATIONS_PER_DAY ?? 100) || null,
    invitation_link_validity_minutes: Number(env.INVITATION_LINK_VALIDITY_MINUTES ?? 14_400),
    get token_keys() {
      return readTokenKeys(env.JWT_AUTH_KEYS ?? '')
    },
    provider_list: env.SIGN_IN_PROVIDERS ?? '',
    mail_from: env.MAIL_FROM ?? '',
    mail_gateway: env.MAIL_GATEWAY ?? '',
    mail_bounces: env.MAIL_BOUNCES === 'true',
    dns_url: env.DNS_URL || 'https://cloudflare-dns.com/dns-query',
    smtp_url: env.SMTP_URL ?? '',
    mail_http: { url: env.MAIL_HTTP_URL ?? '', key: env.MAIL_HTTP_KEY ?? '' },
    mail_http_webhook_secret: env.MAIL_HTTP_WEBHOOK_SECRET ?? '',
    web_public_channels: env.WEB_PUBLIC_STREAMS_ENABLED === 'true',
    max_file_upload_size_mib: Number(env.MAX_FILE_UPLOAD_SIZE_MIB) || 100,
    nightly_copies: Math.min(MAX_NIGHTS, Math.max(0, Math.floor(Number(env.NIGHTLY_COPIES ?? 7)) || 0)),
    upload_quota_mib: Number(env.UPLOAD_QUOTA_MIB) || null,
    event_log_limit: readEventLogLimit(env),
    queue_limits: readQueueLimits(env),
    push_bouncer: readPushBouncer(env),
    push_keys: readPushKeys(env.WEB_PUSH_KEYS ?? ''),
    push_services: (env.WEB_PUSH_SERVICES ?? '').split(',').flatMap((host) => host.trim() || []),
    get calls() {
      return readCallServices(env)
    },
    database_limit: (Number(env.DATABASE_LIMIT_GB) || 8) * 1e9,
    password_cost: Number(env.PASSWORD_COST ?? 2 ** 14),
    get outside() {
      return {
        allows_private: env.CALLS_PRIVATE_ADDRESSES === 'true',
        own_hosts: env.ROOT_HOST ? [env.ROOT_HOST] : [],
        disabled: readPurposes(env.OUTSIDE_REQUESTS_OFF ?? ''),
        sendBeside,
      }
    },
    check_declarations: env.CHECK_DECLARATIONS === 'true',
    bytes_per_read: env.CHECK_DECLARATIONS === 'true' ? BYTES_PER_READ : Infinity,
    default_realm: env.DEFAULT_REALM ?? '',
    root_host: env.ROOT_HOST ?? '',
    vendor: env.VENDOR_ALIAS ?? '',
    logs_requests: env.LOG_REQUESTS === 'true',
    bundle_sha256: env.BUNDLE_SHA256 ?? '',
    metrics_token: env.METRICS_TOKEN ?? '',
    deployment_secret: env.DEPLOYMENT_SECRET ?? '',
    get encryption_secrets() {
      const previous = (env.PREVIOUS_ENCRYPTION_SECRETS ?? '').split(',')
      return [env.ENCRYPTION_SECRET ?? '', ...previous].map((secret) => secret.trim())
    },
    // A getter, because the Worker reads the configuration for each request and never needs the limits.
    get rate_limits() {
      return readAllRateLimits(env)
    },
  }
}

const readPushBouncer = (env: Variables): Config['push_bouncer'] => ({
  url: (env.PUSH_BOUNCER_URL ?? '').replace(/(?<!\/)\/+$/, ''),
  organization: env.PUSH_BOUNCER_ORGANIZATION ?? '',
  key: env.PUSH_BOUNCER_KEY ?? '',
})

function readAllRateLimits(env: Variables): Config['rate_limits'] {
  return {
    by_user: readRateLimits(env.RATE_LIMIT_BY_USER ?? ''),
    by_address: readRateLimits(env.RATE_LIMIT_BY_ADDRESS ?? ''),
    authentication: readRateLimits(env.RATE_LIMIT_AUTHENTICATION ?? ''),
    authentication_by_address: readRateLimits(env.RATE_LIMIT_AUTHENTICATION_BY_ADDRESS ?? ''),
    mail_by_address: readRateLimits(env.RATE_LIMIT_MAIL_BY_ADDRESS ?? ''),
    mail_by_account: readRateLimits(env.RATE_LIMIT_MAIL_BY_ACCOUNT ?? ''),
    received_mail: readRateLimits(env.RATE_LIMIT_RECEIVED_MAIL ?? '60:50,300:120,3600:600'),
    link_previews: readRateLimits(env.RATE_LIMIT_LINK_PREVIEWS ?? '60:60,3600:600'),
  }
}

/** Returns the keys of `JWT_AUTH_KEYS`, a JSON object, by realm. Ignores keys that are not text. Throws if the text is not JSON. */
function readTokenKeys(json: string): Record<string, string> {
  if (json === '') return {}
  const keys: unknown = JSON.parse(json)
  if (typeof keys !== 'object' || keys === null) return {}
  return Object.fromEntries(Object.entries(keys).filter(([, key]) => typeof key === 'string'))
}

/** Returns the keys of `WEB_PUSH_KEYS`, or undefined if they are missing or are no keys of the curve P-256. */
function readPushKeys(text: string): Config['push_keys'] {
  const [, public_key, private_key] = /^([\w-]{87})\.([\w-]{43})$/.exec(text.trim()) ?? []
  return public_key === undefined || private_key === undefined ? undefined : { public_key, private_key }
}
