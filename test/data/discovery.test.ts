import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { createsHold, endsHold, finds, letSearch, searches } from '../support/discovery'
import { succeeded, type Json } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { selectRows } from '../support/tables'
import { verifyChain, type ChainedEntry } from '../../src/domain/realm/audit-log/hash-rules'
import { hashOfMessage } from '../../src/domain/data/discovery/hash-rules'

const DAY = 24 * 3600
const PATH = '/parley/discovery'

async function realmWithSearcher(): Promise<Cast> {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  await letSearch(cast.ada, cast.ada)
  return cast
}

const contents = (messages: Json[]): string[] => messages.map(({ content }) => content)
const term = (operator: string, operand: unknown, negated = false): Json => ({ operator, operand, negated })

/** A realm with messages everywhere, of which ada can read only some. */
async function realmWithMessages() {
  const cast = await realmWithSearcher()
  const { ada, ben, cleo, dov, general } = cast
  succeeded(await ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], invite_only: true }))
  await dov.sends(general, 'lunch', 'Pizza with [olives](https://example.com)')
  const { id } = await dov.sends(general, 'dinner', 'A secret word')
  succeeded(await dov.patch(`/messages/${id}`, { content: 'A plain word' }))
  succeeded(
    await ben.post('/messages', { type: 'channel', to: 'cellar', topic: 'wine', content: 'Only ben reads this' }),
  )
  await cleo.sendsDirectly([dov], 'Only cleo and dov read this')
  await createsHold(ada, { user_ids: [cleo.id] })
  const gone = await cleo.sends(general, 'lunch', 'A secret pizza')
  succeeded(await cleo.delete(`/messages/${gone.id}`))
  return cast
}

describe('POST /parley/discovery/searches', () => {
  test('finds all messages, also those that no owner can read, deleted ones, and earlier texts', async () => {
    const { realm, ada, cleo, dov, general } = await realmWithMessages()
    for (const isMoved of [false, true]) {
      if (isMoved) await doDueWork(realm)
      const all = ['A secret pizza', 'Only cleo and dov read this', 'Only ben reads this', 'A plain word']
      const found = contents(await finds(ada))
      expect(found.slice(0, 4)).toEqual(all)
      const cases: [Json[], string[]][] = [
        [[term('search', 'secret')], ['A secret pizza', 'A plain word']],
        [[term('search', 'secret'), term('search', 'pizza', true)], ['A plain word']],
        [[term('sender', cleo.id)], ['A secret pizza', 'Only cleo and dov read this']],
        [[term('sender', cleo.email), term('is', 'deleted')], ['A secret pizza']],
        [[term('channel', 'general'), term('topic', 'dinner')], ['A plain word']],
        [[term('channel', general.stream_id), term('is', 'edited')], ['A plain word']],
        [[term('dm', [cleo.id, dov.id])], ['Only cleo and dov read this']],
        [[term('dm', [cleo.id])], []],
        [[term('person', cleo.id)], ['A secret pizza', 'Only cleo and dov read this']],
        [[term('person', [dov.id]), term('is', 'dm')], ['Only cleo and dov read this']],
        [
          [term('sender', [cleo.id, dov.id]), term('search', 'secret')],
          ['A secret pizza', 'A plain word'],
        ],
        [
          [term('channel', [general.stream_id]), term('search', 'secret')],
          ['A secret pizza', 'A plain word'],
        ],
        [[term('dm-including', dov.id)], ['Only cleo and dov read this']],
        [[term('is', 'dm')], ['Only cleo and dov read this']],
        [[term('has', 'link')], ['Pizza with [olives](https://example.com)']],
        [[term('topic', 'wine')], ['Only ben reads this']],
      ]
      for (const [narrow, expected] of cases)
        expect([narrow, contents(await finds(ada, narrow))]).toEqual([narrow, expected])
    }
  })

  test('finds messages of a time, also a held one that is the newest of it', async () => {
    const { realm, ada, dov, general } = await realmWithSearcher()
    await createsHold(ada)
    const at = async (text: string) => {
      await advanceClock(realm, 100)
      const { id } = await dov.sends(general, 'lunch', text)
      const { message } = succeeded(await dov.get(`/messages/${id}`))
      return { id, time: Number(message.timestamp) }
    }
    const [first, second, third] = [await at('first'), await at('second'), await at('third')]
    succeeded(await dov.delete(`/messages/${second.id}`))
    const between = { sent_from: first.time + 1, sent_before: third.time }
    expect(contents(await finds(ada, [], between))).toEqual(['second'])
    expect(contents(await finds(ada, [term('sender', dov.id)], { sent_before: second.time }))).toEqual(['first'])
    expect(contents(await finds(ada, [term('sender', dov.id)], { sent_from: second.time }))).toEqual([
      'third',
      'second',
    ])
    expect(contents(await finds(ada, [], { sent_from: third.time + 1 }))).toEqual([])
  })

  test('a reason is needed, and the log has it with what was searched for', async () => {
    const { ada, dov } = await realmWithSearcher()
    const narrow = [term('sender', dov.email)]
    for (const reason of ['', '  ', 'x'.repeat(501)])
      expect(await ada.post(`${PATH}/searches`, { reason, narrow })).toMatchObject({
        msg: expect.stringMatching(/^Say why/),
      })
    const search_id = await searches(ada, narrow, { reason: ' Case 12 ' })
    const { entries } = succeeded(await ada.get(`${PATH}/log`))
    expect(entries[0]).toMatchObject({
      id: search_id,
      kind: 'everything_searched',
      actor_id: ada.id,
      details: { reason: 'Case 12', narrow: [term('sender', [dov.id])], sent_from: null, sent_before: null },
    })
  })

  test('an unknown operator or name is refused, and leaves no entry', async () => {
    const { ada } = await realmWithSearcher()
    for (const wrong of [
      term('near', 1),
      term('is', 'starred'),
      term('channel', 'nowhere'),
      term('sender', 999),
      term('has', 'x'),
    ])
      expect(await ada.post(`${PATH}/searches`, { reason: 'x', narrow: [wrong] })).toMatchObject({ code: 'BAD_NARROW' })
    const long = [term('search', 'x'.repeat(4000)), term('search', 'y'.repeat(4000))]
    expect(await ada.post(`${PATH}/searches`, { reason: 'x', narrow: long })).toMatchObject({ result: 'error' })
    const { entries } = succeeded(await ada.get(`${PATH}/log`))
    expect(entries.map(({ kind }: Json) => kind)).toEqual(['searchers_changed'])
  })

  test('an owner searches sixty times in an hour', async () => {
    const { realm, ada } = await realmWithSearcher()
    for (let n = 0; n < 60; n++) await searches(ada)
    expect(await ada.post(`${PATH}/searches`, { reason: 'x' })).toMatchObject({ code: 'RATE_LIMIT_HIT' })
    await advanceClock(realm, 3601)
    await searches(ada)
  })
})

