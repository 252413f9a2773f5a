import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { OWNERS_ONLY } from '../support/answers'
import { advanceClock } from '../support/clock'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

const DAY_SECONDS = 24 * 3600

describe('GET /parley/usage', () => {
  test('counts people, messages and files, and estimates a month', async () => {
    const { ada, dov, general } = await freshRealm()
    const before = succeeded(await ada.get('/parley/usage'))
    succeeded(await dov.post('/users/me/presence', { status: 'active' }))
    await dov.sends(general, 'lunch', 'Pizza?')
    const usage = succeeded(await ada.get('/parley/usage'))
    expect(usage).toMatchObject({
      people: before.people,
      active_people: before.active_people + 1,
      bots: before.bots,
      channels: before.channels,
      messages: before.messages + 1,
      messages_of_30_days: before.messages_of_30_days + 1,
      plan_dollars: 5,
      with_web_sockets: { dollars: 5 },
      with_long_polls: { dollars: 5 },
    })
    expect(usage.with_web_sockets.parts.map(({ resource }: { resource: string }) => resource)).toContain(
      'realm_rows_written',
    )
  })

  test('forgets messages and people of more than 30 days ago', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    succeeded(await dov.post('/users/me/presence', { status: 'active' }))
    await dov.sends(general, 'lunch', 'Pizza?')
    await advanceClock(realm, 31 * DAY_SECONDS)
    const { active_people, messages, messages_of_30_days } = succeeded(await ada.get('/parley/usage'))
    expect({ active_people, messages_of_30_days, isCounted: messages > 0 }).toEqual({
      active_people: 0,
      messages_of_30_days: 0,
      isCounted: true,
    })
  })

  test('has what the realm did on each of the last days, as it saved it in D1', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await preventAlarms(realm)
    await dov.sends(general, 'lunch', 'Pizza?')
    await doDueWork(realm)
    const { days } = succeeded(await ada.get('/parley/usage'))
    const today = new Date().toISOString().slice(0, 10)
    expect(days).toEqual([{ day: today, messages: 1, requests: expect.any(Number), emails: 0, pushes: 0 }])
    expect(days[0].requests).toBeGreaterThan(0)
  })

  test('is for owners only', async () => {
    const { ada, ben } = await freshRealm()
    succeeded(await ada.get('/parley/usage'))
    expect(await ben.get('/parley/usage')).toEqual(OWNERS_ONLY)
  })
})
