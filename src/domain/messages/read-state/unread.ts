import { splitIntoBatches } from '../../../api/batches'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { difference, idsOfRuns, intersection, type Run } from '../../../store/id-set'
import { readRunsBetween } from '../flag-sets/flagged-runs'
import { eventsOfManuallyUnread, ManuallyUnread } from '../flag-sets/manually-unread-storage'
import { findReadUpTo, setReadUpTo } from '../flag-sets/read-up-to-storage'
import type { IndexedMessage, IndexRow } from '../message-index/message'
import { sentIdsNewestFirst } from '../message-index/sent-ids-storage'
import { rowsWithIds } from '../message-index/storage'
import { periodsOf } from '../../channels/subscriptions/storage'
import { periodsOfUser } from '../../channels/subscriptions/user-subscriptions-storage'
import type { Conversation } from '../../channels/topics/conversation'
import { someDirectConversationsOf } from '../../channels/topics/storage'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import { subscribedSince } from '../access/receipt-rules'
import { newestOf, type UnreadConversation, type UnreadIds } from './rules'

/**
 * Unread messages are not stored: they follow from the flag `read`, from subscriptions and from manually unread messages. Only
 * messages above the read-up-to id are examined. It increases as the user reads. It never decreases: otherwise a message that
 * is marked as unread would make all later ones examined. Below it, only manually unread messages are unread.
 *
 * Messages are examined as ranges of ids, not as rows: `sent-ids-storage.ts` has those of each conversation, and all messages at one
 * location are unread from the same id on.
 */
const MAX_UNREAD = 50_000
/** Of conversations with unread messages, each of which has a row. A user can have tens of thousands of direct conversations. */
const MAX_CONVERSATIONS = 8000
const MESSAGES_BEFORE_NEW_READ_UP_TO = 500

export type UnreadMessages = {
  conversations: UnreadConversation<Conversation>[]
  old_unreads_missing: boolean
  /** All messages above this id were examined. */
  examinedAbove: number
}

/** Returns the newest unread messages of a user. Increases the read-up-to id if many messages were examined. */
export function unreadMessages(realm: Realm, user: User, access = new MessageAccess(realm, user)): UnreadMessages {
  const manuallyUnread = new ManuallyUnread(realm, user.user_id)
  const readUpTo = readOrReceivedNoneUpTo(realm, user)
  const found: UnreadIds<Conversation> = new Map()
  const examinedAbove = addReceived(access, { above: readUpTo, most: MAX_UNREAD }, found)
  addManuallyUnread(access, { manuallyUnread, readUpTo }, found)
  const newest = newestOf(found, MAX_UNREAD)
  const { conversations } = newest
  const more = newest.more || examinedAbove > readUpTo
  if (!more && realm.messageIds.last - readUpTo > MESSAGES_BEFORE_NEW_READ_UP_TO) {
    const computed = conversations.flatMap(
      ({ ids }) => ids.find((id) => manuallyUnread.atEvent(id) === undefined) ?? [],
    )
    const oldest = computed.reduce((least, id) => Math.min(least, id), realm.messageIds.last + 1)
    if (oldest - 1 > readUpTo) setReadUpTo(realm.sql, user.user_id, oldest - 1)
  }
  return { conversations, old_unreads_missing: more, examinedAbove }
}

/** The thread of the realm needs up to 20 ms for a part. */
const MAX_UNREAD_OF_PART = 4000

/**
 * Returns a part of the unread messages of a user: the newest up to the id `upTo`, or a few more than the maximum, and where the next part
 * begins. The first part has all manually unread messages.
 */
export function unreadPart(
  realm: Realm,
  user: User,
  upTo?: number,
): { conversations: UnreadConversation<Conversation>[]; next?: number } {
  const access = new MessageAccess(realm, user)
  const readUpTo = readOrReceivedNoneUpTo(realm, user)
  const found: UnreadIds<Conversation> = new Map()
  const examinedAbove = addReceived(access, { above: readUpTo, most: MAX_UNREAD_OF_PART, upTo }, found)
  if (upTo === undefined)
    addManuallyUnread(access, { manuallyUnread: new ManuallyUnread(realm, user.user_id), readUpTo }, found)
  const { conversations } = newestOf(found, Infinity)
  return examinedAbove > readUpTo ? { conversations, next: examinedAbove } : { conversations }
}

/** Returns the id above which messages are examined. */
const readOrReceivedNoneUpTo = (realm: Realm, user: User): number =>
  findReadUpTo(realm.sql, user.user_id) || receivedNoneUpTo(realm, user)

