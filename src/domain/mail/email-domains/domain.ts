import * as v from 'valibot'
import { named } from '../../../api/named'

/** An email domain that is allowed for new users, for a realm that restricts their addresses by domain. */
export type Domain = {
  domain: string // lower case
  allow_subdomains: boolean
}

export const domainShape = named('RealmDomain', v.strictObject({ domain: v.string(), allow_subdomains: v.boolean() }))
