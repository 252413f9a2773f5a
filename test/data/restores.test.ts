import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { PointInTime } from '../../src/store/point-in-time'
import { doDueWork } from '../support/alarms'
import { refusal } from '../support/answers'
import { Browser } from '../support/browser'
import { breakD1, loseNotesOfRestores, unavailable, whileD1Answers } from '../support/d1-faults'
import { captureConsole, evict, until } from '../support/faults'
import { putQueuesInGateways } from '../support/gateways'
import { entersCall } from '../support/calls'
import { newestMessages } from '../support/messages'
import { succeeded, type Json, type Person } from '../support/person'
import { realmWithHistory, restore, seenBy, textsInD1 } from '../support/point-in-time'
import { advanceClock } from '../support/clock'
import { emptyRealm } from '../support/realm'
import { asOperator } from '../support/realm-copies'
import { contentsIn } from '../support/received-events'
import { executeSql, selectRows } from '../support/tables'

const ONLY_MESSAGES = { event_types: ['message'], fetch_event_types: [] }
const MINUTE = 60
const DAY = 24 * 3600

const edit = async (person: Person, id: number, content: string) =>
  succeeded(await person.patch(`/messages/${id}`, { content }))

const contentOf = async (person: Person, id: number): Promise<string> =>
  succeeded(await person.get(`/messages/${id}`)).message.content