describe('GET /parley/discovery/searches/:search_id/messages', () => {
  test('each message has a hash of all that it has', async () => {
    const { ada } = await realmWithMessages()
    const found = await finds(ada)
    expect(found.length).toBeGreaterThan(4)
    for (const { sha256, ...message } of found) expect(hashOfMessage(message as never)).toBe(sha256)
  })

  test('many messages come in pages, the newest first, each once', async () => {
    const { ada, dov, general } = await realmWithSearcher()
    await createsHold(ada)
    for (let n = 0; n < 120; n++) {
      const { id } = await dov.sends(general, 'lunch', `message ${n}`)
      if (n % 3 === 0) succeeded(await dov.delete(`/messages/${id}`))
    }
    const found = contents(await finds(ada, [term('search', 'message')]))
    expect(found).toEqual(Array.from({ length: 120 }, (_, n) => `message ${119 - n}`))
  })

  test('a message that is sent after the beginning of the search is not in it', async () => {
    const { ada, dov, general } = await realmWithSearcher()
    await dov.sends(general, 'lunch', 'before')
    const id = await searches(ada, [term('sender', dov.id)])
    await dov.sends(general, 'lunch', 'after')
    expect(contents(succeeded(await ada.get(`${PATH}/searches/${id}/messages`)).messages)).toEqual(['before'])
  })

  test('only the owner who gave the reason reads the result, for a week, and while the setting permits it', async () => {
    const { realm, ada } = await realmWithSearcher()
    const olga = await realm.newPerson('olga', { role: 100 })
    await letSearch(ada, ada, olga)
    const path = `${PATH}/searches/${await searches(ada)}/messages`
    succeeded(await ada.get(path))
    const missing = { msg: 'Search does not exist, or is older than a week' }
    expect(await olga.get(path)).toMatchObject(missing)
    expect(await ada.get(`${PATH}/searches/1/messages`)).toMatchObject(missing) // another kind of entry
    await letSearch(ada, olga)
    expect(await ada.get(path)).toMatchObject({ msg: 'Insufficient permission' })
    await letSearch(ada, ada)
    await advanceClock(realm, 7 * DAY)
    expect(await ada.get(path)).toMatchObject(missing)
  })
})

