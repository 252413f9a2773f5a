import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { onboardingTimes, reminderTime } from '../../src/domain/mail/planned-emails/day-rules'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock, stopClock } from '../support/clock'
import { invite, join } from '../support/invitations'
import { emailTo, linkIn, openPage, sentEmails, submitPage } from '../support/mail'
import { succeeded } from '../support/person'
import { freshRealm, newTestRealm, type TestRealm } from '../support/realm'
import { countRows } from '../support/tables'

const DAY = 86_400
const MONDAY = 1_900_022_400 // 18 March 2030, 00:00 UTC

/** Lets days pass, and returns the subjects of the emails to an address, oldest first. */
async function subjectsAfter(realm: TestRealm, days: number, address: string): Promise<string[]> {
  await advanceClock(realm, days * DAY)
  await doDueWork(realm)
  await doDueWork(realm)
  const mail = await sentEmails(realm)
  return mail
    .filter(({ to }) => to === address)
    .map(({ subject }) => subject)
    .toReversed()
}

const isOnboarding = (subject: string) => /^(Topics keep|How to keep|How a team)/.test(subject)

describe('the reminder of an invitation', () => {
  test('comes two days before the invitation ends, with the same link', async () => {
    const { realm, dov } = await freshRealm()
    await preventAlarms(realm)
    await invite(dov, { invitee_emails: 'gwen@example.com' })
    await doDueWork(realm)
    const link = linkIn(await emailTo(realm, 'gwen@example.com'))
    const first = `Dov has invited you to join ${realm.name}`
    expect(await subjectsAfter(realm, 7, 'gwen@example.com')).toEqual([first])
    expect(await subjectsAfter(realm, 1, 'gwen@example.com')).toEqual([first, `Reminder: ${first}`])
    // The first email was sent during a request, which names the protocol of the development server.
    expect(linkIn(await emailTo(realm, 'gwen@example.com')).replace('https:', 'http:')).toBe(link)
    expect((await openPage(link)).html).toContain('name="password"')
    expect(await subjectsAfter(realm, 5, 'gwen@example.com')).toHaveLength(2)
  })

  test('does not come if the invitation was revoked or used, or ends soon', async () => {
    const { realm, dov } = await freshRealm()
    await preventAlarms(realm)
    for (const name of ['gwen', 'hal']) await invite(dov, { invitee_emails: `${name}@example.com` })
    await invite(dov, { invitee_emails: 'ida@example.com', invite_expires_in_minutes: 60 * 24 })
    const { invites } = succeeded(await dov.get('/invites'))
    succeeded(await dov.delete(`/invites/${invites[0].id}`))
    await join(realm, 'hal@example.com')
    for (const name of ['gwen', 'ida']) expect(await subjectsAfter(realm, 9, `${name}@example.com`)).toHaveLength(1)
    expect(
      (await subjectsAfter(realm, 0, 'hal@example.com')).filter((subject) => subject.startsWith('Reminder')),
    ).toEqual([])
    expect(await countRows(realm, 'planned_emails')).toBe(0)
  })
})

describe('the emails that explain the server to a new user', () => {
  test('come on working days, in the language of the user', async () => {
    const { realm, ada } = await freshRealm()
    await preventAlarms(realm)
    await stopClock(realm, MONDAY + 3600)
    await invite(ada, { invitee_emails: 'gwen@example.com' })
    await doDueWork(realm)
    const gwen = await join(realm, 'gwen@example.com')
    const before = (await subjectsAfter(realm, 1, gwen.email)).length
    expect((await subjectsAfter(realm, 1, gwen.email)).slice(before)).toEqual([
      `Topics keep conversations apart on ${realm.name}`,
    ])
    succeeded(await gwen.patch('/settings', { default_language: 'de' }))
    expect((await subjectsAfter(realm, 2, gwen.email)).slice(before + 1)).toEqual([
      `Wie Sie bei ${realm.name} auf dem Laufenden bleiben`,
    ])
  })

  test('end with one click', async () => {
    const { realm, ada } = await freshRealm()
    await preventAlarms(realm)
    await invite(ada, { invitee_emails: 'gwen@example.com' })
    await doDueWork(realm)
    const gwen = await join(realm, 'gwen@example.com')
    await subjectsAfter(realm, 6, gwen.email)
    const email = await emailTo(realm, gwen.email)
    const link = email['headers']['List-Unsubscribe'].slice(1, -1).replace('https:', 'http:')
    expect(link).toContain('/accounts/unsubscribe/marketing/')
    expect((await submitPage(link)).status).toBe(200)
    await invite(ada, { invitee_emails: 'hal@example.com' })
    await doDueWork(realm)
    const hal = await join(realm, 'hal@example.com')
    succeeded(await hal.patch('/settings', { enable_marketing_emails: false }))
    expect((await subjectsAfter(realm, 10, gwen.email)).filter(isOnboarding)).toHaveLength(2)
    expect((await subjectsAfter(realm, 0, hal.email)).filter(isOnboarding)).toEqual([])
  })

  test('and one more, after a welcome, go to the owner whom the operator creates with an organization', async () => {
    const realm = newTestRealm()
    const owner = { owner_email: 'ada@founder.test', owner_full_name: 'Ada', owner_password: 'correct horse battery' }
    const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
    succeeded(await realm.post('/realms', { name: realm.name, ...owner }, { headers }))
    expect(await subjectsAfter(realm, 0, owner.owner_email)).toEqual([`Welcome to ${realm.name}`])
    expect(await subjectsAfter(realm, 11, owner.owner_email)).toEqual([
      `Welcome to ${realm.name}`,
      `Topics keep conversations apart on ${realm.name}`,
      `How to keep up with ${realm.name}`,
      `How a team moves to ${realm.name}`,
    ])
  })

  test.each([
    ['Monday', 0, 2, 4, 8],
    ['Thursday', 3, 4, 6, 8],
    ['Friday', 4, 5, 6, 10],
    ['Saturday', 5, 2, 4, 6],
  ])('a user who joins on %s', (_, day, topics, guide, team) => {
    const joined = MONDAY + day * DAY + 12 * 3600
    expect(onboardingTimes(joined, '')).toEqual({
      topics: joined + topics * DAY - 3600,
      guide: joined + guide * DAY - 3600,
      team: joined + team * DAY - 3600,
    })
  })

  test('the day is that of the user, and an invitation that ends soon has no reminder', () => {
    const friday = MONDAY + 4 * DAY + 23 * 3600
    expect(onboardingTimes(friday, 'Europe/Berlin').topics - friday).toBe(2 * DAY - 3600)
    expect([reminderTime(0, null), reminderTime(0, 2 * DAY), reminderTime(0, 3 * DAY)]).toEqual([
      undefined,
      undefined,
      DAY,
    ])
  })
})
