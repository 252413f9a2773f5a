import { badRequest } from '../../api/errors'
import type { Realm } from '../../realm'
import { topicKey } from '../topics/storage'
import { topicMeant } from '../topics/rules'
import { emailKey, maybeUser } from '../users/storage'
import type { SentFacts } from './sent-facts'

/**
 * The narrow a queue may be registered with: it picks, among the messages its owner receives anyway, those to be told of.
 * It is asked for every message and every such queue, so it knows only what the event itself says.
 */
export type EventNarrow = [string, string | number][]

export const operatorNotSupported = badRequest((f: { operator: string }) => `Operator ${f.operator} not supported.`)
export const operandNotSupported = badRequest((f: { operand: string }) => `Operand ${f.operand} not supported.`)

const OPERATORS = new Set(['channel', 'stream', 'topic', 'sender', 'is'])
const IS_OPERANDS = new Set(['private', 'dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved'])

export function refusalOfEventNarrow(narrow: EventNarrow) {
  for (const [operator, operand] of narrow) {
    if (!OPERATORS.has(operator)) return operatorNotSupported({ operator })
    if (operator === 'is' && !IS_OPERANDS.has(String(operand))) return operandNotSupported({ operand: String(operand) })
  }
  return undefined
}

/** Is this the sender? By id, by API address, or by real address. */
export const isMe =
  (realm: Realm, { message }: SentFacts) =>
  (operand: string | number) => {
    const sender = maybeUser(realm, message.sender_id)
    const named = emailKey(String(operand))
    return (
      String(operand) === String(message.sender_id) ||
      named === emailKey(message.sender_email) ||
      named === emailKey(sender?.delivery_email ?? '')
    )
  }

const RESOLVED_PREFIX = '✔ '

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
    resolved: message.type === 'stream' && message.subject.startsWith(RESOLVED_PREFIX),
  }
  return narrow.every(([operator, operand]) => {
    if (operator === 'is') return is[String(operand)] ?? false
    if (operator === 'sender') return isSender(operand)
    if (message.type !== 'stream') return false
    if (operator === 'topic') return topicKey(message.subject) === topicKey(topicMeant(String(operand)))
    return (
      String(operand) === String(message.stream_id) ||
      message.display_recipient.toLowerCase() === String(operand).toLowerCase()
    )
  })
}
