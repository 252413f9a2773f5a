import { badRequest, type ApiError } from '../../../api/errors'
import type { RealmSettings } from '../../realm/settings/settings'
import { isDisposable } from './disposable-domains'
import type { Domain } from './domain'

const addressNotAllowed = badRequest((f: { email: string }) => `Email '${f.email}' not allowed in this organization`)
const disposableNotAllowed = badRequest(() => 'Disposable email addresses are not allowed in this organization')
const plusNotAllowed = badRequest(() => 'Email addresses containing + are not allowed in this organization.')
export const addressErrors = [addressNotAllowed, disposableNotAllowed, plusNotAllowed]

/** The rules of a realm for the addresses of its users. */
export type AddressPolicy = Pick<
  RealmSettings,
  'emails_restricted_to_domains' | 'disallow_disposable_email_addresses'
> & { domains: readonly Domain[] }

/** Why the policy excludes an address. `reason` is the short form, for a list of addresses that were not invited. */
export type AddressObjection = { refusal: ApiError; reason: string }

/** Refuses an address that the policy excludes. */
export const refusalOfAddress = (email: string, policy: AddressPolicy): ApiError | undefined =>
  objectionToAddress(email, policy)?.refusal

/**
 * Returns why the policy excludes an address; undefined if it does not. A realm that restricts domains excludes addresses
 * with a plus sign too, because one mailbox has any number of them.
 */
export function objectionToAddress(address: string, policy: AddressPolicy): AddressObjection | undefined {
  const email = address.trim()
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!policy.emails_restricted_to_domains) {
    if (!policy.disallow_disposable_email_addresses || !isDisposable(domain)) return undefined
    return { refusal: disposableNotAllowed({}), reason: 'Please use your real email address.' }
  }
  if (email.slice(0, at).includes('+'))
    return { refusal: plusNotAllowed({}), reason: 'Email addresses containing + are not allowed.' }
  if (policy.domains.some((allowed) => isWithin(domain, allowed))) return undefined
  return { refusal: addressNotAllowed({ email }), reason: 'Outside your domain.' }
}

const isWithin = (domain: string, allowed: Domain) =>
  domain === allowed.domain || (allowed.allow_subdomains && domain.endsWith(`.${allowed.domain}`))
