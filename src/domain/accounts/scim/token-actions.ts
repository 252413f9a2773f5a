import { hashApiKey } from '../../../api/callers'
import { badRequest, notFound } from '../../../api/errors'
import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { realmRow } from '../../realm/settings/storage'
import { wrongToken } from './refusals'
import { allTokens, deleteToken, findToken, insertToken, writeTokenUse } from './storage'

/** Two, so that the directory can have the new one before the old one is deleted. */
export const MAX_TOKENS = 2
const TOKEN_LENGTH = 48
const USE_IS_WRITTEN_EVERY_SECONDS = 3600

export const tooManyTokens = badRequest(
  () => `An organization has at most ${MAX_TOKENS} tokens. Delete the old one first.`,
)
export const noSuchToken = notFound(() => 'Token does not exist')

/** Creates a token for the directory. No later response has it. */
export function createToken(realm: Realm, { user_id }: User, description: string): { token_id: number; token: string } {
  if (allTokens(realm).length >= MAX_TOKENS) throw tooManyTokens({})
  const token = realm.randomKey(TOKEN_LENGTH)
  const token_id = insertToken(realm, { token_hash: hashApiKey(token), description, made_by: user_id })
  recordAudit(realm, 'scim_token_created', {}, { token_id, description })
  return { token_id, token }
}

export function removeToken(realm: Realm, token_id: number): void {
  if (!allTokens(realm).some((token) => token.token_id === token_id)) throw noSuchToken({})
  deleteToken(realm, token_id)
  recordAudit(realm, 'scim_token_deleted', {}, { token_id })
}

/** Throws unless the hash is that of a token. Finds it by the hash, so the time of the search reveals nothing about a token. */
export function requireDirectory(realm: Realm, token_hash: string): void {
  const token = findToken(realm, token_hash)
  if (token === undefined || realmRow(realm).is_deactivated) throw wrongToken()
  if (token.used_at === null || realm.now() >= token.used_at + USE_IS_WRITTEN_EVERY_SECONDS)
    writeTokenUse(realm, token.token_id)
}
