import type { Person } from '../support/person'
import type { Cast } from '../support/realm'

/** The state of a sequence: the realm with its users, and what the sequence has created. */
export type World = {
  cast: Cast
  people: Person[]
  /** For some messages, a word that only this message contains, by the message's id. */
  secrets: Map<number, string>
  /** The next number for unique names. */
  counter: number
}
