import type { Ask } from '../api-client.ts'
import type { Name } from '../releases/people.ts'
import type { SeedMessage } from './conversations.ts'

/** A message of the conversations, with its id. */
export type Sent<Who = Name> = SeedMessage<Who> & { id: number }

/** Sends a message of the conversations as its writer. Returns its id. */
export async function send<Who extends string>(
  ask: Ask,
  { who, channel, topic, to, content }: SeedMessage<Who>,
  idOf: (name: Who) => number,
): Promise<number> {
  const place = to ? { type: 'direct', to: to.map(idOf) } : { type: 'channel', to: channel, topic }
  // The client name of a human's client: the server marks the message as read for its sender.
  const client = who === 'fig' ? 'fig' : 'website'
  return (await ask<{ id: number }>('POST /messages', { ...place, content, client })).id
}

/** Returns the requests with which users react to messages. */
export const reactionsTo = <Who>(sent: readonly Sent<Who>[], askAs: (who: Who) => Ask): (() => Promise<unknown>)[] =>
  sent.flatMap(({ id, reactions }) =>
    reactions.flatMap(({ emoji_name, by }) =>
      by.map((who) => () => askAs(who)(`POST /messages/${id}/reactions`, { emoji_name })),
    ),
  )

/** The conversations have what the code names. */
export function present<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('The conversations lack it')
  return thing
}

const BATCH = 8

export async function inBatches(requests: readonly (() => Promise<unknown>)[]) {
  for (let at = 0; at < requests.length; at += BATCH)
    await Promise.all(requests.slice(at, at + BATCH).map((request) => request()))
}
