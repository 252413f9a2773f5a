import { channelEvents } from './model-client/channels'
import { groupEvents, workOutAbilities } from './model-client/groups'
import { messageEvents } from './model-client/messages'
import { organizationEvents } from './model-client/organization'
import { ownEvents } from './model-client/own'
import { peopleEvents } from './model-client/people'
import type { FieldValue, Json } from './person'

/** A client that knows the state it registered with and keeps it true by events, and by nothing else. */
export function applyEvent(state: Json, event: Json, client: Record<string, FieldValue>): void {
  const apply = APPLIERS[event.op ? `${event.type}/${event.op}` : event.type]
  if (apply === undefined) throw new Error(`The model client does not know ${event.type} ${event.op ?? ''}`)
  apply(state, structuredClone(event), client) // a state of its own: what was heard stays as it was heard
  if (event.type === 'realm') workOutAbilities(state)
}

const APPLIERS = {
  ...organizationEvents,
  ...peopleEvents,
  ...groupEvents,
  ...channelEvents,
  ...messageEvents,
  ...ownEvents,
}
