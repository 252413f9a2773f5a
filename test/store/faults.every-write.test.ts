import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { tablesOf } from '../prove/run'
import { captureConsole } from '../support/faults'
import { succeeded, type Json } from '../support/person'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'

/**
 * The object crashes at each statement with which an action writes, one after the other. Each time the realm has done all of
 * the action or nothing, and the client can send the request again.
 */
const ACTIONS: [string, (cast: Cast) => Promise<Json>][] = [
  [
    'a message to a channel',
    ({ dov }) => dov.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup, @**Ezra**?' }),
  ],
  [
    'a direct message',
    ({ dov, ezra, cleo }) => dov.post('/messages', { type: 'direct', to: [ezra.id, cleo.id], content: 'Soup?' }),
  ],
  ['an edit', ({ dov }) => dov.patch('/messages/1', { content: 'Salad, @**Cleo**?' })],
  ['a move', ({ ada }) => ada.patch('/messages/1', { topic: 'dinner', propagate_mode: 'change_all' })],
  ['a deletion', ({ ada }) => ada.delete('/messages/2')],
  ['a reaction', ({ ezra }) => ezra.post('/messages/1/reactions', { emoji_name: 'tada' })],
  ['a change of flags', ({ ezra }) => ezra.post('/messages/flags', { messages: [1, 2], op: 'add', flag: 'starred' })],
  [
    'a new channel with subscribers',
    ({ ada, dov, cleo }) =>
      ada.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'kitchen' }],
        principals: [ada.id, dov.id, cleo.id],
      }),
  ],
  ['leaving a channel', ({ ezra }) => ezra.delete('/users/me/subscriptions', { subscriptions: ['general'] })],
  ['archiving a channel', ({ ada, vault }) => ada.delete(`/streams/${vault.stream_id}`)],
  ['making a channel private', ({ ada, general }) => ada.patch(`/streams/${general.stream_id}`, { is_private: true })],
  [
    'a new group',
    ({ ada, dov, ezra }) =>
      ada.post('/user_groups/create', { name: 'cooks', description: '', members: [dov.id, ezra.id] }),
  ],
  [
    'a scheduled message',
    ({ dov, general }) =>
      dov.post('/scheduled_messages', {
        type: 'channel',
        to: general.stream_id,
        topic: 'lunch',
        content: 'Now!',
        scheduled_delivery_timestamp: 4_000_000_000,
      }),
  ],
  [
    'a new draft',
    ({ dov }) =>
      dov.post('/drafts', {
        drafts: [{ type: 'stream', to: [1], topic: 'lunch', content: 'So', timestamp: 1_900_000_000 }],
      }),
  ],
  ['a change of a setting', ({ dov }) => dov.patch('/settings', { twenty_four_hour_time: true })],
  ['a request for an export', ({ ada }) => ada.post('/export/realm', { export_type: 2 })],
  ['a change of a role', ({ ada, dov }) => ada.patch(`/users/${dov.id}`, { role: 600 })],
  ['a deactivation', ({ ada, dov }) => ada.delete(`/users/${dov.id}`)],
]

type Sql = { exec: (statement: string, ...values: unknown[]) => unknown }

/** The object crashes at this write from now on: 1 is the next one. `written()` returns how many there were. */
async function crashAtWrite(realm: TestRealm, position: number): Promise<{ written(): number }> {
  let written = 0
  await runInDurableObject(realm.stub, (_, state) => {
    const sql = state.storage.sql as unknown as Sql
    const exec = sql.exec.bind(sql)
    sql.exec = (statement, ...values) => {
      if (/^\s*(INSERT|UPDATE|DELETE|WITH)/i.test(statement)) written++
      if (written === position) state.abort('A test lets it die here')
      return exec(statement, ...values)
    }
  })
  return { written: () => written }
}

/** Returns all tables, with the event log and the outbox. */
const allTables = (realm: TestRealm) => tablesOf(realm, ['counters'])

describe('a crash at each write of an action', () => {
  test.for(ACTIONS)('%s happens completely or not at all', async ([, act]) => {
    captureConsole('error')
    const cast = await freshRealm()
    const { realm, dov, ezra, general } = cast
    await dov.sends(general, 'lunch', 'Pizza, @**Ezra**?')
    await ezra.sends(general, 'lunch', 'Yes!')
    const before = await allTables(realm)
    let crashes = 0
    for (let position = 1; ; position++) {
      const crashing = await crashAtWrite(realm, position)
      const answer = await act(cast).catch(() => ({ result: 'error' }))
      if (crashing.written() < position) {
        succeeded(answer)
        break
      }
      expect(answer.result).toBe('error')
      expect(await allTables(realm), `after a crash at write ${position}`).toEqual(before)
      crashes++
    }
    expect(crashes).toBeGreaterThan(0)
    expect(await allTables(realm)).not.toEqual(before)
  })
})
