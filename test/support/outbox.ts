import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { migrations } from '../../src/catalogue'
import { causeOf } from '../../src/store/d1-errors'
import { Outbox } from '../../src/store/outbox'
import type { OutboxRow } from '../../src/store/outbox-row'
import { realmSql } from '../../src/store/realm-sql'
import { countIn, inStorage, keepAlarmQuiet, ring } from './faults'
import type { Json, Person } from './person'
import { freshRealm, TestRealm, type Channel } from './realm'

export type StoredMessage = { id: number; content: string }

/** Returns the messages of a realm that D1 has, oldest first. */
export async function messagesInD1(realm_id: string): Promise<StoredMessage[]> {
  const { results } = await env.DB.prepare('SELECT id, content FROM messages WHERE realm_id = ? ORDER BY id')
    .bind(realm_id)
    .all<StoredMessage>()
  return results
}

/** Returns a realm with an empty outbox, which only `ring` drains. */
export async function settledRealm() {
  const cast = await freshRealm()
  await ring(cast.realm)
  await keepAlarmQuiet(cast.realm)
  expect(await countIn(cast.realm, 'outbox')).toBe(0)
  return cast
}

/** Sends messages one after the other. */
export async function sendAll(sender: Person, channel: Channel, contents: string[]): Promise<StoredMessage[]> {
  const sent: StoredMessage[] = []
  for (const content of contents) sent.push({ id: (await sender.sends(channel, 'lunch', content)).id, content })
  return sent
}

export const bodiesOf = (messages: Json[]): StoredMessage[] => messages.map(({ id, content }) => ({ id, content }))

/** Calls `act` with an outbox in an object without a realm. */
export async function withOutbox(
  name: string,
  act: (outbox: Outbox) => void | Promise<void>,
  write: (rows: readonly OutboxRow[]) => Promise<void> = async () => undefined,
): Promise<void> {
  await inStorage(new TestRealm(name), async ({ storage }) => {
    for (const { owner, steps } of migrations) if (owner === 'store') for (const step of steps) storage.sql.exec(step)
    const clock = { now: () => Math.floor(Date.now() / 1000), wakeAt: () => undefined }
    await act(new Outbox(realmSql(storage.sql), { write, causeOf, isAvailable: async () => true }, clock))
  })
}
