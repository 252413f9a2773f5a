import type { ReadOnlyRealm } from '../../../realm'
import { findChannel, findChannelByName } from '../../channels/channels/storage'
import { resolveTopicName } from '../../channels/topics/rules'
import { topicKey } from '../../channels/topics/topic-key'
import type { HeldMessage } from '../../messages/holds/hold'
import { IndexFlag } from '../../messages/message-index/message'
import { badNarrow, type Operand, type Term } from '../../messages/narrows/term'
import { findUser, findUserIdByEmail } from '../../people/users/storage'

/** A message that exists, or one that a hold keeps. */
export type Candidate = Omit<HeldMessage, 'deleted_at'> & { deleted_at: number | null }

type Test = (message: Candidate) => boolean
type Operator = (realm: ReadOnlyRealm, operand: Operand) => Test

const isNumeral = (operand: Operand) => typeof operand !== 'object' && /^\d+$/.test(String(operand))

function userOf(realm: ReadOnlyRealm, operand: Operand): number {
  const id = isNumeral(operand) ? Number(operand) : findUserIdByEmail(realm, String(operand).trim())
  if (id === undefined || findUser(realm, id) === undefined)
    throw badNarrow({ desc: `unknown user ${String(operand)}` })
  return id
}

const entriesOf = (operand: Operand): readonly (string | number)[] =>
  typeof operand === 'string' ? operand.split(',') : typeof operand === 'number' ? [operand] : operand

const usersOf = (realm: ReadOnlyRealm, operand: Operand): number[] =>
  entriesOf(operand).map((entry) => userOf(realm, entry))

/** The name of a channel may have a comma. */
const channelsOf = (realm: ReadOnlyRealm, operand: Operand): number[] =>
  (typeof operand === 'object' ? operand : [operand]).map((entry) => channelOf(realm, entry))

function channelOf(realm: ReadOnlyRealm, operand: Operand): number {
  const byName = typeof operand === 'string' ? findChannelByName(realm, operand) : undefined
  const channel = byName ?? (isNumeral(operand) ? findChannel(realm, Number(operand)) : undefined)
  if (channel === undefined) throw badNarrow({ desc: `unknown channel ${String(operand)}` })
  return channel.stream_id
}

const HAS = new Map<Operand, number>([
  ['link', IndexFlag.link],
  ['image', IndexFlag.image],
  ['attachment', IndexFlag.attachment],
  ['reaction', IndexFlag.reaction],
])

const IS = new Map<Operand, Test>([
  ['dm', ({ stream_id }) => stream_id === null],
  ['deleted', ({ deleted_at }) => deleted_at !== null],
  ['edited', ({ index_flags }) => (index_flags & IndexFlag.edited) !== 0],
])

/** Returns the test of an operand that must be one of a few words. */
function oneOf<Value>(words: ReadonlyMap<Operand, Value>, operator: string, operand: Operand): Value {
  const found = words.get(operand)
  if (found === undefined) throw badNarrow({ desc: `unknown '${operator}' operand ${String(operand)}` })
  return found
}

const OPERATORS = new Map<string, Operator>([
  [
    'channel',
    (realm, operand) => {
      const ids = new Set(channelsOf(realm, operand))
      return ({ stream_id, earlier_channels }) =>
        (stream_id !== null && ids.has(stream_id)) || earlier_channels.some((id) => ids.has(id))
    },
  ],
  [
    'topic',
    (_, operand) => {
      const key = topicKey(resolveTopicName(String(operand)))
      return ({ topic }) => topic !== null && topicKey(topic) === key
    },
  ],
  [
    'sender',
    (realm, operand) => {
      const ids = new Set(usersOf(realm, operand))
      return ({ sender_id }) => ids.has(sender_id)
    },
  ],
  [
    'person',
    (realm, operand) => {
      const ids = new Set(usersOf(realm, operand))
      return ({ sender_id, people }) => ids.has(sender_id) || (people ?? []).some((id) => ids.has(id))
    },
  ],
  [
    'dm',
    (realm, operand) => {
      const requested = new Set(usersOf(realm, operand))
      return ({ people }) =>
        people !== null && people.length === requested.size && people.every((id) => requested.has(id))
    },
  ],
  [
    'dm-including',
    (realm, operand) => {
      const id = userOf(realm, operand)
      return ({ people }) => people !== null && people.includes(id)
    },
  ],
  [
    'has',
    (_, operand) => {
      const flag = oneOf(HAS, 'has', operand)
      return ({ index_flags }) => (index_flags & flag) !== 0
    },
  ],
  ['is', (_, operand) => oneOf(IS, 'is', operand)],
  [
    'id',
    (_, operand) =>
      ({ id }) =>
        id === Number(operand),
  ],
])

/**
 * Compiles the terms of a search over everything. It has the operators of other narrows, except those about what a reader has
 * read or starred. `channel` also has the messages that were moved out of the channel, `dm` names all participants, and `person` has what a hold
 * of a person keeps. A list of `channel`, `sender` or `person` has the messages of any of them. Throws if a term is
 * unknown, or names what does not exist.
 */
export function compileEverything(realm: ReadOnlyRealm, terms: readonly Term[]): Test {
  const tests = terms.map(({ operator, operand, negated }) => {
    const compile = OPERATORS.get(operator)
    if (compile === undefined) throw badNarrow({ desc: `unknown operator ${operator}` })
    return { test: compile(realm, operand), negated }
  })
  return (message) => tests.every(({ test, negated }) => test(message) !== negated)
}

/** Returns the terms with ids in place of names and addresses: the log has the users themselves, also after a change of names. */
export const withIds = (realm: ReadOnlyRealm, terms: readonly Term[]): Term[] =>
  terms.map((term) => {
    const { operator, operand } = term
    if (operator === 'channel') return { ...term, operand: channelsOf(realm, operand) }
    if (operator === 'dm-including') return { ...term, operand: userOf(realm, operand) }
    return ['dm', 'sender', 'person'].includes(operator) ? { ...term, operand: usersOf(realm, operand) } : term
  })

/** Returns the user who sent all messages of the narrow, if a term says it. */
export function senderOf(realm: ReadOnlyRealm, terms: readonly Term[]): number | undefined {
  const term = terms.find(({ operator, negated }) => operator === 'sender' && !negated)
  const [sender, second] = term === undefined ? [] : usersOf(realm, term.operand)
  return second === undefined ? sender : undefined
}
