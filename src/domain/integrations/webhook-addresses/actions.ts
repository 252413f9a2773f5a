import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { ADDRESS_SECRET_LENGTH } from '../../../store/random-key'
import { findChannel } from '../../channels/channels/storage'
import { channelDoesNotExist } from '../../channels/channels/rules'
import { requireVisibleChannel } from '../../channels/subscriptions/access'
import type { User } from '../../people/users/user'
import type { WebhookAddress } from '../../people/webhook-addresses/address'
import { addressesOf, deleteAddress, findAddressByHash, insertAddress } from '../../people/webhook-addresses/storage'
import { recordAudit } from '../../realm/audit-log/record'
import { ADDRESSES_PER_BOT, channelIsArchived, noSuchAddress, tooManyAddresses } from './rules'

type NewAddress = { stream_id?: number; topic?: string; may_mention_everyone: boolean }

/** Creates an address of a bot. The secret is only in this answer: the realm stores its hash. */
export function createAddress(realm: Realm, actor: User, { user_id }: User, address: NewAddress) {
  const { stream_id = null, topic, may_mention_everyone } = address
  if (stream_id !== null) requireVisibleChannel(realm, actor, stream_id)
  if (addressesOf(realm.sql, user_id).length >= ADDRESSES_PER_BOT) throw tooManyAddresses({})
  const secret = realm.randomKey(ADDRESS_SECRET_LENGTH)
  const id = insertAddress(realm.sql, {
    bot_id: user_id,
    secret_hash: hashApiKey(secret),
    stream_id,
    topic: topic?.trim() || null,
    may_mention_everyone,
    created_at: realm.now(),
  })
  recordAudit(realm, 'bot_changed', { user_id }, { change: 'addresses' })
  return { id, secret }
}

export function removeAddress(realm: Realm, { user_id }: User, id: number): void {
  if (!deleteAddress(realm.sql, user_id, id)) throw noSuchAddress({})
  recordAudit(realm, 'bot_changed', { user_id }, { change: 'addresses' })
}

/** Returns the address of a request that was authenticated by it. Throws if its channel receives no messages any more. */
export function addressOfRequest(realm: ReadOnlyRealm, address_hash: string): WebhookAddress {
  const address = findAddressByHash(realm.sql, address_hash)!
  const channel = address.stream_id === null ? undefined : findChannel(realm, address.stream_id)
  if (address.stream_id !== null && channel === undefined) throw channelDoesNotExist({ stream_id: address.stream_id })
  if (channel?.is_archived) throw channelIsArchived({})
  return address
}
