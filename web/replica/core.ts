import { IDS_PER_BLOCK, placeNumber, type Place } from '../../src/domain/messages/replica/digest-rules'
import type { Unit } from './search/buckets'
import type { KeptConversation, KeptPlaceName } from '../../client-state/wire'

/** A replica of another form is deleted. */
export const FORM = 1

/** Up to which event of which queue the replica has all changes. */
export type Position = { queue_id: string; last_event_id: number }

/** What a replica has. */
export type Core = {
  form: number
  session: string
  /** All messages that the user keeps are there, from this id on. Infinity: none is. */
  from: number
  position?: Position
  /** Whether it equals what the server has at `position`. */
  isVerified: boolean
  conversations: number
  messages: number
  /** When the oldest message was sent. */
  oldest?: number
  /** When all that is stored was last read and found as it was written, in seconds. */
  checked?: number
  /** The browser had no room for older messages. */
  isFull?: true
  /** The index of words. Undefined: there is none yet. */
  units?: Unit[]
  lastUnit?: number
  /** Changes with each name of a conversation. */
  names?: number
}

export const newCore = (session: string): Core => ({
  form: FORM,
  session,
  from: Infinity,
  isVerified: true,
  conversations: 0,
  messages: 0,
  units: [],
})

/** Returns the place of a conversation, as the server names it. */
export const placeOf = (conversation: KeptConversation): Place =>
  conversation.type === 'stream'
    ? { stream_id: conversation.stream_id, topic: conversation.subject }
    : { user_ids: conversation.display_recipient.map(({ id }) => id) }

/** Returns whether a message is where an answer of the server says. */
export const samePlace = (place: Place | undefined, other: KeptPlaceName): boolean =>
  place !== undefined && placeNumber(place) === placeNumber(other)

export const lastIdOf = (block: number): number => (block + 1) * IDS_PER_BLOCK - 1
