import { badRequest } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { isTopicResolved, resolveTopicName } from '../../channels/topics/rules'
import { topicKey } from '../../channels/topics/storage'
import { maybeUserKnownAs } from '../../people/users/known-as'
import type { User } from '../../people/users/user'
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

/** Is this the sender, by an id or an address that the listener may know? */
export const isSenderTo =
  (realm: Realm, listener: User, sender_id: number) =>
  (operand: string | number): boolean =>
    String(operand) === String(sender_id) || maybeUserKnownAs(realm, listener, String(operand))?.user_id === sender_id

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
