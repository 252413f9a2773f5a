import { badRequest, type ApiError } from '../../../api/errors'
import { isTopicResolved, resolveTopicName } from '../../channels/topics/rules'
import { topicKey } from '../../channels/topics/topic-key'
import type { SentFacts } from './sent-facts'

/**
 * The narrow of a queue: of the messages that the owner of the queue receives, it selects those that the queue gets. It is
 * evaluated for each message and each such queue. So it has only operators that need nothing but the event itself.
 */
export type EventNarrow = [string, string | number][]

export const operatorNotSupported = badRequest((f: { operator: string }) => `Operator ${f.operator} not supported.`)
export const operandNotSupported = badRequest((f: { operand: string }) => `Operand ${f.operand} not supported.`)

const OPERATORS = new Set(['channel', 'stream', 'topic', 'sender', 'is'])
const IS_OPERANDS = new Set(['private', 'dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved'])

export function refusalOfEventNarrow(narrow: EventNarrow): ApiError | undefined {
  for (const [operator, operand] of narrow) {
    if (!OPERATORS.has(operator)) return operatorNotSupported({ operator })
    if (operator === 'is' && !IS_OPERANDS.has(String(operand))) return operandNotSupported({ operand: String(operand) })
  }
  return undefined
}

/** Returns whether a message matches all terms. `flags` are those of the owner; `isSender` resolves a `sender` operand. */
export function matchesEventNarrow(
  narrow: EventNarrow,
  facts: SentFacts,
  flags: readonly string[],
  isSender: (operand: string | number) => boolean,
): boolean {
  const { message } = facts
  const is: Record<string, boolean> = {
    private: message.type === 'private',
    dm: message.type === 'private',
    starred: flags.includes('starred'),
    unread: !flags.includes('read'),
    mentioned: flags.includes('mentioned') || flags.includes('wildcard_mentioned'),
    alerted: flags.includes('has_alert_word'),
    resolved: message.type === 'stream' && isTopicResolved(message.subject),
  }
  return narrow.every(([operator, operand]) => {
    if (operator === 'is') return is[String(operand)] ?? false
    if (operator === 'sender') return isSender(operand)
    if (message.type !== 'stream') return false
    if (operator === 'topic') return topicKey(message.subject) === topicKey(resolveTopicName(String(operand)))
    return (
      String(operand) === String(message.stream_id) ||
      message.display_recipient.toLowerCase() === String(operand).toLowerCase()
    )
  })
}
