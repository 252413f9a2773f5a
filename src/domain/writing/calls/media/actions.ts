import type { Realm } from '../../../../realm'
import { hasRealmPermission } from '../../../people/groups/membership'
import type { User } from '../../../people/users/user'
import { sendRoster } from '../publish'
import { notPermittedToShow } from '../rules'
import type { Source } from './media-rules'
import { mediaOf, releaseMedia, requireMediaSeat, writeMedia, type MediaSeat, type SeatName } from './seat-media'

/** Throws if a participant may not publish one of these. */
export function requireShowing(realm: Realm, actor: User, { peer }: MediaSeat, sources: readonly Source[]): void {
  const showsScreen = sources.some((source) => source === 'screen' || source === 'screenSound')
  if (!peer.facts.may_speak) throw notPermittedToShow({})
  if (showsScreen && !hasRealmPermission(realm, actor, 'parley_can_share_screens_group')) throw notPermittedToShow({})
}

type Published = SeatName & { session_id: string; sources: readonly Source[] }

/** Keeps what a participant has published, and tells the others. A new session replaces the earlier one, which ends. */
export function keepPublished(realm: Realm, actor: User, { session_id, sources, ...name }: Published): void {
  const found = requireMediaSeat(realm, actor, name)
  const { peer } = found
  // The right may have been lost while the media server answered.
  requireShowing(realm, actor, found, sources)
  const before = mediaOf(peer.facts)
  if (before.up === session_id) writeMedia(realm, peer, { sources: [...new Set([...before.sources, ...sources])] })
  else {
    releaseMedia(realm, name.call_id, [{ ...peer.facts, media: { ...before, down: null } }])
    // After a restart, the realm has forgotten the last epoch, and others still receive what it named.
    const epoch = Math.max(before.epoch + 1, realm.now())
    writeMedia(realm, peer, { up: session_id, epoch, sources: [...sources] })
  }
  sendRoster(realm, name.call_id)
}

/** Notes that a participant publishes these no more, and tells the others. */
export function forgetSources(realm: Realm, { peer }: MediaSeat, ended: readonly Source[]): void {
  const { sources } = mediaOf(peer.facts)
  writeMedia(realm, peer, { sources: sources.filter((source) => !ended.includes(source)) })
  sendRoster(realm, peer.room)
}

/** Keeps the session in which a participant receives. It replaces the earlier one, which ends. */
export function keepDownSession(realm: Realm, actor: User, name: SeatName, session_id: string): void {
  const { peer } = requireMediaSeat(realm, actor, name)
  releaseMedia(realm, name.call_id, [{ ...peer.facts, media: { ...mediaOf(peer.facts), up: null } }])
  writeMedia(realm, peer, { down: session_id })
}
