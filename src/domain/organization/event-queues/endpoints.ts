import * as v from 'valibot'
import {
  boolean,
  dictionary,
  integer,
  list,
  naturalNumber,
  oneOf,
  optional,
  shortText,
  text,
} from '../../../api/params'
import { otherSiteNeedsTicket, hashApiKey } from '../../../api/callers'
import { missingParameter } from '../../../api/decode'
import { endpoint } from '../../../edge'
import { NO_PENDING_EVENTS } from '../../../events/event-reader'
import { badEventQueueId, eventAlreadyPruned, eventNotInQueue } from '../../../events/errors'
import type { IncludeSubscribers, QueueOptions } from '../../../events/queue'
import { badTicket, TICKET_SECONDS } from '../../../events/tickets'
import type { Realm } from '../../../realm'
import { botOf } from '../../people/bots/storage'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from '../../realm/settings/limits'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { operandNotSupported, operatorNotSupported, type EventNarrow } from '../../writing/sending/event-narrow'
import { anyUser, readers } from '../../people/users/callers'
import { endQueues } from '../../people/users/end-queues'
import { isGuest } from '../../people/users/rules'
import { notLoggedIn, readerAsking } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import { notAuthorizedForQuery, register, stateFor } from './actions'
import { anyonesErrors, refusalOfWish, stateInPublic } from './in-public'

// A queue is kept, and what it wants to hear is asked for every event: that is no place for long lists.
const MOST_LISTED = 500
const MOST_TERMS = 50
/** The name of an event type, or of what a client can do. */
const word = text(100)

/** What a client says of itself and of what it wants to hear. */
const wishes = {
  apply_markdown: optional(boolean(), false),
  // True where it is not said, for those with an account.
  client_gravatar: optional(boolean()),
  // Where it is left out, the state is as for false, and the event of a new subscription has the subscribers.
  include_subscribers: optional(oneOf(['true', 'false', 'partial'])),
  slim_presence: optional(boolean(), false),
  presence_last_update_id: optional(integer()),
  presence_history_limit_days: optional(naturalNumber()),
  event_types: optional(v.nullable(list(word, MOST_LISTED)), null),
  all_public_streams: optional(boolean()),
  client_capabilities: optional(dictionary(word, boolean(), MOST_LISTED), {}),
  narrow: optional(list(v.tuple([word, v.union([shortText(), integer()])]), MOST_TERMS)),
  queue_lifespan_secs: optional(naturalNumber(), 0),
}

const wishErrors = [notAuthorizedForQuery, operatorNotSupported, operandNotSupported]

type Wished = Pick<QueueOptions, 'event_types'> & {
  all_public_streams?: boolean
  apply_markdown: boolean
  client_gravatar?: boolean
  include_subscribers?: Exclude<IncludeSubscribers, 'undecided'>
  slim_presence: boolean
  presence_last_update_id?: number
  presence_history_limit_days?: number
  client_capabilities: Record<string, boolean>
  narrow?: EventNarrow
  queue_lifespan_secs: number
}

const DEFAULT_LIFESPAN_SECONDS = 600
const MOST_LIFESPAN_SECONDS = SECONDS_PER_WEEK

/** What a client does not say, a bot may have been set up for. */
function wishesOf(realm: Realm, actor: User, wished: Wished): QueueOptions {
  const { apply_markdown, client_gravatar = true, include_subscribers = 'undecided', slim_presence } = wished
  const { presence_last_update_id, presence_history_limit_days } = wished
  const bot = botOf(realm, actor.user_id)
  const heard = bot.default_events_register_stream
  return {
    event_types: wished.event_types,
    all_public_streams: wished.all_public_streams ?? (!isGuest(actor) && bot.default_all_public_streams),
    narrow: wished.narrow ?? (heard === null ? [] : [['channel', heard]]),
    lifespan_seconds: Math.min(wished.queue_lifespan_secs || DEFAULT_LIFESPAN_SECONDS, MOST_LIFESPAN_SECONDS),
    client: {
      apply_markdown,
      client_gravatar,
      include_subscribers,
      slim_presence,
      presence_last_update_id,
      presence_history_limit_days,
      capabilities: wished.client_capabilities,
    },
  }
}