describe('GET /parley/discovery/log', () => {
  test('the entries are a chain that the audit log verifies too', async () => {
    const { ada, dov } = await realmWithSearcher()
    const hold_id = await createsHold(ada, { user_ids: [dov.id] })
    await searches(ada)
    succeeded(await endsHold(ada, hold_id))
    const { entries, found_oldest } = succeeded(await ada.get(`${PATH}/log`))
    expect(found_oldest).toBe(true)
    const chain: ChainedEntry[] = entries.toReversed()
    expect(chain.map(({ kind }) => kind)).toEqual([
      'searchers_changed',
      'hold_created',
      'everything_searched',
      'hold_ended',
    ])
    expect(verifyChain(chain)).toMatchObject({ entries: 4, unprotected: 0, erased: 0, problems: [] })
    const changed = chain.map((entry) => (entry.id === 3 ? { ...entry, details: { reason: 'none' } } : entry))
    expect(verifyChain(changed).problems).toEqual(['Entry 3 was changed.'])
    expect(verifyChain(chain.filter(({ id }) => id !== 3)).problems).toHaveLength(1)
  })

  test('no setting shortens it, and no erasure of an account changes it', async () => {
    const { realm, ada } = await realmWithSearcher()
    await searches(ada, [], { reason: 'Why' })
    succeeded(await ada.patch('/realm', { parley_audit_log_days: 30 }))
    await advanceClock(realm, 31 * DAY)
    await doDueWork(realm)
    const [audit] = await selectRows(realm, "SELECT count(*) AS n FROM audit_log WHERE kind = 'permission_changed'")
    expect(audit).toEqual({ n: 0 })
    const { entries } = succeeded(await ada.get(`${PATH}/log`))
    expect(entries.map(({ kind }: Json) => kind)).toEqual(['everything_searched', 'searchers_changed'])
  })

  test('a change of who may search is in both logs', async () => {
    const { ada } = await realmWithSearcher()
    const kinds = async (path: string) =>
      succeeded(await ada.get(path)).entries.flatMap(({ kind, details }: Json) =>
        details.new === undefined ? [] : [kind],
      )
    expect(await kinds(`${PATH}/log`)).toEqual(['searchers_changed'])
    expect(await kinds('/parley/audit_log')).toContain('permission_changed')
  })

  test('older entries come in pages', async () => {
    const { realm, ada } = await realmWithSearcher()
    for (let n = 0; n < 2; n++) {
      for (let i = 0; i < 55; i++) await searches(ada)
      await advanceClock(realm, 3601)
    }
    const first = succeeded(await ada.get(`${PATH}/log`))
    expect(first).toMatchObject({ found_oldest: false })
    expect(first.entries).toHaveLength(100)
    const second = succeeded(await ada.get(`${PATH}/log`, { before_id: first.entries.at(-1).id }))
    expect(second.entries).toHaveLength(11)
    expect(second.found_oldest).toBe(true)
  })
})

describe('DELETE /parley/discovery/holds/:hold_id', () => {
  test('an owner ends a hold with a reason', async () => {
    const { realm, ada } = await realmWithSearcher()
    const olga = await realm.newPerson('olga', { role: 100 })
    const hold_id = await createsHold(ada)
    expect(await olga.delete(`${PATH}/holds/${hold_id}`, { reason: 'x' })).toMatchObject({
      msg: 'Insufficient permission',
    })
    expect(await ada.delete(`${PATH}/holds/${hold_id}`, { reason: ' ' })).toMatchObject({ result: 'error' })
    expect(await ada.delete(`${PATH}/holds/99`, { reason: 'x' })).toMatchObject({ msg: 'Hold does not exist' })
    succeeded(await endsHold(ada, hold_id))
    expect(succeeded(await ada.get(`${PATH}/holds`)).holds).toEqual([])
  })

  test('a hold without a name, a reason, a time or known users is refused; and so is one too many', async () => {
    const { ada, dov, general } = await realmWithSearcher()
    const post = (fields: Json) => ada.post(`${PATH}/holds`, { name: 'x', reason: 'y', ...fields })
    const wrong = [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { reason: '' },
      { sent_from: 20, sent_before: 20 },
      { user_ids: [dov.id, 9999] },
      { stream_ids: [general.stream_id, 9999] },
    ]
    for (const fields of wrong) expect([fields, await post(fields)]).toMatchObject([fields, { result: 'error' }])
    for (let n = 0; n < 50; n++) succeeded(await post({ user_ids: [dov.id], stream_ids: [general.stream_id] }))
    expect(await post({})).toMatchObject({ msg: 'There are at most 50 holds' })
  })
})
