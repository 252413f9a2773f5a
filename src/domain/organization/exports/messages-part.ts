import type { MessageBody } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { memorySize } from '../../../store/memory-size'
import { loadMessageExtras } from '../../messages/message-index/message-extras'
import { rowsAfter, rowsWithIds } from '../../messages/message-index/storage'
import { messageFacts } from '../../messages/wire-format/message'
import { BYTES_PER_FILE, pagedPart } from './part'
import { Scope } from './scope'

const MESSAGES_PER_PAGE = 1000
const BODIES_PER_READ = 100

/** The messages in the form of `GET /messages`, with their Markdown. The oldest come first. */
export const messagesPart = pagedPart('messages', async (scope, after) => {
  const { realm, dataExport } = scope
  const rows = rowsAfter(realm.sql, after, MESSAGES_PER_PAGE)
  const last = rows.at(-1)?.id
  const isLastPage = rows.length < MESSAGES_PER_PAGE || last === undefined || last >= dataExport.last_message_id
  const next = isLastPage ? undefined : last
  const ids = rows.filter((row) => scope.hasMessage(row)).map(({ id }) => id)
  const messages: { id: number }[] = []
  let bytes = 0
  for (let remaining = ids; remaining.length > 0;) {
    const batch = remaining.slice(0, BODIES_PER_READ)
    const bodies = await realm.bodies.load(batch, BYTES_PER_BATCH)
    // The state of the realm can have changed during the read, so a new scope decides.
    const exported = exportedMessages(new Scope(realm, dataExport), batch.slice(0, bodies.within), bodies.found)
    for (const message of exported.messages) {
      bytes += memorySize(message)
      if (bytes > BYTES_PER_FILE && messages.length > 0) return { content: { messages }, next: messages.at(-1)?.id }
      messages.push(message)
    }
    remaining = remaining.slice(exported.within)
  }
  return messages.length === 0 ? { next } : { content: { messages }, next }
})

/** Returns the first of these messages, as many as the limit for their extras permits. `within` is how many ids that covers. */
function exportedMessages(scope: Scope, ids: readonly number[], bodies: ReadonlyMap<number, MessageBody>) {
  const { realm } = scope
  const rows = rowsWithIds(realm.sql, ids).filter((row) => scope.hasMessage(row))
  const extras = loadMessageExtras(realm, rows, BYTES_PER_BATCH)
  // A generator: a message to many users lists all of them, so all messages at once could need too much memory.
  function* messages() {
    for (const row of rows.slice(0, extras.within)) {
      const body = bodies.get(row.id)
      if (body) yield { ...messageFacts(realm, row, scope.conversationOf(row)), ...extras.found(row.id), ...body }
    }
  }
  const next = rows[extras.within]
  return { messages: messages(), within: next === undefined ? ids.length : ids.indexOf(next.id) }
}
