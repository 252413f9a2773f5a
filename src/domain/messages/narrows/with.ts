import { findMessage } from '../message-index/storage'
import type { MessageAccess } from '../access/access'
import { parseMessageId } from './operands'
import { badNarrow, badNarrowCombination, type Term } from './term'

const OF_A_CONVERSATION = ['channel', 'topic', 'dm']

/**
 * `with` names a message, and means the conversation that it is in now: whoever kept a link finds a topic again that was
 * moved meanwhile. It stands in for what the narrow says of a conversation. Where the message is not to be read, what the
 * narrow says must do.
 */
export function resolveWith(access: MessageAccess, terms: readonly Term[]): readonly Term[] {
  const [wanted, another] = terms.filter(({ operator }) => operator === 'with')
  if (wanted === undefined) return terms
  if (another !== undefined) throw badNarrowCombination({ desc: "Duplicate 'with' operators." })
  const id = parseMessageId(wanted.operand)
  if (wanted.negated || id === undefined) throw badNarrow({ desc: "Invalid 'with' operator" })
  const others = terms.filter((term) => term !== wanted)
  const message = findMessage(access.realm, id)
  if (message !== undefined && access.canRead(message))
    return [...others.filter((term) => !isOfConversation(term)), ...termsFor(message.conversation)]
  if (!namesConversation(others)) throw badNarrow({ desc: "Invalid 'with' operator" })
  return others
}

const isOfConversation = ({ operator }: Term) => OF_A_CONVERSATION.includes(operator)

function namesConversation(terms: readonly Term[]): boolean {
  const said = terms.flatMap(({ operator, negated }) => (negated ? [] : [operator]))
  return said.includes('dm') || (said.includes('channel') && said.includes('topic'))
}

type Place = { stream_id: number; topic: string } | { stream_id: null; people: number[] }

const termsFor = (place: Place): Term[] =>
  place.stream_id === null
    ? [{ operator: 'dm', operand: place.people, negated: false }]
    : [
        { operator: 'channel', operand: place.stream_id, negated: false },
        { operator: 'topic', operand: place.topic, negated: false },
      ]
