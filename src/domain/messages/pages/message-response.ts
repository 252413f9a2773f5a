import * as v from 'valibot'
import type { Edge } from '../../../edge'
import type { MessageBody } from '../../../realm'
import { countCovered, countFitting, memorySize, MEBIBYTE } from '../../../store/memory-size'
import { historyFields, historyFieldsFor } from '../history/history-response'
import { messageShapeWith } from '../wire-format/message'
import type { LoadedMessages } from './load-messages'
import { unpackBodies } from './packed-bodies'
import { unpackMessages, type FetchedMessage } from './packed-messages'

/** A fetched message: with its edit history and its reader's flags. */
export const fetchedFields = { ...historyFields, flags: v.array(v.string()) }
export const fetchedMessageShape = messageShapeWith('FetchedMessage', fetchedFields)

const BYTES_OF_BODIES = 4 * MEBIBYTE

/** What a search has found: the bodies that it compared, and which messages are on the page. */
type Found = { searched?: ReadonlyMap<number, MessageBody>; isWanted?: (id: number) => boolean }

export type WithBodies = { messages: WithBody[]; left_out: number[] }
type WithBody = { message: FetchedMessage; body: MessageBody }

/**
 * Adds the bodies and the edit history to the messages. The realm has read all of them, or it has some, and a search has read some:
 * then one read of D1 gets the others. A message that was deleted meanwhile is missing. If all bodies are too large to hold, the last
 * messages are in `left_out`.
 */
export async function addBodies(
  edge: Edge,
  { messages: packed, bodies: packedBodies, left_out, complete, ...histories }: LoadedMessages,
  { searched = new Map(), isWanted = () => true }: Found = {},
): Promise<WithBodies> {
  const ids = packed.ids.filter(isWanted)
  const bodies = new Map([...searched, ...unpackBodies(packedBodies)])
  const toLoad = complete === undefined ? ids.filter((id) => !bodies.has(id)) : []
  const [loaded, history] = await Promise.all([
    toLoad.length > 0 ? edge.loadBodies(toLoad, BYTES_OF_BODIES) : { found: bodies, within: 0 },
    historyFieldsFor(edge, histories, complete === undefined ? ids : []),
  ])
  const within = complete ?? Math.min(history.within, countCovered(ids, toLoad, loaded.within))
  const found = unpackMessages(packed)
    .filter(({ id }) => isWanted(id))
    .slice(0, within)
    .flatMap((message) => {
      const body = bodies.get(message.id) ?? loaded.found.get(message.id)
      return body ? [{ message: { ...message, ...history.found(message.id) }, body }] : []
    })
  return { messages: found, left_out: [...left_out.filter(isWanted), ...ids.slice(within)] }
}

const BYTES_OF_RESPONSE = 8 * MEBIBYTE

/** Returns the first of these messages, as many as fit into a response, in the order of their ids. */
export function limitResponse<Message extends { id: number }>(messages: readonly Message[]) {
  const within = countFitting(messages, memorySize, BYTES_OF_RESPONSE)
  return {
    messages: messages.slice(0, within).sort((a, b) => a.id - b.id),
    left_out: messages.slice(within).map(({ id }) => id),
  }
}
