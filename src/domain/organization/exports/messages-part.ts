import type { MessageBody } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { memorySize } from '../../../store/memory-size'
import { loadMessageExtras } from '../../messages/message-index/message-extras'
import { rowsAfter, rowsWithIds } from '../../messages/message-index/storage'
import { messageFacts } from '../../messages/wire-format/message'
import { BYTES_PER_FILE, inPages } from './part'
import { Scope } from './scope'

const MESSAGES_PER_FILE = 1000
const BODIES_AT_ONCE = 100

/** What was said, oldest first, as `GET /messages` tells of it; with its Markdown beside it. */
export const messagesPart = inPages('messages', async (scope, after) => {
  const { realm, made } = scope
  const rows = rowsAfter(realm, after, MESSAGES_PER_FILE)
  const last = rows.at(-1)?.id
  const next = rows.length < MESSAGES_PER_FILE || last === undefined || last >= made.up_to ? undefined : last
  const ids = rows.filter((row) => scope.hasMessage(row)).map(({ id }) => id)
  const messages: { id: number }[] = []
  let bytes = 0
  for (let rest = ids; rest.length > 0;) {
    const wanted = rest.slice(0, BODIES_AT_ONCE)
    const bodies = await realm.bodies.load(wanted, BYTES_PER_BATCH)
    // Much may have happened meanwhile: what is told is what there is by now.
    const told = messagesTold(new Scope(realm, made), wanted.slice(0, bodies.within), bodies.found)
    for (const message of told.found) {
      bytes += memorySize(message)
      if (bytes > BYTES_PER_FILE && messages.length > 0) return { content: { messages }, next: messages.at(-1)?.id }
      messages.push(message)
    }
    rest = rest.slice(told.within)
  }
  return messages.length === 0 ? { next } : { content: { messages }, next }
})

function messagesTold(scope: Scope, ids: readonly number[], bodies: ReadonlyMap<number, MessageBody>) {
  const { realm } = scope
  const rows = rowsWithIds(realm, ids).filter((row) => scope.hasMessage(row))
  const adorned = loadMessageExtras(realm, rows, BYTES_PER_BATCH)
  // One at a time: a message to many people names all of them.
  function* told() {
    for (const row of rows.slice(0, adorned.within)) {
      const body = bodies.get(row.id)
      if (body) yield { ...messageFacts(realm, row, scope.conversationOf(row)), ...adorned.found(row.id), ...body }
    }
  }
  const next = rows[adorned.within]
  return { found: told(), within: next === undefined ? ids.length : ids.indexOf(next.id) }
}
