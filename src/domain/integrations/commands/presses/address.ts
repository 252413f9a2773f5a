import type { Realm } from '../../../../realm'
import { ADDRESS_SECRET_LENGTH } from '../../../../store/random-key'
import {
  deletePressAddress,
  findPressAddress,
  writePressAddress,
} from '../../../people/webhook-addresses/press-address-storage'
import type { User } from '../../../people/users/user'
import { recordAudit } from '../../../realm/audit-log/record'
import { writeSecret } from '../../../realm/secrets/actions'
import { deleteSigningSecrets, replaceSecret } from '../../../realm/secrets/signing-secrets'
import { requireCallable } from '../../../realm/settings/callable-url'
import { noPressAddress } from './rules'

export const nameOfPressSecret = (bot_id: number) => `signing secret of presses of bot ${bot_id}`

/** Sets where presses on the messages of a bot are sent. The first answer has the secret of their signatures. */
export function setPressAddress(realm: Realm, { user_id }: User, url: string): { secret?: string } {
  requireCallable(realm, url)
  const isNew = findPressAddress(realm.sql, user_id) === undefined
  writePressAddress(realm.sql, user_id, url)
  recordChange(realm, user_id)
  if (!isNew) return {}
  const secret = realm.randomKey(ADDRESS_SECRET_LENGTH)
  writeSecret(realm, nameOfPressSecret(user_id), secret)
  return { secret }
}

/** Replaces the secret of the signatures. The earlier one signs too for a day, unless it leaked. */
export function replacePressSecret(realm: Realm, { user_id }: User, hasLeaked: boolean): { secret: string } {
  if (findPressAddress(realm.sql, user_id) === undefined) throw noPressAddress({})
  const secret = realm.randomKey(ADDRESS_SECRET_LENGTH)
  replaceSecret(realm, nameOfPressSecret(user_id), secret, hasLeaked)
  recordChange(realm, user_id)
  return { secret }
}

export function removePressAddress(realm: Realm, { user_id }: User): void {
  if (findPressAddress(realm.sql, user_id) === undefined) throw noPressAddress({})
  deletePressAddress(realm.sql, user_id)
  deleteSigningSecrets(realm, nameOfPressSecret(user_id))
  recordChange(realm, user_id)
}

const recordChange = (realm: Realm, user_id: number) =>
  recordAudit(realm, 'bot_changed', { user_id }, { change: 'presses' })
