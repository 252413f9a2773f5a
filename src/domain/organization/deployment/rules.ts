import { keysOf } from '../../../api/table'
import type { Config } from '../../../config'

const MIN_SECRET_LENGTH = 32

/** Returns the names of secrets without which features are refused. */
export function missingSecrets({ encryption_secrets, push_keys }: Config): string[] {
  const missing: string[] = []
  if ((encryption_secrets[0] ?? '').length < MIN_SECRET_LENGTH) missing.push('ENCRYPTION_SECRET')
  if (push_keys === undefined) missing.push('WEB_PUSH_KEYS')
  return missing
}

const LIMITS = {
  by_user: 'RATE_LIMIT_BY_USER',
  by_address: 'RATE_LIMIT_BY_ADDRESS',
  authentication: 'RATE_LIMIT_AUTHENTICATION',
  authentication_by_address: 'RATE_LIMIT_AUTHENTICATION_BY_ADDRESS',
} as const

/** Returns the variables of the rate limits that the deployment does not have. A development server has none. */
export const unlimitedRequests = ({ rate_limits, development }: Config): string[] =>
  development ? [] : keysOf(LIMITS).flatMap((name) => (rate_limits[name].length === 0 ? [LIMITS[name]] : []))
