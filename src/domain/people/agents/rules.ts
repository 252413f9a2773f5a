import { hash } from 'node:crypto'
import { sameSecret } from '../../../api/callers'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { Agent } from './agent'
import { SCOPES, type Scope } from './scopes'

/** One more agent ends the one that was used longest ago. */
export const AGENTS_PER_ACCOUNT = 20
export const ACCESS_TOKEN_SECONDS = 3600
/** The client exchanges its code at once. */
export const CODE_SECONDS = 60
/** How long a used code is remembered, to recognize a thief. */
export const USED_CODE_SECONDS = 3600
export const CODES_PER_ACCOUNT = 20
/** A client that refreshes too often loses its oldest access tokens. */
export const TOKENS_PER_AGENT = 5
/** An agent that was not used for so long has ended. */
export const AGENT_IDLE_DAYS = 30
export const CALLS_PER_ACCOUNT = 500
export const USE_IS_WRITTEN_EVERY_SECONDS = 3600

export const isIdle = ({ used_at }: Pick<Agent, 'used_at'>, now: number): boolean =>
  now >= used_at + AGENT_IDLE_DAYS * SECONDS_PER_DAY

const ASKS_FOR_SCOPES_SECONDS = 60
const IS_VALID_FOR_LONG_SECONDS = 600

/**
 * Returns whether an agent refreshes its tokens only because a call needed another scope: the call was a moment ago, and its newest
 * access token remains valid. A refresh gives no more scopes, so the agent must ask its user.
 */
export const refreshesForScopes = (
  { refused_at, valid_until }: { refused_at: number; valid_until: number },
  now: number,
) => now < refused_at + ASKS_FOR_SCOPES_SECONDS && now < valid_until - IS_VALID_FOR_LONG_SECONDS

/** Returns the scopes in a text with spaces between them. Ignores unknown ones: a client may ask for more than exists. */
export const scopesIn = (text: string): Scope[] => {
  const named = new Set(text.split(' '))
  return SCOPES.filter((scope) => named.has(scope))
}

/** Returns whether a verifier is the secret of a challenge (RFC 7636, S256). */
export const provesChallenge = (verifier: string, challenge: string): boolean =>
  sameSecret(hash('sha256', verifier, 'base64url'), challenge)

const REFRESH_PREFIX = 'parley_refresh_'
const PART = '[A-Za-z0-9]{40}'
const REFRESH_TOKEN = new RegExp(`^${REFRESH_PREFIX}(${PART})\\.(${PART})$`)
export const PART_LENGTH = 40

export const refreshToken = (family: string, part: string): string => `${REFRESH_PREFIX}${family}.${part}`

/** Returns the two parts of a refresh token, or undefined if it is none. */
export function partsOf(token: string): { family: string; part: string } | undefined {
  const [, family, part] = REFRESH_TOKEN.exec(token) ?? []
  return family === undefined || part === undefined ? undefined : { family, part }
}