describe('POST /parley/restores', () => {
  test('users see what they saw at the moment: edited, deleted and newer messages, profiles, and what a search finds', async () => {
    const { realm, ada, dov, ezra, general, history, pass } = await realmWithHistory()
    const soup = await dov.sends(general, 'lunch', 'Soup today')
    const pie = await dov.sends(general, 'lunch', 'Pie today')
    const cake = await dov.sends(general, 'lunch', 'Cake today')
    await edit(dov, cake.id, 'Cake and tea today')
    await doDueWork(realm)
    await edit(dov, pie.id, 'Apple pie today') // it waits for D1 at the moment
    const before = await seenBy([ada, dov, ezra], 'today')
    const moment = await history.remember()

    pass(11 * MINUTE)
    await edit(dov, soup.id, 'Salad')
    await edit(dov, pie.id, 'Nothing')
    await edit(dov, cake.id, 'Biscuits')
    await doDueWork(realm)
    succeeded(await ada.delete(`/messages/${cake.id}`))
    await dov.sends(general, 'dinner', 'Fish today')
    succeeded(await dov.patch('/settings', { full_name: 'Somebody Else' }))
    await realm.newPerson('gus')
    await doDueWork(realm)
    await dov.sends(general, 'dinner', 'Rice today') // it waits for D1 when the restore begins

    const { state, report } = await restore(history, { moment })
    expect([state, report]).toEqual(['finished', { removed: 4, recovered: 3, profiles: 9, files: 0 }])
    expect(await seenBy([ada, dov, ezra], 'today')).toEqual(before)
    expect((await textsInD1(realm)).messages.map(({ content }: Json) => content)).toEqual([
      'Soup today',
      'Apple pie today',
      'Cake and tea today',
    ])
  })

  test('ids and versions continue above all that D1 has seen', async () => {
    const { realm, ada, dov, general, history, pass } = await realmWithHistory()
    const first = await dov.sends(general, 'lunch', 'Soup')
    // Its id is the newest that was deleted, but not the newest.
    succeeded(await ada.delete(`/messages/${(await dov.sends(general, 'lunch', 'Soap')).id}`))
    const moment = await history.remember()
    pass(11 * MINUTE)
    await dov.sends(general, 'lunch', 'Bread')
    const lost = await dov.sends(general, 'lunch', 'Salad')
    const gus = await realm.newPerson('gus')
    await edit(dov, first.id, 'Cake')
    await doDueWork(realm)
    const highest = await env.DB.prepare('SELECT max(version) AS version FROM messages WHERE realm_id = ?')
      .bind(realm.name)
      .first<{ version: number }>()
    await restore(history, { moment })

    expect((await dov.sends(general, 'lunch', 'Tea')).id).toBeGreaterThan(lost.id)
    expect((await realm.newPerson('hal')).id).toBeGreaterThan(gus.id)
    await edit(dov, first.id, 'Pie')
    await doDueWork(realm)
    const contents = (await newestMessages(ada, 3)).map(({ content }: Json) => content)
    expect(contents).toEqual(['Pie', 'Tea'])
    const { results } = await env.DB.prepare('SELECT version FROM messages WHERE realm_id = ? AND content IN (?, ?)')
      .bind(realm.name, 'Tea', 'Pie')
      .all<{ version: number }>()
    for (const { version } of results) expect(version).toBeGreaterThan(highest!.version)
    expect(results).toHaveLength(2)
  })

  test.each([0, 1, 2])(
    'no queue outlives a restore at a gateway, with %i queues of before the moment',
    async (count) => {
      putQueuesInGateways(10)
      const { dov, ezra, general, history, pass } = await realmWithHistory()
      const queues = []
      for (let nth = 0; nth < count; nth++) queues.push(await ezra.registers(ONLY_MESSAGES))
      for (const queue of queues) await queue.events()
      const moment = await history.remember()
      pass(11 * MINUTE)
      // The gateway has applied as many changes as the restored realm is about to make, or more.
      const after = await ezra.registers(ONLY_MESSAGES)
      await after.events()
      await restore(history, { moment })

      const next = await ezra.registers(ONLY_MESSAGES)
      await dov.sends(general, 'lunch', 'Tea')
      expect(contentsIn(await next.events())).toEqual(['Tea'])
      for (const queue of [...queues, after]) await until(() => queue.isGone())
    },
  )

  test('a restore can be undone, and a second restore reaches a moment after the first', async () => {
    const { realm, ada, dov, ezra, general, history, pass } = await realmWithHistory()
    const people = [ada, dov, ezra]
    const soup = await dov.sends(general, 'lunch', 'Soup today')
    await doDueWork(realm)
    const early = await history.remember()
    pass(11 * MINUTE)
    await edit(dov, soup.id, 'Salad today')
    const cake = await dov.sends(general, 'lunch', 'Cake today')
    await doDueWork(realm)
    const later = await seenBy(people, 'today')

    const first = await restore(history, { moment: early })
    pass(1)
    await edit(dov, soup.id, 'Bread today')
    await doDueWork(realm)
    const bread = await seenBy(people, 'today')
    const between = await history.remember()
    pass(11 * MINUTE)
    await edit(dov, soup.id, 'Rice today')
    await dov.sends(general, 'lunch', 'Tea today')
    await doDueWork(realm)

    await restore(history, { undoes: first.restore_id })
    expect(await seenBy(people, 'today')).toEqual(later)
    expect(later.Ada.found).toContain(cake.id)
    pass(11 * MINUTE)
    await restore(history, { moment: between })
    expect(await seenBy(people, 'today')).toEqual(bread)
  })

  test('a text that an earlier restore took away does not come back', async () => {
    const { realm, ada, dov, general, history, pass } = await realmWithHistory()
    const soup = await dov.sends(general, 'lunch', 'Soup')
    const early = await history.remember()
    await edit(dov, soup.id, 'Salad') // D1 never gets the first text before the restore
    await doDueWork(realm)
    pass(11 * MINUTE)
    await restore(history, { moment: early })
    pass(1)
    const between = await history.remember()
    await edit(dov, soup.id, 'Rice')
    await doDueWork(realm)
    pass(11 * MINUTE)
    await restore(history, { moment: between })
    expect((await newestMessages(ada, 1)).map(({ content }: Json) => content)).toEqual(['Soup'])
    expect((await textsInD1(realm)).messages).toMatchObject([{ content: 'Soup' }])
  })

  test('a text that no user edited is as it was at the moment: a call that was missed before stays missed', async () => {
    const { realm, ada, dov, history, pass } = await realmWithHistory()
    const { call_id } = await entersCall(ada, { type: 'direct', to: JSON.stringify([dov.id]) })
    await doDueWork(realm)
    const ringing = await history.remember()
    pass(11 * MINUTE)
    await doDueWork(realm)
    expect(await contentOf(dov, call_id)).toBe('<p>Missed call.</p>')
    await doDueWork(realm) // D1 has both texts at the moment
    const moment = await history.remember()
    pass(11 * MINUTE)
    await restore(history, { moment })
    expect(await contentOf(dov, call_id)).toBe('<p>Missed call.</p>')
    pass(11 * MINUTE)
    await restore(history, { moment: ringing })
    expect(await contentOf(dov, call_id)).toContain('A call has started.')
  })

  test('the object serves only the operator until the texts are back, and ends queues, sessions and agents', async () => {
    const { realm, ada, dov, general, history, pass } = await realmWithHistory()
    await dov.sends(general, 'lunch', 'Soup')
    const queue = await dov.registers()
    const browser = await new Browser(realm.url).logIn(dov)
    expect(await browser.get('/users/me')).toMatchObject({ result: 'success' })
    await executeSql(
      realm,
      `INSERT INTO agents (user_id, client_id, client_name, host, scopes, resource, family_hash, refresh_hash, created_at,
                           used_at, address)
       VALUES (?, 'c', 'Agent', 'h', 'messages:read', 'r', 'f', 'r', 1, 1, '')`,
      dov.id,
    )
    const moment = await history.remember()
    pass(11 * MINUTE)
    const closed = refusal(
      'The organization is being restored. Please try again in a few minutes.',
      'REALM_IS_BEING_RESTORED',
    )

    succeeded(await asOperator(realm, 'POST /parley/restores', { moment }))
    expect(await ada.get('/users/me')).toEqual(closed)
    expect(await asOperator(realm, 'POST /parley/restores', { moment })).toEqual(
      refusal('A restore of this realm has begun already.', 'BAD_REQUEST'),
    )
    await history.restart()
    expect(await ada.get('/users/me')).toEqual(closed)
    expect(succeeded(await asOperator(realm, 'GET /parley/restores'))).toMatchObject({ serves_users: false })
    await doDueWork(realm)
    await doDueWork(realm)
    expect(await ada.get('/users/me')).toMatchObject({ result: 'success' })
    expect(await browser.get('/users/me')).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await selectRows(realm, 'SELECT agent_id FROM agents')).toEqual([])
    expect(await dov.get('/events', { queue_id: queue.id, last_event_id: -1 })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  test('refuses moments that the realm cannot have', async () => {
    const { realm, history, pass } = await realmWithHistory()
    const now = await history.remember()
    const answerTo = async (fields: Record<string, number>) =>
      (await asOperator(realm, 'POST /parley/restores', fields)).msg
    expect(await answerTo({ moment: now })).toMatch(/must be at least ten minutes ago/)
    expect(await answerTo({ moment: now - DAY })).toBe('The realm did not exist then.')
    expect(await answerTo({ moment: now - 31 * DAY })).toBe('The platform keeps the states of the last 30 days.')
    expect(await answerTo({ undoes: 7 })).toBe('This realm has no such restore that could be undone.')
    const oneOfBoth = 'A restore has a moment, or the id of a restore that it undoes.'
    expect(await answerTo({})).toBe(oneOfBoth)
    pass(11 * MINUTE)
    expect(await answerTo({ moment: now, undoes: 1 })).toBe(oneOfBoth)
    expect((await asOperator(realm, 'GET /parley/restores/plan', { moment: now })).result).toBe('success')
  })

  test('a platform without history refuses, and the realm serves its users', async () => {
    const { realm, ada } = await emptyRealm()
    await advanceClock(realm, DAY)
    const moment = Math.floor(Date.now() / 1000) + DAY - 20 * MINUTE
    for (const call of ['POST /parley/restores', 'GET /parley/restores/plan'])
      expect((await asOperator(realm, call, { moment })).msg).toMatch(/keeps no earlier states/)
    succeeded(await ada.get('/users/me'))
  })

  test('a run that D1 answers very late does not bring back what users have changed since', async () => {
    const { realm, ada, dov, general, history, pass } = await realmWithHistory()
    const soup = await dov.sends(general, 'lunch', 'Soup')
    await doDueWork(realm)
    const moment = await history.remember()
    pass(11 * MINUTE)
    await edit(dov, soup.id, 'Salad')
    await doDueWork(realm)
    succeeded(await asOperator(realm, 'POST /parley/restores', { moment }))
    await history.restart()
    let found: Json
    // The first run has read the text of the moment. After a quarter of an hour, it counts as lost, and others do everything.
    whileD1Answers(
      realm,
      async () => {
        pass(16 * MINUTE)
        for (let runs = 0; runs < 5; runs++) await doDueWork(realm)
        found = await newestMessages(ada, 1)
        await edit(dov, soup.id, 'Rice')
      },
      'WITH first',
    )
    await doDueWork(realm)
    expect(found).toMatchObject([{ content: 'Soup' }])
    expect(await newestMessages(ada, 1)).toMatchObject([{ content: 'Rice' }])
    const state = await selectRows(realm, 'SELECT phase, step, position FROM restore_state')
    expect(state).toEqual([{ phase: null, step: '', position: '' }])
  })

  test('begins only when D1 has all rows, and users are served again if it does not', async () => {
    const { realm, ada, dov, general, history, pass } = await realmWithHistory()
    const moment = await history.remember()
    pass(11 * MINUTE)
    await dov.sends(general, 'lunch', 'Soup')
    const d1 = breakD1(realm, unavailable)
    expect((await asOperator(realm, 'POST /parley/restores', { moment })).code).toBe('STORE_UNAVAILABLE')
    d1.mend()
    expect(await ada.get('/users/me')).toMatchObject({ result: 'success' })
  })

  test.each([
    ['that D1 did not note', false],
    ['that D1 noted without an answer', true],
  ] as const)('after an attempt %s, a restore of a later moment is one, and no id comes twice', async (_, isNoted) => {
    captureConsole('error')
    const { realm, ada, dov, general, history, pass } = await realmWithHistory()
    const early = await history.remember()
    pass(11 * MINUTE)
    const lostNotes = loseNotesOfRestores(realm, isNoted)
    expect(await asOperator(realm, 'POST /parley/restores', { moment: early })).toMatchObject({ result: 'error' })
    lostNotes.mockRestore()
    await dov.sends(general, 'lunch', 'Soup')
    const moment = await history.remember()
    pass(11 * MINUTE)
    const lost = await dov.sends(general, 'lunch', 'Salad')
    await doDueWork(realm)
    expect(await restore(history, { moment })).toMatchObject({ state: 'finished', report: { removed: 1 } })
    expect((await dov.sends(general, 'lunch', 'Tea')).id).toBeGreaterThan(lost.id)
    expect((await newestMessages(ada, 2)).map(({ content }: Json) => content)).toEqual(['Soup', 'Tea'])
  })

  test('restarts the object, also if an error follows the schedule', async () => {
    captureConsole('error')
    const { realm, history, pass } = await realmWithHistory()
    const moment = await history.remember()
    pass(11 * MINUTE)
    const { prototype } = PointInTime
    vi.spyOn(prototype, 'restoreAtNextStart').mockRejectedValueOnce(new Error('The answer is lost'))
    const restarts = vi.spyOn(prototype, 'restartSoon')
    expect(await asOperator(realm, 'POST /parley/restores', { moment })).toMatchObject({ result: 'error' })
    expect(restarts).toHaveBeenCalledOnce()
  })
})

describe('a realm that starts', () => {
  test('serves no user while it cannot know whether it was restored', async () => {
    captureConsole('error')
    const { realm, ada, history, pass } = await realmWithHistory()
    const moment = await history.remember()
    pass(11 * MINUTE)
    succeeded(await asOperator(realm, 'POST /parley/restores', { moment }))
    const d1 = breakD1(realm, unavailable)
    await history.restart()
    expect(await ada.get('/users/me')).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    d1.mend()
    expect(await ada.get('/users/me')).toMatchObject({ code: 'REALM_IS_BEING_RESTORED' })
  })

  test('asks D1 only if its state was not confirmed in the last ten minutes', async () => {
    const { realm, ada, pass } = await realmWithHistory()
    const d1 = breakD1(realm, unavailable)
    await evict(realm)
    expect(await ada.get('/users/me')).toMatchObject({ result: 'success' })
    d1.mend()
    pass(6 * MINUTE)
    await doDueWork(realm)
    const [row] = await selectRows(realm, 'SELECT confirmed_at FROM restore_state')
    expect(row!.confirmed_at).toBeGreaterThan(Date.now() / 1000 - 60)
  })
})

describe('DELETE /parley/restores', () => {
  test('cancels a restore of which the platform does not know, after the object restarted with its own state', async () => {
    const { realm, ada, history, pass } = await realmWithHistory()
    const moment = await history.remember()
    pass(11 * MINUTE)
    succeeded(await asOperator(realm, 'POST /parley/restores', { moment }))
    expect(await asOperator(realm, 'DELETE /parley/restores')).toMatchObject({ result: 'error' })
    await evict(realm)
    expect(await ada.get('/users/me')).toMatchObject({ code: 'REALM_IS_BEING_RESTORED' })
    succeeded(await asOperator(realm, 'DELETE /parley/restores'))
    expect(await ada.get('/users/me')).toMatchObject({ result: 'success' })
  })
})

describe('GET /parley/restores', () => {
  test('returns the restores with their undo bookmarks', async () => {
    const { realm, history, pass } = await realmWithHistory()
    const moment = await history.remember()
    pass(11 * MINUTE)
    await restore(history, { moment })
    const { restores } = succeeded(await asOperator(realm, 'GET /parley/restores'))
    expect(restores).toEqual([
      {
        restore_id: 1,
        begun_at: expect.any(Number),
        moment,
        bookmark: expect.any(String),
        undo_bookmark: expect.any(String),
        state: 'finished',
        finished_at: expect.any(Number),
        report: expect.any(Object),
      },
    ])
  })
})

describe('GET /parley/restores/plan', () => {
  test('says what a restore would lose, and changes nothing', async () => {
    const { realm, ada, dov, general, history, pass } = await realmWithHistory()
    await dov.sends(general, 'lunch', 'Soup')
    const moment = await history.remember()
    pass(11 * MINUTE)
    await dov.sends(general, 'lunch', 'Salad')
    succeeded(await ada.delete(`/users/${dov.id}`))
    const plan = succeeded(await asOperator(realm, 'GET /parley/restores/plan', { moment }))
    expect(plan).toMatchObject({ restore_id: 1, moment, messages_lost: 1 })
    expect(plan.changes[0]).toMatchObject({ kind: 'user_deactivated', actor_id: ada.id, user_id: dov.id })
    expect(succeeded(await asOperator(realm, 'GET /parley/restores'))).toMatchObject({
      serves_users: true,
      restores: [],
    })
    expect(await newestMessages(ada, 5)).toHaveLength(2)
  })
})
