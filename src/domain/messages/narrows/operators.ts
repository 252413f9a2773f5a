import type { SqlText } from '../../../store/sql'
import { isMentioned } from '../message-index/mention-storage'
import { IndexFlag } from '../message-index/message'
import { WITH_ATTACHMENTS, WITH_IMAGES, WITH_LINKS, WITH_REACTIONS } from '../message-index/index-flag-storage'
import type { MessageAccess } from '../access/access'
import {
  compileChannel,
  compileChannels,
  compileDirect,
  compileDirectIncluding,
  compileGroupDirectWith,
  compileTopic,
} from './conversation-operators'
import { compileIs, compileMuted } from './is-operator'
import { parseMessageId, getUserByOperand } from './operands'
import { messagesMentioning, messagesOfKind, messagesSentBy, messagesWithIds } from './sources'
import { badNarrow, type CompiledTerm, type Operand, type Term } from './term'

type Operator = (access: MessageAccess, operand: Operand, terms: readonly Term[]) => CompiledTerm

/** The operators that compile to a term. `with`, `near` and `search` are about the narrow as a whole. */
const OPERATORS = new Map<string, Operator>([
  ['channel', compileChannel],
  ['channels', compileChannels],
  ['topic', compileTopic],
  ['dm', compileDirect],
  ['dm-including', compileDirectIncluding],
  ['group-pm-with', compileGroupDirectWith],
  ['sender', compileSender],
  ['mentions', compileMentions],
  ['is', compileIs],
  ['has', compileHas],
  ['in', compileIn],
  ['id', compileId],
])

/** Compiles one term. `terms` are all terms of the narrow. Throws if the operator or the operand is unknown. */
export function compileTerm(access: MessageAccess, { operator, operand }: Term, terms: readonly Term[]): CompiledTerm {
  const compile = OPERATORS.get(operator)
  if (compile === undefined) throw badNarrow({ desc: `unknown operator ${operator}` })
  return compile(access, operand, terms)
}

function compileSender(access: MessageAccess, operand: Operand): CompiledTerm {
  const { user_id } = getUserByOperand(access, operand)
  return {
    property: { name: 'sender', value: user_id, isExclusive: true },
    sources: [messagesSentBy(access.realm, user_id)],
    matches: (row) => row.sender_id === user_id,
  }
}

/** Messages that mention a user, by name or through a group. */
function compileMentions(access: MessageAccess, operand: Operand): CompiledTerm {
  const { realm } = access
  const { user_id } = getUserByOperand(access, operand)
  return {
    property: { name: 'mentions', value: user_id },
    sources: [messagesMentioning(realm, user_id)],
    matches: (row) => isMentioned(realm.sql, row, user_id),
  }
}

const KINDS_OF_MESSAGE = new Map<Operand, { flag: number; kind: SqlText }>([
  ['link', { flag: IndexFlag.link, kind: WITH_LINKS }],
  ['image', { flag: IndexFlag.image, kind: WITH_IMAGES }],
  ['attachment', { flag: IndexFlag.attachment, kind: WITH_ATTACHMENTS }],
  ['reaction', { flag: IndexFlag.reaction, kind: WITH_REACTIONS }],
])

function compileHas({ realm }: MessageAccess, operand: Operand): CompiledTerm {
  const facts = KINDS_OF_MESSAGE.get(operand)
  if (facts === undefined) throw badNarrow({ desc: `unknown 'has' operand ${String(operand)}` })
  const { flag, kind } = facts
  const property = { name: 'has', value: String(operand) }
  return { property, sources: [messagesOfKind(realm, kind)], matches: (row) => (row.index_flags & flag) !== 0 }
}

/** `in:home` has the messages that the reader has not muted. */
function compileIn(access: MessageAccess, operand: Operand): CompiledTerm {
  const property = { name: 'in', value: String(operand) }
  if (operand === 'all') return { property, fits: () => true }
  if (operand !== 'home') throw badNarrow({ desc: `unknown 'in' operand ${String(operand)}` })
  const { fits: isMuted } = compileMuted(access)
  return { property, fits: (conversation) => !isMuted(conversation) }
}

function compileId({ realm }: MessageAccess, operand: Operand): CompiledTerm {
  const id = parseMessageId(operand)
  if (id === undefined) throw badNarrow({ desc: 'Invalid message ID' })
  const property = { name: 'id', value: id, isExclusive: true }
  return { property, sources: [messagesWithIds(realm, () => [id])], matches: (row) => row.id === id }
}
