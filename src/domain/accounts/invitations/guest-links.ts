import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findChannel } from '../../channels/channels/storage'
import type { Channel } from '../../channels/channels/channel'
import { hasRealmPermission } from '../../people/groups/membership'
import { insufficientPermission } from '../../people/users/rules'
import { linkGuestIds } from '../../people/users/link-guests-storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import { ownUrl } from '../../realm/settings/own-url'
import { realmRow } from '../../realm/settings/storage'
import { joinableChannels } from './targets'
import { publishInvitationsChange } from './events'
import type { GuestLink } from './guest-link'
import {
  cannotBringGuests,
  guestLinkDoesNotExist,
  managesGuestLink,
  obstacleOfLink,
  refusalOfMoreGuestLinks,
  type GuestObstacle,
} from './guest-link-rules'
import {
  countOpenGuestLinks,
  endedLinksWithGuests,
  findGuestLink,
  findGuestLinkByHash,
  insertGuestLink,
  unfinishedGuestLinks,
  writeGuestLinkState,
} from './guest-link-storage'

export type RequestedGuestLink = { stream_id: number; minutes: number; max_uses: number; guests_leave: boolean }

const SEED_LENGTH = 32

/** Returns the channel. Throws if the actor may not create one more link, or may not add people to the channel. */
export function requireChannelForGuests(realm: ReadOnlyRealm, actor: User, stream_id: number): Channel {
  if (!hasRealmPermission(realm, actor, 'parley_can_create_guest_links_group')) throw insufficientPermission({})
  const [channel] = joinableChannels(realm, actor, [stream_id])
  if (channel === undefined) throw cannotBringGuests({ stream_id })
  const refusal = refusalOfMoreGuestLinks(countOpenGuestLinks(realm.sql))
  if (refusal) throw refusal
  return channel
}

/** Creates a link to a channel. `details` are for the audit log. Throws if the actor may not create it. */
export function createGuestLink(
  realm: Realm,
  actor: User,
  { minutes, ...requested }: RequestedGuestLink,
  details: { from_stream_id?: number } = {},
): GuestLink {
  const { stream_id } = requireChannelForGuests(realm, actor, requested.stream_id)
  const created_at = realm.now()
  const expires_at = created_at + minutes * 60
  const seed = realm.randomKey(SEED_LENGTH)
  const created = { ...requested, seed, created_at, expires_at, created_by_user_id: actor.user_id }
  const link = insertGuestLink(realm, created, hashApiKey(realm.emails.secretOf(seed)))
  const { id, max_uses, guests_leave } = link
  recordAudit(
    realm,
    'guest_link_created',
    {},
    { guest_link_id: id, stream_id, expires_at, max_uses, guests_leave, ...details },
  )
  realm.wakeAt(expires_at)
  publishInvitationsChange(realm, [actor.user_id])
  return link
}

/** Returns the links that the actor manages, in the form of the API: open ones, and ended ones by which active guests came. */
export const visibleGuestLinks = (realm: Realm, actor: User) =>
  [...endedLinksWithGuests(realm.sql), ...unfinishedGuestLinks(realm.sql)]
    .filter((link) => managesGuestLink(actor, link))
    .map((link) => wireGuestLink(realm, link))

export function wireGuestLink(realm: Realm, { seed, state, ...link }: GuestLink) {
  const is_open = obstacleOfLink({ state, ...link }, realm.now()) === undefined
  const url = realm.emails.addressOfLink({ url: `${ownUrl(realm)}/guest`, seed })
  return { ...link, is_open, ...(is_open ? { url } : {}), guest_ids: linkGuestIds(realm.sql, link.id) }
}

/** Returns a link. The error does not reveal whether a link of another user exists. */
export function getManagedGuestLink(realm: ReadOnlyRealm, actor: User, id: number): GuestLink {
  const link = findGuestLink(realm.sql, id)
  if (link === undefined || !managesGuestLink(actor, link)) throw guestLinkDoesNotExist({})
  return link
}

type End = { reason: 'revoked' | 'expired' | 'creator'; guests_leave: boolean }

/** Ends an open link. If its guests leave, the alarm deactivates them at once. */
export function endGuestLink(realm: Realm, { id, created_by_user_id }: GuestLink, { reason, guests_leave }: End): void {
  writeGuestLinkState(realm, id, guests_leave ? 'leaving' : 'ended')
  recordAudit(realm, 'guest_link_ended', {}, { guest_link_id: id, reason, guests_leave })
  if (guests_leave) realm.wakeAt(realm.now())
  publishInvitationsChange(realm, [created_by_user_id])
}

/** Ends the open links of a user. Their creator is responsible for them, which a deactivated user cannot be. */
export function endGuestLinksOf(realm: Realm, user_id: number): void {
  for (const link of unfinishedGuestLinks(realm.sql))
    if (link.state === 'open' && link.created_by_user_id === user_id)
      endGuestLink(realm, link, { reason: 'creator', guests_leave: link.guests_leave })
}

/** The channel to which a link leads now. */
export type OpenedLink = { link: GuestLink; channel: Channel }

/**
 * Resolves the secret of a link. Its creator must still be active, have the permission, and be able to add people to the channel,
 * which must not be archived. The obstacle of an invalid link does not depend on whether the link ever existed.
 */
export function resolveGuestLink(realm: ReadOnlyRealm, secret: string): OpenedLink | GuestObstacle {
  const link = findGuestLinkByHash(realm.sql, hashApiKey(secret))
  if (link === undefined || realmRow(realm).is_deactivated) return 'invalid link'
  const obstacle = obstacleOfLink(link, realm.now())
  if (obstacle) return obstacle
  const creator = findUser(realm, link.created_by_user_id)
  const channel = findChannel(realm, link.stream_id)
  if (!creator?.is_active || !channel || !hasRealmPermission(realm, creator, 'parley_can_create_guest_links_group'))
    return 'ended'
  return joinableChannels(realm, creator, [link.stream_id]).length === 0 ? 'ended' : { link, channel }
}
