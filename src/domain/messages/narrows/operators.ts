import { isMentioned } from '../message-index/mention-storage'
import { Trait } from '../message-index/message'
import { withAttachments, withImages, withLinks, withReactions } from '../message-index/trait-storage'
import type { MessageAccess } from '../access/access'
import { channelPart, channelsPart, directPart, directWithPart, groupDirectWithPart, topicPart } from './conversations'
import { isPart, mutedPart } from './is'
import { parseMessageId, getUserByOperand } from './operands'
import { mentioning, indexed, sentBy, withIds, type Rows } from './sources'
import { badNarrow, type Operand, type Part, type Term } from './term'

type Operator = (access: MessageAccess, operand: Operand, terms: readonly Term[]) => Part

/** Every operator, but for those that are about the narrow as a whole. */
const OPERATORS = new Map<string, Operator>([
  ['channel', channelPart],
  ['channels', channelsPart],
  ['topic', topicPart],
  ['dm', directPart],
  ['dm-including', directWithPart],
  ['group-pm-with', groupDirectWithPart],
  ['sender', senderPart],
  ['mentions', mentionsPart],
  ['is', isPart],
  ['has', hasPart],
  ['in', inPart],
  ['id', idPart],
])

export function partOf(access: MessageAccess, { operator, operand }: Term, terms: readonly Term[]): Part {
  const part = OPERATORS.get(operator)
  if (part === undefined) throw badNarrow({ desc: `unknown operator ${operator}` })
  return part(access, operand, terms)
}

function senderPart(access: MessageAccess, operand: Operand): Part {
  const { user_id } = getUserByOperand(access, operand)
  return { sources: [sentBy(access.realm, user_id)], matches: (row) => row.sender_id === user_id }
}

/** Messages that name somebody, by themselves or by way of a group. */
function mentionsPart(access: MessageAccess, operand: Operand): Part {
  const { user_id } = getUserByOperand(access, operand)
  return {
    sources: [mentioning(access.realm, user_id)],
    matches: (row) => isMentioned(access.realm, row, user_id),
  }
}

const KINDS_OF_MESSAGE = new Map<Operand, { trait: number; rows: { before: Rows; after: Rows } }>([
  ['link', { trait: Trait.link, rows: withLinks }],
  ['image', { trait: Trait.image, rows: withImages }],
  ['attachment', { trait: Trait.attachment, rows: withAttachments }],
  ['reaction', { trait: Trait.reaction, rows: withReactions }],
])

function hasPart({ realm }: MessageAccess, operand: Operand): Part {
  const kind = KINDS_OF_MESSAGE.get(operand)
  if (kind === undefined) throw badNarrow({ desc: `unknown 'has' operand ${String(operand)}` })
  return { sources: [indexed(realm, kind.rows)], matches: (row) => (row.traits & kind.trait) !== 0 }
}

/** Home is what is not muted. */
function inPart(access: MessageAccess, operand: Operand): Part {
  if (operand === 'all') return { matches: () => true }
  if (operand !== 'home') throw badNarrow({ desc: `unknown 'in' operand ${String(operand)}` })
  const isMuted = mutedPart(access).matches
  return { matches: (row) => !isMuted(row) }
}

function idPart({ realm }: MessageAccess, operand: Operand): Part {
  const id = parseMessageId(operand)
  if (id === undefined) throw badNarrow({ desc: 'Invalid message ID' })
  return { sources: [withIds(realm, () => [id])], matches: (row) => row.id === id }
}
