import { badRequest, type ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { confirmationWith, countLetter, newConfirmation, useUp } from '../confirmations/actions'
import { addressed } from '../confirmations/addressed'
import { deleteByUser } from '../confirmations/storage'
import { refusalOfAddress } from '../email-domains/actions'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { changeEmail } from '../../people/users/actions'
import { isAdministrator, refusalOfEmail } from '../../people/users/rules'
import { holderOf, maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { addressTakenLetter, emailChangedLetter, emailChangeLetter } from './letters'

export const emailChangesDisabled = badRequest(() => 'Email address changes are disabled in this organization.')

/**
 * Somebody wants another address. Whether it is theirs is shown by a link that goes there, and until then nothing changes.
 * That somebody else has it is said there only.
 */
export function askToChangeEmail(realm: Realm, user: User, said: string): void {
  const email = said.trim()
  if (email === '' || email === user.delivery_email) return
  const refusal =
    refusalToChange(realm, user) ?? refusalOfEmail(email) ?? refusalOfAddress(realm, email) ?? countLetter(realm, email)
  if (refusal) throw refusal

  // Of several wishes the last one counts.
  deleteByUser(realm.sql, 'email_change', user.user_id)
  const { seed, expires_at } = newConfirmation(realm, { kind: 'email_change', email, user_id: user.user_id })
  const letter = isSomebodyElses(realm, user, email) ? addressTakenLetter : emailChangeLetter
  realm.emails.add(letter({ ...addressed(realm, email), seed }), expires_at)
}

/** What a link would change, if it is good. */
export function changeConfirmedBy(realm: Realm, secret: string): { user: User; email: string } | undefined {
  const found = confirmationWith(realm, 'email_change', secret)
  const user = found?.user_id ? maybeUser(realm, found.user_id) : undefined
  if (found === undefined || !user?.is_active || realmRow(realm).is_deactivated) return undefined
  // The organization may have thought better of it since.
  if (refusalToChange(realm, user) ?? refusalOfAddress(realm, found.email)) return undefined
  return isSomebodyElses(realm, user, found.email) ? undefined : { user, email: found.email }
}

/** Answers the address that is theirs from here on, if the link is good. */
export function confirmEmail(realm: Realm, secret: string): string | undefined {
  const found = changeConfirmedBy(realm, secret)
  if (found === undefined) return undefined
  const { user, email } = found
  useUp(realm, { kind: 'email_change', email, user_id: user.user_id })
  changeEmail(realm, user, email)
  const letter = emailChangedLetter({ ...addressed(realm, user.delivery_email), new_email: email })
  realm.emails.add(letter, realm.now() + SECONDS_PER_WEEK)
  return email
}

const refusalToChange = (realm: Realm, user: User): ApiError | undefined =>
  settingsOf(realm).email_changes_disabled && !isAdministrator(user) ? emailChangesDisabled({}) : undefined

function isSomebodyElses(realm: Realm, { user_id }: User, email: string): boolean {
  const holder = holderOf(realm, email)
  return holder !== undefined && holder !== user_id
}
