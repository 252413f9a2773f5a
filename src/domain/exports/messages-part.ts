import { inPieces } from '../../api/pieces'
import type { MessageBody } from '../../realm'
import { adornmentsOf } from '../messages/adornments'
import { rowsAfter, rowsWithIds } from '../messages/storage'
import { messageFacts } from '../messages/wire'
import { inPages, MOST_CHARACTERS_PER_FILE } from './part'
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
  let characters = 0
  for (const some of inPieces(ids, BODIES_AT_ONCE)) {
    const bodies = await realm.bodies.load(some)
    // Much may have happened meanwhile: what is told is what there is by now.
    messages.push(...messagesTold(new Scope(realm, made), some, bodies))
    for (const { content, rendered_content } of bodies.values()) characters += content.length + rendered_content.length
    if (characters > MOST_CHARACTERS_PER_FILE) return { content: { messages }, next: some.at(-1) }
  }
  return messages.length === 0 ? { next } : { content: { messages }, next }
})

function messagesTold(scope: Scope, ids: readonly number[], bodies: ReadonlyMap<number, MessageBody>) {
  const { realm } = scope
  const rows = rowsWithIds(realm, ids).filter((row) => scope.hasMessage(row))
  const adorned = adornmentsOf(realm, rows)
  return rows.flatMap((row) => {
    const body = bodies.get(row.id)
    return body ? [{ ...messageFacts(realm, row, scope.conversationOf(row)), ...adorned(row.id), ...body }] : []
  })
}
