import type { Person } from '../support/person'
import type { Cast } from '../support/realm'

/** What a sequence happens in: everyone of the cast, and what was said and made so far. */
export type World = {
  cast: Cast
  people: Person[]
  /** What only one message says, by the message's id. */
  said: Map<number, string>
  /** For names that nothing else has. */
  made: number
}
