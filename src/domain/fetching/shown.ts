import * as v from 'valibot'
import type { Edge } from '../../edge'
import { historyFields, historyShown } from '../message-history/shown'
import { messageShape } from '../messages/wire'
import type { Fetched } from './hand-over'

/** A message as it is fetched: with what became of it, and its reader's flags. */
export const fetchedMessageShape = v.strictObject({
  ...messageShape.entries,
  ...historyFields,
  flags: v.array(v.string()),
})

/**
 * Puts the bodies to the messages: those the realm had at hand, and the others from D1 in one read. What was deleted since
 * the realm answered is left out.
 */
export async function withBodies(edge: Edge, { messages, bodies, ...histories }: Fetched) {
  const elsewhere = messages.filter(({ id }) => !bodies.has(id)).map(({ id }) => id)
  const [loaded, history] = await Promise.all([
    elsewhere.length > 0 ? edge.loadBodies(elsewhere) : bodies,
    historyShown(edge, histories),
  ])
  return messages.flatMap((message) => {
    const body = bodies.get(message.id) ?? loaded.get(message.id)
    return body ? [{ message: { ...message, ...history(message.id) }, body }] : []
  })
}
