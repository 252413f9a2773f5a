import type { Identity, Provider } from './provider'
import { trustsAddress } from './claims-rules'

/** What is known about the account that has the address of an identity. */
export type AccountFacts = {
  is_active: boolean
  is_bot: boolean
  /** Whether its user has shown that they read the emails to this address. */
  isAddressProven: boolean
}

/** What a login with an identity that no account has leads to. */
export type Consequence =
  /** The identity becomes one of the account. */
  | 'link'
  /** A new account, if the realm admits it. */
  | 'sign up'
  /** The provider confirmed no address, or the owner does not trust it for the domain. */
  | 'address not trusted'
  /** An account has the address, and no user has shown that it is theirs. Its password may be that of an attacker. */
  | 'account not proven'
  | 'account closed'

/**
 * Returns the consequence of a login with an unknown identity. An address alone never opens an account: the provider must have
 * confirmed it, the owner must trust the provider for its domain, and the account's own address must be proven. Otherwise an
 * attacker could create an account with the address of a victim, keep its password, and wait for the victim's login.
 *
 * The answer for an untrusted address does not depend on the account, so it does not reveal which addresses have one.
 */
export function consequenceOf(
  provider: Pick<Provider, 'trusted_domains'>,
  { verified_email }: Pick<Identity, 'verified_email'>,
  account: AccountFacts | undefined,
): Consequence {
  if (verified_email === null || !trustsAddress(provider, verified_email)) return 'address not trusted'
  if (account === undefined) return 'sign up'
  if (account.is_bot || !account.is_active) return 'account closed'
  return account.isAddressProven ? 'link' : 'account not proven'
}
