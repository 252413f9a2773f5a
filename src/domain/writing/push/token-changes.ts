import { logLine } from '../../../api/log-line'
import { retryAfterSeconds } from '../../../outside/retry-after'
import type { Realm } from '../../../realm'
import { repeatedPause } from '../../../store/retry-schedules'
import { removePushToken } from '../../people/push-devices/storage'
import {
  deleteTokenChange,
  postponeTokenChange,
  type TokenChange,
} from '../../people/push-devices/token-change-storage'
import type { BouncerAnswer, BouncerForm } from '../../people/push-service/bouncer'
import { askForRealm } from '../../people/push-service/status'
import { userUuid } from '../../people/user-uuids/storage'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmUuid } from '../../realm/settings/uuid-storage'
import { bouncerTokenOf, TOKEN_KIND_NUMBERS } from './bouncer-tokens'

/** Registers a token with the bouncer, or removes it there. Repeats this for a day. */
export async function changeTokenAtBouncer(realm: Realm, change: TokenChange): Promise<void> {
  const answer = await askForRealm(
    realm,
    realm.transaction(() => requestOf(realm, change)),
  )
  realm.transaction(() => finishChange(realm, change, answer))
}

const PATHS = { add: 'push/register', remove: 'push/unregister', remove_all: 'push/unregister/all' } as const

function requestOf(realm: Realm, { user_id, op, token_kind, token, ios_app_id }: TokenChange): BouncerForm {
  const form: Record<string, string> = {
    server_uuid: realm.config.push_bouncer.organization,
    realm_uuid: realmUuid(realm),
    user_uuid: userUuid(realm, user_id),
    user_id: String(user_id),
  }
  if (token_kind !== null && token !== null) {
    form.token = bouncerTokenOf({ token_kind, token })
    form.token_kind = String(TOKEN_KIND_NUMBERS[token_kind])
  }
  if (op === 'add' && ios_app_id !== null) form.ios_app_id = ios_app_id
  return { path: PATHS[op], form }
}

function finishChange(realm: Realm, change: TokenChange, answer: BouncerAnswer): void {
  const { change_id, user_id, op, token_kind, token, created_at, attempts } = change
  const isLate = realm.now() >= created_at + SECONDS_PER_DAY
  if (!answer.ok && answer.retry !== 'never' && !isLate) {
    const pause = Math.max(retryAfterSeconds(answer.retry_after, realm.now()), repeatedPause('push', attempts + 1))
    return postponeTokenChange(realm.sql, change, realm.now() + pause)
  }
  deleteTokenChange(realm.sql, change_id)
  if (answer.ok || op !== 'add' || answer.retry !== 'never') return
  logLine('warn', 'push_token_refused', { realm: realm.name, code: answer.code, msg: answer.msg })
  // The bouncer never delivers to this token.
  if (token_kind !== null && token !== null) removePushToken(realm, user_id, { token_kind, token })
}
