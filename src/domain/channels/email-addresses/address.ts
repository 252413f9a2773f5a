import type { Realm } from '../../../realm'
import { mailAddress } from '../../../store/mail-addresses'
import type { Channel } from '../channels/channel'
import { addressVersion, type AddressFacts } from './storage'

const NO_ADDRESS = ''

/** Returns the email address of a channel. It is empty if the deployment receives no emails. */
export function emailAddressOf(realm: Realm, { name }: Channel, facts: AddressFacts): string {
  const { mail_gateway } = realm.config
  const purpose = { kind: 'channel' as const, ...facts, version: addressVersion(realm.sql, facts) }
  const gateway = { mail_gateway, secrets: realm.emails.secrets }
  return mailAddress(gateway, purpose, { slug: slugOf(name), options: ['show-sender'] }) ?? NO_ADDRESS
}

/** Returns the characters of a name that every mail program accepts in an address. A name in another script has none. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'channel'
}
