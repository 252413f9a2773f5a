import { badRequest, type ApiError } from '../../../api/errors'
import type { RealmSettings } from '../../realm/settings/settings'
import { isDisposable } from './disposable'
import type { Domain } from './domain'

const addressNotAllowed = badRequest((f: { email: string }) => `Email '${f.email}' not allowed in this organization`)
const disposableNotAllowed = badRequest(() => 'Disposable email addresses are not allowed in this organization')
const plusNotAllowed = badRequest(() => 'Email addresses containing + are not allowed in this organization.')
export const addressErrors = [addressNotAllowed, disposableNotAllowed, plusNotAllowed]

/** What a realm wants of the addresses by which people come in. */
export type AddressPolicy = Pick<
  RealmSettings,
  'emails_restricted_to_domains' | 'disallow_disposable_email_addresses'
> & { domains: readonly Domain[] }

/** Why somebody of this address may not come in: said to those who invite, as they are told of many at once. */
export type Objection = { refusal: ApiError; reason: string }

/**
 * A realm that knows its people by their domains wants each to have one address: what comes after a plus sign would make
 * any number of one. Elsewhere an address need only be somebody's to keep.
 */
export function objectionTo(email: string, policy: AddressPolicy): Objection | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!policy.emails_restricted_to_domains) {
    if (!policy.disallow_disposable_email_addresses || !isDisposable(domain)) return undefined
    return { refusal: disposableNotAllowed({}), reason: 'Please use your real email address.' }
  }
  if (email.slice(0, at).includes('+'))
    return { refusal: plusNotAllowed({}), reason: 'Email addresses containing + are not allowed.' }
  if (policy.domains.some((each) => isWithin(domain, each))) return undefined
  return { refusal: addressNotAllowed({ email }), reason: 'Outside your domain.' }
}

const isWithin = (domain: string, allowed: Domain) =>
  domain === allowed.domain || (allowed.allow_subdomains && domain.endsWith(`.${allowed.domain}`))
