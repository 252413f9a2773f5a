import type { MessageBody } from '../../../realm'

/** Bodies on their way from the realm to the Worker: a list of each field. The call copies lists faster than objects. */
export type PackedBodies = {
  ids: number[]
  contents: string[]
  renderedContents: string[]
  clients: string[]
  /** The ids of the messages that begin with `/me`. */
  meMessages: number[]
}

export function packBodies(bodies: ReadonlyMap<number, MessageBody>): PackedBodies {
  const values = [...bodies.values()]
  return {
    ids: [...bodies.keys()],
    contents: values.map(({ content }) => content),
    renderedContents: values.map(({ rendered_content }) => rendered_content),
    clients: values.map(({ client }) => client),
    meMessages: [...bodies].flatMap(([id, { is_me_message }]) => (is_me_message ? [id] : [])),
  }
}

/** Returns packed bodies with these bodies after them. */
export function addToPacked(packed: PackedBodies, bodies: ReadonlyMap<number, MessageBody>): PackedBodies {
  const more = packBodies(bodies)
  return {
    ids: [...packed.ids, ...more.ids],
    contents: [...packed.contents, ...more.contents],
    renderedContents: [...packed.renderedContents, ...more.renderedContents],
    clients: [...packed.clients, ...more.clients],
    meMessages: [...packed.meMessages, ...more.meMessages],
  }
}

export function unpackBodies({ ids, contents, renderedContents, clients, meMessages }: PackedBodies) {
  const isMe = new Set(meMessages)
  return new Map<number, MessageBody>(
    ids.map((id, nth) => [
      id,
      {
        content: contents[nth]!,
        rendered_content: renderedContents[nth]!,
        client: clients[nth]!,
        is_me_message: isMe.has(id),
      },
    ]),
  )
}
