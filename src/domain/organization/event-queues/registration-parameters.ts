import * as v from 'valibot'
import { named } from '../../../api/named'
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
import type { IncludeSubscribers, QueueOptions } from '../../../events/queue'
import type { ReadOnlyRealm } from '../../../realm'
import { botOf } from '../../people/bots/storage'
import { isGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { operandNotSupported, operatorNotSupported, type EventNarrow } from '../../writing/sending/event-narrow'
import { notAuthorizedForQuery } from './actions'

// The realm stores the options of a queue and reads them for every event, so lists in them are short.
const MAX_LIST_ITEMS = 500
const MAX_NARROW_TERMS = 50

/** The name of an event type or of a client capability. */
const word = text(100)

export const eventTypes = () => optional(v.nullable(list(word, MAX_LIST_ITEMS)), null)

/** The parameters with which a client registers a queue. */
export const registrationParams = {
  apply_markdown: optional(boolean(), false),
  // For users, the default is true.
  client_gravatar: optional(boolean()),
  // Without it, the state has no subscribers, but the event about a new subscription lists them.
  include_subscribers: optional(oneOf(['true', 'false', 'partial'])),
  slim_presence: optional(boolean(), false),
  presence_last_update_id: optional(integer()),
  presence_history_limit_days: optional(naturalNumber()),
  event_types: eventTypes(),
  all_public_streams: optional(boolean()),
  client_capabilities: optional(dictionary(word, boolean(), MAX_LIST_ITEMS), {}),
  narrow: optional(list(v.tuple([word, v.union([shortText(), integer()])]), MAX_NARROW_TERMS)),
  idle_queue_timeout: optional(named('IdleQueueTimeout', v.union([naturalNumber(), v.literal('mobile')]))),
  queue_lifespan_secs: optional(naturalNumber(), 0),
}

export const registrationErrors = [notAuthorizedForQuery, operatorNotSupported, operandNotSupported]

export type RegistrationParams = Pick<QueueOptions, 'event_types'> & {
  all_public_streams?: boolean
  apply_markdown: boolean
  client_gravatar?: boolean
  include_subscribers?: Exclude<IncludeSubscribers, 'undecided'>
  slim_presence: boolean
  presence_last_update_id?: number
  presence_history_limit_days?: number
  client_capabilities: Record<string, boolean>
  narrow?: EventNarrow
  idle_queue_timeout?: number | 'mobile'
  queue_lifespan_secs: number
}

const DEFAULT_LIFESPAN_SECONDS = 600
/** A phone that sleeps for less than this need not register again. */
const PHONE_LIFESPAN_SECONDS = 43_200
const MAX_LIFESPAN_SECONDS = SECONDS_PER_WEEK

/** Returns the options of the queue. The settings of a bot complete the parameters that its client does not send. */
export function queueOptions(realm: ReadOnlyRealm, actor: User, params: RegistrationParams): QueueOptions {
  const { apply_markdown, client_gravatar = true, include_subscribers = 'undecided', slim_presence } = params
  const { presence_last_update_id, presence_history_limit_days } = params
  const bot = botOf(realm, actor.user_id)
  const default_channel = bot.default_events_register_stream
  return {
    event_types: params.event_types,
    all_public_streams: params.all_public_streams ?? (!isGuest(actor) && bot.default_all_public_streams),
    narrow: params.narrow ?? (default_channel === null ? [] : [['channel', default_channel]]),
    lifespan_seconds: lifespanOf(params),
    client: {
      apply_markdown,
      client_gravatar,
      include_subscribers,
      slim_presence,
      presence_last_update_id,
      presence_history_limit_days,
      capabilities: params.client_capabilities,
    },
  }
}

function lifespanOf({ idle_queue_timeout, queue_lifespan_secs }: RegistrationParams): number {
  if (idle_queue_timeout === 'mobile') return PHONE_LIFESPAN_SECONDS
  return Math.min(idle_queue_timeout || queue_lifespan_secs || DEFAULT_LIFESPAN_SECONDS, MAX_LIFESPAN_SECONDS)
}
