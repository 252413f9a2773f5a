import { readRateLimits, type RateLimit } from './api/rate-limit'
import { BYTES_PER_READ } from './store/memory-size'

/** How this deployment is configured: the variables of wrangler.toml and its secrets. */
export type Config = {
  development: boolean
  default_realm: string
  root_host: string
  vendor: string
  /** Creates realms. Without one, no realm can be created over HTTP. */
  deployment_secret: string
  rate_limits: {
    by_user: RateLimit[]
    by_address: RateLimit[]
    authentication: RateLimit[]
    authentication_by_address: RateLimit[]
    mail_by_address: RateLimit[]
    mail_by_account: RateLimit[]
  }
  /** By realm: the keys with which tokens are signed that let people in. */
  token_keys: Record<string, string>
  /** Where mail comes from. Empty: nothing is sent. */
  mail_from: string
  /** How many may be invited by mail in one day, into one realm; null for no limit. */
  invitations_per_day: number | null
  invitation_link_validity_minutes: number
  /** Realms that want to may show channels to people without an account. */
  web_public_channels: boolean
  /** The largest file, and how much of files a realm may keep: null for no limit. */
  max_file_upload_size_mib: number
  upload_quota_mib: number | null
  /** Where notifications for phones are handed over, and who this server is there. An empty address: nowhere. */
  push_bouncer: { url: string; organization: string; key: string }
  /** How large the event log may grow before the queues that are read slowest expire. */
  event_log_limit: { rows: number; bytes: number }
  /** How much work hashing a password is; a power of two. */
  password_cost: number
  /** Outgoing webhooks may be called where only this machine or network can: in development and tests. */
  calls_private_addresses: boolean
  /** Answers and events are held against their declarations: in development and tests. */
  check_declarations: boolean
  /** What one read of SQLite or D1 may hold before it fails. Tests are to find such reads; a deployment has no ceiling. */
  bytes_per_read: number
}

export type Variables = {
  DEVELOPMENT?: string
  CHECK_DECLARATIONS?: string
  CALLS_PRIVATE_ADDRESSES?: string
  PASSWORD_COST?: string
  MAX_FILE_UPLOAD_SIZE_MIB?: string
  UPLOAD_QUOTA_MIB?: string
  EVENT_LOG_ROWS?: string
  EVENT_LOG_MIB?: string
  WEB_PUBLIC_STREAMS_ENABLED?: string
  MAIL_FROM?: string
  JWT_AUTH_KEYS?: string
  INVITATIONS_PER_DAY?: string
  INVITATION_LINK_VALIDITY_MINUTES?: string
  DEFAULT_REALM?: string
  ROOT_HOST?: string
  VENDOR_ALIAS?: string
  DEPLOYMENT_SECRET?: string
  PUSH_BOUNCER_URL?: string
  PUSH_BOUNCER_ORGANIZATION?: string
  PUSH_BOUNCER_KEY?: string
  RATE_LIMIT_BY_USER?: string
  RATE_LIMIT_BY_ADDRESS?: string
  RATE_LIMIT_AUTHENTICATION?: string
  RATE_LIMIT_AUTHENTICATION_BY_ADDRESS?: string
  RATE_LIMIT_MAIL_BY_ADDRESS?: string
  RATE_LIMIT_MAIL_BY_ACCOUNT?: string
}

export function readConfig(env: Variables): Config {
  return {
    development: env.DEVELOPMENT === 'true',
    invitations_per_day: Number(env.INVITATIONS_PER_DAY ?? 100) || null,
    invitation_link_validity_minutes: Number(env.INVITATION_LINK_VALIDITY_MINUTES ?? 14_400),
    get token_keys() {
      return readTokenKeys(env.JWT_AUTH_KEYS ?? '')
    },
    mail_from: env.MAIL_FROM ?? '',
    web_public_channels: env.WEB_PUBLIC_STREAMS_ENABLED === 'true',
    max_file_upload_size_mib: Number(env.MAX_FILE_UPLOAD_SIZE_MIB) || 100,
    upload_quota_mib: Number(env.UPLOAD_QUOTA_MIB) || null,
    event_log_limit: {
      rows: Number(env.EVENT_LOG_ROWS) || 100_000,
      bytes: (Number(env.EVENT_LOG_MIB) || 128) * 2 ** 20,
    },
    push_bouncer: {
      url: (env.PUSH_BOUNCER_URL ?? '').replace(/\/+$/, ''),
      organization: env.PUSH_BOUNCER_ORGANIZATION ?? '',
      key: env.PUSH_BOUNCER_KEY ?? '',
    },
    password_cost: Number(env.PASSWORD_COST ?? 2 ** 15),
    calls_private_addresses: env.CALLS_PRIVATE_ADDRESSES === 'true',
    check_declarations: env.CHECK_DECLARATIONS === 'true',
    bytes_per_read: env.CHECK_DECLARATIONS === 'true' ? BYTES_PER_READ : Infinity,
    default_realm: env.DEFAULT_REALM ?? '',
    root_host: env.ROOT_HOST ?? '',
    vendor: env.VENDOR_ALIAS ?? '',
    deployment_secret: env.DEPLOYMENT_SECRET ?? '',
    // Read by the realm once, and by the edge, which reads all else for every request, never.
    get rate_limits() {
      return {
        by_user: readRateLimits(env.RATE_LIMIT_BY_USER ?? ''),
        by_address: readRateLimits(env.RATE_LIMIT_BY_ADDRESS ?? ''),
        authentication: readRateLimits(env.RATE_LIMIT_AUTHENTICATION ?? ''),
        authentication_by_address: readRateLimits(env.RATE_LIMIT_AUTHENTICATION_BY_ADDRESS ?? ''),
        mail_by_address: readRateLimits(env.RATE_LIMIT_MAIL_BY_ADDRESS ?? ''),
        mail_by_account: readRateLimits(env.RATE_LIMIT_MAIL_BY_ACCOUNT ?? ''),
      }
    },
  }
}

/** JSON: each realm's key by its name. What is no key lets nobody in, and neither does what is no JSON. */
function readTokenKeys(said: string): Record<string, string> {
  if (said === '') return {}
  const keys: unknown = JSON.parse(said)
  if (typeof keys !== 'object' || keys === null) return {}
  return Object.fromEntries(Object.entries(keys).filter(([, key]) => typeof key === 'string'))
}
