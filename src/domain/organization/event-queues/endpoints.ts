import * as v from 'valibot'
import { hashApiKey, notLoggedIn, otherSiteNeedsTicket } from '../../../api/callers'
import { missingParameter } from '../../../api/decode'
import { boolean, integer, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { badEventQueueId, badTicket, eventAlreadyPruned, eventNotInQueue } from '../../../events/errors'
import { NO_PENDING_EVENTS } from '../../../events/event-reader'
import { queueEvents } from '../../../events/queue-events'
import { TICKET_SECONDS } from '../../../events/tickets'
import { decideAfter } from '../../../events/turns'
import type { ListeningRealm } from '../../../listening-realm'
import { getActiveUser } from '../../people/users/authentication'
import { anyUser, readers } from '../../people/users/callers'
import { requireReader } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from '../../realm/settings/limits'
import { notifyAbsentUsers } from './absent-users'
import { createQueue } from './actions'
import {
  eventTypes,
  queueOptions,
  registrationErrors,
  registrationParams,
  type RegistrationParams,
} from './registration-parameters'
import { refusalOfSpectatorOptions, spectatorErrors } from './spectator-rules'
import { initialState, loadState, spectatorState } from './state'
import { usersDigestFields, usersDigestParam, withUsersDigest } from './users-digest'

export const registerQueue = endpoint.decision({
  route: 'POST /register',
  hasSharedTexts: true,
  summary:
    'Register an event queue and fetch the state that its events update. A spectator fetches the public state, without a queue.',
  caller: readers,
  params: { ...registrationParams, fetch_event_types: eventTypes(), parley_users_digest: usersDigestParam },
  returns: {
    queue_id: v.nullable(v.string()),
    last_event_id: v.number(),
    svc_feature_level: v.number(),
    svc_version: v.string(),
    svc_merge_base: v.string(),
    event_queue_longpoll_timeout_seconds: v.optional(v.number()),
    idle_queue_timeout_secs: v.optional(v.number()),
    ...usersDigestFields,
  },
  returnsMore: true,
  errors: [...registrationErrors, ...spectatorErrors, notLoggedIn],
  decide: (realm: ListeningRealm, actor, params) => {
    const types = params.fetch_event_types ?? params.event_types
    if (actor === undefined) return publicRegistration(realm, params, types)
    const loading = loadState(realm, actor, types, queueOptions(realm, actor, params).client)
    return decideAfter(loading, realm, () => register(realm, getActiveUser(realm, actor.user_id), { params, types }))
  },
})

type Registration = {
  params: RegistrationParams & { parley_users_digest?: string | undefined }
  types: string[] | null
}

function register(realm: ListeningRealm, actor: User, { params, types }: Registration) {
  const options = queueOptions(realm, actor, params)
  const { queue_id, registered_after } = createQueue(realm, actor, options)
  const state = withUsersDigest(initialState(realm, actor, types, options.client), params.parley_users_digest)
  const idle_queue_timeout_secs = options.lifespan_seconds
  return { queue_id, last_event_id: registered_after, idle_queue_timeout_secs, ...VERSION, ...state }
}

const VERSION = { svc_feature_level: SVC_FEATURE_LEVEL, svc_version: SVC_VERSION, svc_merge_base: SVC_VERSION }

function publicRegistration(realm: ListeningRealm, params: RegistrationParams, types: string[] | null) {
  requireReader(realm, undefined)
  const refusal = refusalOfSpectatorOptions(params)
  if (refusal) throw refusal
  return { queue_id: null, last_event_id: -1, ...VERSION, ...spectatorState(realm, types) }
}

export const getEvents = endpoint.listener({
  route: 'GET /events',
  summary:
    'Get the events of a queue after `last_event_id`. Waits for an event, unless `dont_block` is true. Also as a WebSocket, and as server-sent events.',
  caller: anyUser,
  params: {
    queue_id: optional(shortText()),
    last_event_id: optional(integer()),
    dont_block: optional(boolean(), false),
    ticket: optional(shortText()),
    ...registrationParams,
  },
  returns: { events: v.array(v.looseObject({ id: v.number(), type: v.string() })), queue_id: v.optional(v.string()) },
  errors: [
    badEventQueueId,
    eventAlreadyPruned,
    eventNotInQueue,
    missingParameter,
    badTicket,
    otherSiteNeedsTicket,
    ...registrationErrors,
  ],
  decide: (realm: ListeningRealm, actor, params) => {
    const { queue_id, last_event_id, dont_block } = params
    if (queue_id === undefined) {
      if (!dont_block) throw missingParameter({ var_name: 'queue_id' })
      const queue = realm.transaction(() => createQueue(realm, actor, queueOptions(realm, actor, params)))
      return { pending: NO_PENDING_EVENTS, fields: { queue_id: queue.queue_id } }
    }
    return queueEvents(realm, actor.user_id, { queue_id, last_event_id, dont_block })
  },
})

export const deleteQueue = endpoint.decision({
  route: 'DELETE /events',
  summary: 'Delete an event queue.',
  caller: anyUser,
  params: { queue_id: shortText() },
  returns: {},
  errors: [badEventQueueId],
  decide: (realm: ListeningRealm, actor, { queue_id }) => {
    const queue = realm.queues.get(actor.user_id, queue_id)
    realm.listeners.removeQueues([queue_id])
    notifyAbsentUsers(realm, [queue])
  },
})

export const issueTicket = endpoint.decision({
  route: 'POST /events/tickets',
  summary:
    'Issue a ticket, with which a browser opens a WebSocket or an event stream once. Browsers cannot send credentials there.',
  caller: anyUser,
  params: { queue_id: shortText() },
  returns: { ticket: v.string(), expires_in_seconds: v.number() },
  errors: [badEventQueueId],
  decide: (realm: ListeningRealm, actor, { queue_id }) => {
    realm.queues.get(actor.user_id, queue_id)
    const ticket = realm.randomKey(TICKET_LENGTH)
    realm.tickets.issue(hashApiKey(ticket), { user_id: actor.user_id, session_id: realm.session.id ?? null }, queue_id)
    return { ticket, expires_in_seconds: TICKET_SECONDS }
  },
})

const TICKET_LENGTH = 32