/** A user with more of them is none who came late. */
const MAX_DIRECT_EXAMINED = 1000

/** Returns an id up to which the user received no message. A new user of an old realm received few of its messages. */
function receivedNoneUpTo(realm: ReadOnlyRealm, { user_id }: User): number {
  const periods = [...periodsOfUser(realm, user_id).values()].flat()
  const direct = someDirectConversationsOf(realm.sql, user_id, MAX_DIRECT_EXAMINED)
  if (direct.length === MAX_DIRECT_EXAMINED) return 0
  const before = [...periods.map(({ from_message }) => from_message), ...direct.map(({ min_id }) => min_id - 1)]
  return before.reduce((least, id) => Math.min(least, id), realm.messageIds.last)
}

type Examined = { above: number; upTo?: number | undefined; most: number }

/** Adds the messages that the user received and has not read. Stops when they are too many. Returns the id above which it looked. */
function addReceived(
  access: MessageAccess,
  { above: readUpTo, upTo, most }: Examined,
  found: UnreadIds<Conversation>,
): number {
  const unreadAbove = new Map<unknown, number>()
  let count = 0
  for (const chunk of sentIdsNewestFirst(access.realm, readUpTo, upTo)) {
    const { from, to } = chunk
    const unread = difference([{ from, to }], readRunsBetween(access.realm, access.reader.user_id, { from, to }))
    if (unread.length === 0) continue
    const sent = [...chunk.byOrigin()].flatMap(([origin_id, ids]) => {
      const left = intersection(ids, unread)
      return left.length > 0 ? [{ origin_id, ids: left }] : []
    })
    access.prepareOrigins(sent.map(({ origin_id }) => origin_id))
    for (const { origin_id, ids } of sent)
      for (const { location, runs } of access.locate(origin_id, ids)) {
        let above = unreadAbove.get(location)
        if (above === undefined) unreadAbove.set(location, (above = access.unreadAbove(location)))
        count += addTo(found, location.conversation, startingAbove(runs, above))
      }
    if (count > most || found.size > MAX_CONVERSATIONS) return from - 1
  }
  return readUpTo
}

const startingAbove = (runs: readonly Run[], above: number): readonly Run[] =>
  runs[0] === undefined || runs[0].from > above ? runs : intersection(runs, [{ from: above + 1, to: Infinity }])

function addTo(found: UnreadIds<Conversation>, conversation: Conversation, runs: readonly Run[]): number {
  const ids = idsOfRuns(runs)
  if (ids.length === 0) return 0
  const unread = found.get(conversation.id)
  if (unread) unread.lists.push(ids)
  else found.set(conversation.id, { conversation, lists: [ids] })
  return ids.length
}

const IDS_PER_READ = 1000

type Marked = { manuallyUnread: ManuallyUnread; readUpTo: number }

/** Adds the manually unread messages that `addReceived` does not find. */
function addManuallyUnread(
  access: MessageAccess,
  { manuallyUnread, readUpTo }: Marked,
  found: UnreadIds<Conversation>,
): void {
  const { realm } = access
  for (const ids of splitIntoBatches(manuallyUnread.unreadUpTo(realm.messageIds.last), IDS_PER_READ))
    for (const row of rowsWithIds(realm.sql, ids)) {
      const location = access.locationOf(row)
      const isAdded = row.id > readUpTo && row.id > access.unreadAbove(location)
      if (!isAdded && canBeUnread(access, row)) addTo(found, location.conversation, [{ from: row.id, to: row.id }])
    }
}

/** Returns whether the message is unread if it lacks the flag `read`. */
export const canBeUnread = (access: MessageAccess, row: IndexRow): boolean =>
  access.countsAsUnreadIfNotRead(row) && access.canRead(row)

/** Returns those of these users who have the message in their stored manually unread messages, and are subscribed since. */
export function usersWithMessageManuallyUnread(
  realm: ReadOnlyRealm,
  message: IndexedMessage,
  people: readonly number[],
): number[] {
  const { id, conversation, earlier_channels } = message
  const { stream_id } = conversation
  if (stream_id === null) return []
  const isSubscribedSince = ([user_id, at_event]: [number, number]) =>
    subscribedSince((channel) => periodsOf(realm, channel, user_id), { stream_id, earlier_channels }, at_event)
  return [...eventsOfManuallyUnread(realm.sql, id, people)].filter(isSubscribedSince).map(([user_id]) => user_id)
}
