import * as v from 'valibot'
import { named } from '../../../api/named'
import { apiError } from '../../../api/errors'
import { boolean, integer, list, optional, shortText, text } from '../../../api/params'
import type { Conversation } from '../../channels/topics/conversation'
import type { IndexRow } from '../message-index/message'
import { MAX_MESSAGE_LENGTH, MAX_RECIPIENTS } from '../../realm/settings/limits'
import type { Scan } from './scan'
import type { Source } from './sources'

/** The other names that clients use for operators. */
const OPERATOR_BY_ALIAS = new Map([
  ['stream', 'channel'],
  ['streams', 'channels'],
  ['pm-with', 'dm'],
  ['pm_with', 'dm'],
  ['dm_including', 'dm-including'],
  ['group_pm_with', 'group-pm-with'],
])
const operator = v.pipe(
  shortText(),
  v.transform((name) => OPERATOR_BY_ALIAS.get(name) ?? name),
)

const operand = v.union([
  text(MAX_MESSAGE_LENGTH),
  integer(),
  list(integer(), MAX_RECIPIENTS),
  list(shortText(), MAX_RECIPIENTS),
])
/** A term as clients send it: `{operator, operand, negated}`, or the older pair. */
export const term = named(
  'NarrowTermOrPair',
  v.union([
    named('NarrowTerm', v.object({ operator, operand, negated: optional(boolean(), false) })),
    v.pipe(
      v.strictTuple([operator, operand]),
      v.transform(([operator, operand]) => ({ operator, operand, negated: false })),
    ),
  ]),
)
// Each term reads rows, and the realm handles no other request meanwhile.
const MAX_TERMS = 100
export const narrowParam = v.nullable(list(term, MAX_TERMS))
export type Term = v.InferOutput<typeof term>
export type Operand = Term['operand']

export const badNarrow = apiError('BAD_NARROW', (f: { desc: string }) => `Invalid narrow operator: ${f.desc}`)
export const badNarrowCombination = apiError(
  'BAD_NARROW',
  (f: { desc: string }) => `Invalid narrow operator combination: ${f.desc}`,
)

/** Of a term. Each message has one value of an exclusive property, and so is not found by two of its values. */
export type Property = { name: string; value: string | number; isExclusive?: boolean }

/** Loads conversations. Undefined if they are too many: then another source costs less. */
export type LoadConversations = () => readonly Conversation[] | undefined

export type CompiledTerm = MessageTerm | ConversationTerm

/** Returns the bound beyond the next messages that do not match. It reads no message. */
export type Beyond = (direction: Scan['direction'], bound: number) => number

type MessageTerm = {
  property: Property
  /** Sources that contain all messages of the term; none if only reading all messages finds them. */
  sources?: readonly Source[]
  /** Whether the message with this id may have the property. It reads no message, and so leaves out candidates for little. */
  mayMatch?: (id: number) => boolean
  beyond?: Beyond
  /** Whether a message has the property, before `negated`. The caller also checks whether the reader can read it. */
  matches: (row: IndexRow) => boolean
}

/** A term that has all messages of some conversations. */
export type ConversationTerm = {
  property: Property
  /** Whether the term has the messages of a conversation, before `negated`. */
  fits: (conversation: Conversation) => boolean
  /** All conversations that fit, and perhaps others; none if only reading all messages finds them. */
  conversations?: readonly Conversation[] | { load: LoadConversations; startAfterRows: number }
  /** Whether the reader can see the whole history of all channels that the term names. */
  history?: boolean
}
