import type { MessageBody } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { memorySize } from '../../../store/memory-size'
import type { IndexRow } from '../../messages/message-index/message'
import { loadMessageExtras } from '../../messages/message-index/message-extras'
import { rowsAfter, rowsWithIds } from '../../messages/message-index/storage'
import { loadHistories, type LoadedHistories } from './message-histories'
import { BYTES_PER_FILE } from './part'
import { Scope } from './scope'

const MESSAGES_PER_PAGE = 1000
const BODIES_PER_READ = 100

/** A message of an export, with what was read about it. */
export type ReadMessage = {
  row: IndexRow
  body: MessageBody
  extras: Record<string, unknown> | undefined
  histories: LoadedHistories
}

/** Returns what `convert` returns for the next messages of an export. The oldest come first. */
export async function messagePage<Value>(
  scope: Scope,
  after: number,
  convert: (scope: Scope, message: ReadMessage) => Value,
): Promise<{ values: Value[]; next?: number }> {
  const { realm, dataExport } = scope
  const rows = rowsAfter(realm.sql, after, MESSAGES_PER_PAGE)
  const last = rows.at(-1)?.id
  const isLastPage = rows.length < MESSAGES_PER_PAGE || last === undefined || last >= dataExport.last_message_id
  const next = isLastPage ? undefined : last
  const values: Value[] = []
  let bytes = 0
  let previous = 0
  let remaining = rows.filter((row) => scope.hasMessage(row)).map(({ id }) => id)
  while (remaining.length > 0) {
    const read = remaining.slice(0, BODIES_PER_READ)
    const histories = await loadHistories(new Scope(realm, dataExport), read)
    const batch = read.slice(0, histories.within)
    const bodies = await realm.bodies.load(batch, BYTES_PER_BATCH)
    // The state of the realm can have changed during the reads, so a new scope decides.
    const now = new Scope(realm, dataExport)
    const loaded = { bodies: bodies.found, histories: histories.found }
    const messages = exportedMessages(now, batch.slice(0, bodies.within), loaded)
    for (const message of messages.found) {
      const value = convert(now, message)
      bytes += memorySize(value)
      if (bytes > BYTES_PER_FILE && values.length > 0) return { values, next: previous }
      values.push(value)
      previous = message.row.id
    }
    remaining = remaining.slice(messages.within)
  }
  return { values, next }
}

type Loaded = { bodies: ReadonlyMap<number, MessageBody>; histories: LoadedHistories }

/** Returns the first of these messages, as many as the limit for their extras permits. `within` is how many ids that covers. */
function exportedMessages(scope: Scope, ids: readonly number[], { bodies, histories }: Loaded) {
  const { realm } = scope
  const rows = rowsWithIds(realm.sql, ids).filter((row) => scope.hasMessage(row))
  const extras = loadMessageExtras(realm, rows, BYTES_PER_BATCH)
  // A generator: a message to many users lists all of them, so all messages at once could need too much memory.
  function* messages(): Generator<ReadMessage> {
    for (const row of rows.slice(0, extras.within)) {
      const body = bodies.get(row.id)
      if (body) yield { row, body, extras: extras.found(row.id), histories }
    }
  }
  const next = rows[extras.within]
  return { found: messages(), within: next === undefined ? ids.length : ids.indexOf(next.id) }
}
