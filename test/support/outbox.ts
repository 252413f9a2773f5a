import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { migrations } from '../../src/catalogue'
import { causeOf } from '../../src/store/d1-errors'
import { FIRST_DATABASE } from '../../src/store/databases'
import { Outbox } from '../../src/store/outbox'
import type { OutboxRow } from '../../src/store/outbox-row'
import { realmSql } from '../../src/store/realm-sql'
import { runAlarm } from './alarms'
import { inStorage } from './faults'
import type { Json, Person } from './person'
import { freshRealm, TestRealm, type Cast, type Channel } from './realm'
import { countRows } from './tables'

/** A message id with the Markdown of the message. */
export type Body = { id: number; content: string }

/** Returns a realm whose outbox is empty, and whose alarm does not run during the test. */
export async function realmWithEmptyOutbox(): Promise<Cast> {
  const cast = await freshRealm()
  await runAlarm(cast.realm)
  expect(await countRows(cast.realm, 'outbox')).toBe(0)
  return cast
}

/** Returns the messages that D1 has of a realm, oldest first. Deleted messages are not among them. */
export async function messagesInD1(realm_name: string): Promise<Body[]> {
  const query = 'SELECT id, content FROM messages WHERE realm_id = ? AND is_deleted IS NULL ORDER BY id'
  return (await env.DB.prepare(query).bind(realm_name).all<Body>()).results
}

/** Sends messages to a topic, one after the other. */
export async function sendAll(sender: Person, channel: Channel, contents: readonly string[]): Promise<Body[]> {
  const messages: Body[] = []
  for (const content of contents) messages.push({ id: (await sender.sends(channel, 'lunch', content)).id, content })
  return messages
}

export const bodiesOf = (messages: readonly Json[]): Body[] => messages.map(({ id, content }) => ({ id, content }))

/** Runs `act` with an outbox, without a realm around it. */
export async function withOutbox(
  name: string,
  act: (outbox: Outbox) => void | Promise<void>,
  write: (rows: readonly OutboxRow[]) => Promise<void> = async () => undefined,
): Promise<void> {
  await inStorage(new TestRealm(name), async ({ storage }) => {
    for (const { owner, steps } of migrations) if (owner === 'store') for (const step of steps) storage.sql.exec(step)
    const realm = { name, now: () => Math.floor(Date.now() / 1000), wakeAt: () => undefined }
    const store = { write, causeOf, isAvailable: async () => true }
    const stores = { areSeveral: false, placeOf: () => FIRST_DATABASE, storeAt: () => store }
    await act(new Outbox(realmSql(storage.sql), stores, realm))
  })
}