export const registerQueue = endpoint.decision({
  route: 'POST /register',
  summary:
    'Register an event queue and fetch the state that its events keep true. People without an account, where they may look in, fetch what is public.',
  caller: readers,
  params: { ...wishes, fetch_event_types: optional(v.nullable(list(word, MOST_LISTED)), null) },
  returns: {
    queue_id: v.nullable(v.string()),
    last_event_id: v.number(),
    svc_feature_level: v.number(),
    svc_version: v.string(),
    svc_merge_base: v.string(),
    event_queue_longpoll_timeout_seconds: v.optional(v.number()),
  },
  returnsMore: true,
  errors: [...wishErrors, ...anyonesErrors, notLoggedIn],
  decide: (realm, actor, params) => {
    const types = params.fetch_event_types ?? params.event_types
    if (actor === undefined) return registeredInPublic(realm, params, types)
    const asked = wishesOf(realm, actor, params)
    const { queue_id, registered_after } = register(realm, actor, asked)
    return {
      queue_id,
      last_event_id: registered_after,
      ...VERSION,
      ...stateFor(realm, actor, types, asked.client),
    }
  },
})

const VERSION = { svc_feature_level: SVC_FEATURE_LEVEL, svc_version: SVC_VERSION, svc_merge_base: SVC_VERSION }

function registeredInPublic(realm: Realm, wished: Wished, types: string[] | null) {
  readerAsking(realm, undefined)
  const refusal = refusalOfWish(wished)
  if (refusal) throw refusal
  return { queue_id: null, last_event_id: -1, ...VERSION, ...stateInPublic(realm, types) }
}

export const getEvents = endpoint.listener({
  route: 'GET /events',
  summary:
    'The events of a queue after the last one you have; waits for one, unless told not to. Also as a WebSocket, and as server-sent events.',
  caller: anyUser,
  params: {
    queue_id: optional(shortText()),
    last_event_id: optional(integer()),
    dont_block: optional(boolean(), false),
    ticket: optional(shortText()),
    ...wishes,
  },
  returns: { events: v.array(v.looseObject({ id: v.number(), type: v.string() })), queue_id: v.optional(v.string()) },
  errors: [
    badEventQueueId,
    eventAlreadyPruned,
    eventNotInQueue,
    missingParameter,
    badTicket,
    otherSiteNeedsTicket,
    ...wishErrors,
  ],
  decide: (realm, actor, params) => {
    const { queue_id, last_event_id, dont_block } = params
    if (queue_id === undefined) {
      if (!dont_block) throw missingParameter({ var_name: 'queue_id' })
      const queue = register(realm, actor, wishesOf(realm, actor, params))
      return { pending: NO_PENDING_EVENTS, fields: { queue_id: queue.queue_id } }
    }
    if (last_event_id === undefined) throw missingParameter({ var_name: 'last_event_id' })
    const queue = realm.queues.get(actor.user_id, queue_id)
    realm.queues.acknowledge(queue, last_event_id, realm.log.lastId)
    const after = Math.max(last_event_id, queue.registered_after)
    const pending = realm.reader.pending(queue, after, MOST_ROWS_IN_ONE_TURN)
    realm.queues.touch(queue_id)
    // A queue has one listener: whoever waited before this one is let go first.
    realm.sockets.release(queue_id)
    return { pending, fields: { queue_id }, more: dont_block ? undefined : queue }
  },
})

// A queue that nobody read for long is searched in turns, between which the realm serves others.
const MOST_ROWS_IN_ONE_TURN = 5000

export const deleteQueue = endpoint.decision({
  route: 'DELETE /events',
  summary: 'Delete an event queue.',
  caller: anyUser,
  params: { queue_id: shortText() },
  returns: {},
  errors: [badEventQueueId],
  decide: (realm, actor, { queue_id }) => {
    realm.queues.get(actor.user_id, queue_id)
    endQueues(realm, [queue_id])
  },
})

export const issueTicket = endpoint.decision({
  route: 'POST /events/tickets',
  summary: 'A ticket with which a browser, that cannot say who asks, opens a WebSocket or an event stream: once.',
  caller: anyUser,
  params: { queue_id: shortText() },
  returns: { ticket: v.string(), expires_in_seconds: v.number() },
  errors: [badEventQueueId],
  decide: (realm, actor, { queue_id }) => {
    realm.queues.get(actor.user_id, queue_id)
    const ticket = realm.randomKey(TICKET_LENGTH)
    realm.tickets.issue(hashApiKey(ticket), actor.user_id, queue_id)
    return { ticket, expires_in_seconds: TICKET_SECONDS }
  },
})

const TICKET_LENGTH = 32
