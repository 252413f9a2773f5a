import type { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { countLetter, newConfirmation } from '../confirmations/actions'
import { addressed } from '../confirmations/addressed'
import { refusalOfAddress } from '../email-domains/actions'
import type { Invitation } from '../invitations/invitation'
import { refusalOfEmail } from '../../people/users/rules'
import { holderOf } from '../../people/users/storage'
import { hasAccountLetter, signUpLetter } from './letters'

/**
 * Somebody wants an account of an address, and gets a link there. Whether there is one already is said in the letter only:
 * anybody may ask, and who is here is none of their business.
 */
export function askToSignUp(realm: Realm, said: string, invitation?: Invitation): ApiError | undefined {
  const email = said.trim()
  const refusal = refusalOfEmail(email) ?? refusalOfAddress(realm, email) ?? countLetter(realm, email)
  if (refusal) return refusal
  const to = addressed(realm, email)
  const { seed, expires_at } = newConfirmation(realm, { kind: 'sign_up', email, invitation_id: invitation?.id })
  const isHere = holderOf(realm, email) !== undefined
  realm.emails.add(isHere ? hasAccountLetter(to) : signUpLetter({ ...to, seed }), expires_at)
  return undefined
}
