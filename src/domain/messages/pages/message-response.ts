import * as v from 'valibot'
import type { Edge } from '../../../edge'
import type { MessageBody } from '../../../realm'
import { countFitting, memorySize, MEBIBYTE } from '../../../store/memory-size'
import { historyFields, historyFieldsFor } from '../history/history-response'
import { messageShape } from '../wire-format/message'
import type { LoadedMessages } from './load-messages'

/** A message as it is fetched: with what became of it, and its reader's flags. */
export const fetchedMessageShape = v.strictObject({
  ...messageShape.entries,
  ...historyFields,
  flags: v.array(v.string()),
})

const BYTES_OF_BODIES = 4 * MEBIBYTE

type WithBody = { message: LoadedMessages['messages'][number]; body: MessageBody }

/**
 * Puts the bodies to the messages: those the realm had at hand, and the others from D1 in one read. What was deleted since
 * the realm answered is left out, and so are the last messages, where the bodies of all would be too much to hold.
 */
export async function addBodies(
  edge: Edge,
  { messages, bodies, left_out, ...histories }: LoadedMessages,
): Promise<{ messages: WithBody[]; left_out: number[] }> {
  const ids = messages.map(({ id }) => id)
  const elsewhere = ids.filter((id) => !bodies.has(id))
  const [loaded, history] = await Promise.all([
    elsewhere.length > 0 ? edge.loadBodies(elsewhere, BYTES_OF_BODIES) : { found: bodies, within: 0 },
    historyFieldsFor(edge, histories, ids),
  ])
  const next = elsewhere[loaded.within]
  const within = Math.min(history.within, next === undefined ? ids.length : ids.indexOf(next))
  const found = messages.slice(0, within).flatMap((message) => {
    const body = bodies.get(message.id) ?? loaded.found.get(message.id)
    return body ? [{ message: { ...message, ...history.found(message.id) }, body }] : []
  })
  return { messages: found, left_out: [...left_out, ...ids.slice(within)] }
}

const BYTES_OF_ANSWER = 8 * MEBIBYTE

/** What of a page is answered: the first messages, as many as fit, in the order of their ids. */
export function limitResponse<Message extends { id: number }>(messages: readonly Message[]) {
  const within = countFitting(messages, memorySize, BYTES_OF_ANSWER)
  return {
    messages: messages.slice(0, within).sort((a, b) => a.id - b.id),
    left_out: messages.slice(within).map(({ id }) => id),
  }
}
