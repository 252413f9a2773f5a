import { findMessage } from '../message-index/storage'
import type { MessageAccess } from '../access/access'
import { parseMessageId } from './operands'
import { badNarrow, badNarrowCombination, type Term } from './term'

const OF_CONVERSATION = ['channel', 'topic', 'dm']

/**
 * Replaces `with`, which names a message, by the conversation in which the message is now. So a link still works after a move.
 * The conversation replaces the channel, topic and `dm` terms. If the reader cannot read the message, these terms remain, and
 * the narrow must have them.
 */
export function resolveWith(access: MessageAccess, terms: readonly Term[]): readonly Term[] {
  const [withTerm, second] = terms.filter(({ operator }) => operator === 'with')
  if (withTerm === undefined) return terms
  if (second !== undefined) throw badNarrowCombination({ desc: "Duplicate 'with' operators." })
  const id = parseMessageId(withTerm.operand)
  if (withTerm.negated || id === undefined) throw badNarrow({ desc: "Invalid 'with' operator" })
  const otherTerms = terms.filter((term) => term !== withTerm)
  const message = findMessage(access.realm, id)
  if (message !== undefined && access.canRead(message))
    return [...otherTerms.filter((term) => !isOfConversation(term)), ...termsFor(message.conversation)]
  if (!namesConversation(otherTerms)) throw badNarrow({ desc: "Invalid 'with' operator" })
  return otherTerms
}

const isOfConversation = ({ operator }: Term) => OF_CONVERSATION.includes(operator)

function namesConversation(terms: readonly Term[]): boolean {
  const operators = terms.flatMap(({ operator, negated }) => (negated ? [] : [operator]))
  return operators.includes('dm') || (operators.includes('channel') && operators.includes('topic'))
}

type Location = { stream_id: number; topic: string } | { stream_id: null; people: number[] }

const termsFor = (location: Location): Term[] =>
  location.stream_id === null
    ? [{ operator: 'dm', operand: location.people, negated: false }]
    : [
        { operator: 'channel', operand: location.stream_id, negated: false },
        { operator: 'topic', operand: location.topic, negated: false },
      ]
