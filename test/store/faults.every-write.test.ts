import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { tablesOf } from '../prove/run'
import { hush, silenceAlarm } from '../support/faults'
import { succeeded, type Json } from '../support/person'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'

/**
 * The object dies at each of the statements by which an action writes, one after the other. It has done all of it or
 * nothing, every time; and what was asked in vain can be asked again.
 */
const ACTIONS: [string, (cast: Cast) => Promise<Json>][] = [
  [
    'a message to a channel',
    ({ dov }) => dov.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup, @**Ezra**?' }),
  ],
  [
    'a message to people',
    ({ dov, ezra, cleo }) => dov.post('/messages', { type: 'direct', to: [ezra.id, cleo.id], content: 'Soup?' }),
  ],
  ['an edit', ({ dov }) => dov.patch('/messages/1', { content: 'Salad, @**Cleo**?' })],
  ['a move', ({ ada }) => ada.patch('/messages/1', { topic: 'dinner', propagate_mode: 'change_all' })],
  ['a deletion', ({ ada }) => ada.delete('/messages/2')],
  ['a reaction', ({ ezra }) => ezra.post('/messages/1/reactions', { emoji_name: 'tada' })],
  ['flags', ({ ezra }) => ezra.post('/messages/flags', { messages: [1, 2], op: 'add', flag: 'starred' })],
  [
    'a new channel with people in it',
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
    'a group',
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
    'drafts',
    ({ dov }) =>
      dov.post('/drafts', {
        drafts: [{ type: 'stream', to: [1], topic: 'lunch', content: 'So', timestamp: 1_900_000_000 }],
      }),
  ],
  ['a setting', ({ dov }) => dov.patch('/settings', { twenty_four_hour_time: true })],
  ['an export', ({ ada }) => ada.post('/export/realm', { export_type: 2 })],
  ['another role', ({ ada, dov }) => ada.patch(`/users/${dov.id}`, { role: 600 })],
  ['an account that goes', ({ ada, dov }) => ada.delete(`/users/${dov.id}`)],
]

type Sql = { exec: (statement: string, ...values: unknown[]) => unknown }

/** Lets the object die at the nth statement that writes from here on. Answers how many there were. */
async function dyingAt(realm: TestRealm, nth: number): Promise<{ written(): number }> {
  let written = 0
  await runInDurableObject(realm.stub, (_, state) => {
    const sql = state.storage.sql as unknown as Sql
    const exec = sql.exec.bind(sql)
    sql.exec = (statement, ...values) => {
      if (/^\s*(INSERT|UPDATE|DELETE|WITH)/i.test(statement)) written++
      if (written === nth) state.abort('A test lets it die here')
      return exec(statement, ...values)
    }
  })
  return { written: () => written }
}

/** The log and the outbox too: what was changed, what is told of it and what goes to D1 are one. */
const everythingIn = (realm: TestRealm) => tablesOf(realm, ['counters'])

describe('killed at each of its writes', () => {
  test.for(ACTIONS)('%s is done or not done', { timeout: 120_000 }, async ([, act]) => {
    hush('error')
    const cast = await freshRealm()
    const { realm, dov, ezra, general } = cast
    await dov.sends(general, 'lunch', 'Pizza, @**Ezra**?')
    await ezra.sends(general, 'lunch', 'Yes!')
    await silenceAlarm(realm)
    const before = await everythingIn(realm)
    let deaths = 0
    for (let nth = 1; ; nth++) {
      const dying = await dyingAt(realm, nth)
      const answer = await act(cast).catch(() => ({ result: 'error' }))
      if (dying.written() < nth) {
        succeeded(answer)
        break
      }
      expect(answer.result).toBe('error')
      await silenceAlarm(realm)
      expect(await everythingIn(realm), `after it died at write ${nth}`).toEqual(before)
      deaths++
    }
    expect(deaths).toBeGreaterThan(0)
    expect(await everythingIn(realm)).not.toEqual(before)
  })
})
