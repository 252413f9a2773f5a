import { RecentRequests } from '../../../api/rate-limit'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { SECRET_LENGTH } from '../../../store/random-key'
import { cacheKey } from '../../../store/realm-cache'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { findDirectConversation, findTopic } from '../../channels/topics/lookup-storage'
import { resolveTopicName } from '../../channels/topics/rules'
import { answerCode } from '../../messages/calls/answer-code'
import type { Call } from '../../messages/calls/call'
import { insertCall, runningCalls } from '../../messages/calls/storage'
import { findMessage } from '../../messages/message-index/storage'
import { quietUntil } from '../../messages/notifications/quiet-rules'
import { hasRealmPermission } from '../../people/groups/membership'
import { mutersOf } from '../../people/muted-users/storage'
import { userSettingsOf } from '../../people/user-settings/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { ownUrl } from '../../realm/settings/own-url'
import { parseInRealm } from '../bot-messages/actions'
import { wordsOf } from '../bot-messages/words'
import { sendChannelMessage, sendDirectMessage } from '../sending/actions'
import { resolveUsers } from '../sending/recipients'
import { canSeeCall, located, placeText, requireJoinableCall, type LocatedCall } from './access'
import { callStarted } from './events'
import { audienceOf } from './publish'
import {
  callingTooOften,
  EMPTY_SECONDS,
  MAX_PEOPLE_TO_RING,
  MAX_RUNNING_CALLS,
  noOtherParticipant,
  notPermittedToStartCalls,
  refusalOfSeats,
  RING_SECONDS,
  seatToken,
  START_LIMITS,
  tooManyCalls,
  transportOf,
} from './rules'
import { seatsOf } from './seats'
import { wireCall } from './wire-call'

/** Where a call is, as a request names it. */
export type CallPlace = { stream_id: number; topic: string } | { to: readonly number[] }

/** A seat that the user may take, with the token that proves it. */
export type Entry = LocatedCall & { number: number; token: string }

/** Joins the call that runs in a conversation, or starts one. Two users who do it at the same time are in the same call. */
export function startOrJoinCall(realm: Realm, actor: User, place: CallPlace): Entry {
  const running = findCallAt(realm, actor, place)
  const entered =
    running === undefined ? startCall(realm, actor, place) : requireJoinableCall(realm, actor, running.call.call_id)
  const { call } = entered
  const others = seatsOf(realm, call).filter(({ user_id }) => user_id !== actor.user_id)
  const refusal = refusalOfSeats(call, others)
  if (refusal) throw refusal
  const number = freeNumber(realm, call)
  const claim = { call, number, user_id: actor.user_id, joined_at: realm.now() }
  return { ...entered, number, token: seatToken(claim) }
}

/** Returns the call that runs in a conversation, if the user sees it. */
function findCallAt(realm: ReadOnlyRealm, actor: User, place: CallPlace): LocatedCall | undefined {
  const conversation =
    'to' in place
      ? findDirectConversation(realm, idsOf(resolveUsers(realm, actor, place.to)))
      : findTopic(realm, requireReadableChannel(realm, actor, place.stream_id).stream_id, resolveTopicName(place.topic))
  if (conversation === undefined) return undefined
  for (const call of runningCalls(realm)) {
    const found = located(realm, call)
    if (found.message.conversation.id === conversation.id && canSeeCall(realm, actor, found)) return found
  }
  return undefined
}

const idsOf = (users: readonly User[]): number[] => users.map(({ user_id }) => user_id).toSorted((a, b) => a - b)

function startCall(realm: Realm, actor: User, place: CallPlace): LocatedCall {
  if (!hasRealmPermission(realm, actor, 'parley_can_start_calls_group')) throw notPermittedToStartCalls({})
  if (runningCalls(realm).length >= MAX_RUNNING_CALLS) throw tooManyCalls({})
  const status = realm.cache
    .get(startsCache, () => new RecentRequests())
    .count(String(actor.user_id), START_LIMITS, realm.now())
  if (status?.allowed === false) throw callingTooOften({})
  const call_id = sendCallMessage(realm, actor, place)
  const message = findMessage(realm, call_id)
  if (message === undefined) throw new Error(`The message of call ${call_id} is missing`)
  const { people } = message.conversation
  const rings = people !== null && people.length <= MAX_PEOPLE_TO_RING
  const now = realm.now()
  const call: Call = {
    call_id,
    conversation_id: message.conversation_id,
    announced_in: placeText(message),
    starter_id: actor.user_id,
    started_at: now,
    secret: realm.randomKey(SECRET_LENGTH),
    ring_until: rings ? now + RING_SECONDS : null,
    user_ids: [actor.user_id],
    away: [],
    empty_since: null,
    ended_at: null,
    end_reason: null,
    transport: transportOf(realm.config.calls.sfu !== undefined, people),
    closing: [],
    rings_for: rings ? people.filter((id) => ringsFor(realm, actor, id)) : [],
  }
  insertCall(realm, call)
  realm.wakeAt(now + EMPTY_SECONDS)
  const started = { call, message }
  const { rings_for } = call
  const answer_codes = Object.fromEntries(rings_for.map((user_id) => [user_id, answerCode(call, user_id)]))
  realm.publish(callStarted({ call: wireCall(realm, started), rings_for, answer_codes }), audienceOf(started))
  return started
}

/** The starts of users, only in memory, as other limits. */
const startsCache = cacheKey<RecentRequests>({ survivesRollback: true })

/** Sends the message of a call, which links to it. The link contains the id of the message itself. */
function sendCallMessage(realm: Realm, actor: User, place: CallPlace): number {
  const id = realm.messageIds.last + 1
  const { started, join } = wordsOf(realm).call
  const content = `📞 ${started} [${join}](${ownUrl(realm)}/#call/${id})`
  const parsed = parseInRealm(realm, content)
  // The link ends with the call, and the message then shows none: searches for links do not find it.
  const references = { ...parsed.references, has_link: false }
  const message = { content, ...parsed, references, read_by_sender: true }
  const sent =
    'to' in place
      ? sendDirectMessage(realm, actor, { ...message, to: othersIn(actor, place.to) })
      : sendChannelMessage(realm, actor, { ...message, to: place.stream_id, topic: place.topic })
  if (sent.id !== id) throw new Error(`The message of call ${id} became ${sent.id}`)
  return id
}

function othersIn({ user_id }: User, to: readonly number[]): number[] {
  const others = to.filter((id) => id !== user_id)
  if (others.length === 0) throw noOtherParticipant({})
  return others
}

/** Whether a call of `actor` rings for a user: not if they must not be disturbed, and not if they muted the actor. */
function ringsFor(realm: ReadOnlyRealm, actor: User, user_id: number): boolean {
  const user = findUser(realm, user_id)
  if (user === undefined || user_id === actor.user_id || user.is_bot || !user.is_active) return false
  if (mutersOf(realm, actor.user_id).includes(user_id)) return false
  return quietUntil(userSettingsOf(realm, user), realm.now()) === undefined
}

const MAX_NUMBER = 1_000_000_000

/** Returns a number that no seat of the call has. It is random: one that was used shortly before would be taken for its owner. */
function freeNumber(realm: Realm, call: Call): number {
  const taken = new Set(seatsOf(realm, call).map(({ number }) => number))
  for (;;) {
    const number = Number.parseInt(realm.randomUuid().slice(0, 8), 16) % MAX_NUMBER
    if (number > 0 && !taken.has(number)) return number
  }
}
