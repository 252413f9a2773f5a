import { describe, expect, test } from 'vitest'
import { chooseTopics, nextDigestTime } from '../../src/domain/mail/digests/rules'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock, secondsFromNow } from '../support/clock'
import { submitPage } from '../support/mail'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'

const DAY = 86_400
const MONDAY = 1_900_022_400 // 18 March 2030, 00:00 UTC
const SIX_PM = 18 * 3600
const TUESDAY = 1

let gardens = 0

/** A realm in which no user was seen for six days or more. It sends digests in six days, whatever the weekday of the test. */
async function quietRealm() {
  const cast = await freshRealm()
  const { realm, ada } = cast
  await preventAlarms(realm)
  // The notifications of messages would be emails too.
  for (const person of [cast.ada, cast.ben, cast.cleo, cast.dov, cast.ezra])
    succeeded(await person.patch('/settings', { enable_offline_email_notifications: false }))
  await advanceClock(realm, nextDigestTime(secondsFromNow(6 * DAY), TUESDAY) + DAY - secondsFromNow(0))
  succeeded(await ada.patch('/realm', { digest_emails_enabled: true, digest_weekday: TUESDAY }))
  await doDueWork(realm)
  return cast
}

/** Lets a week pass day by day, and returns the digests, oldest first. */
async function digestsOfWeek(realm: TestRealm): Promise<Json[]> {
  for (let day = 0; day < 8; day++) {
    await advanceClock(realm, DAY)
    for (let times = 0; times < 4; times++) await doDueWork(realm)
  }
  return sent(realm)
}

const sent = async (realm: TestRealm): Promise<Json[]> =>
  succeeded(await (await realm.request('/dev_mailbox')).json()).mail.toReversed()

/** Sends messages on each day of a week, so that there is always something new. */
async function busyWeek(realm: TestRealm, send: () => Promise<unknown>): Promise<Json[]> {
  for (let day = 0; day < 8; day++) {
    await send()
    await advanceClock(realm, DAY)
    for (let times = 0; times < 4; times++) await doDueWork(realm)
  }
  return sent(realm)
}

describe('a digest', () => {
  test('has the busiest topics of the channels of a user who was away, once a week', async () => {
    const { realm, ada, ben, dov, general } = await quietRealm()
    succeeded(await dov.patch('/settings', { default_language: 'de' }))
    const kitchen = await newChannel(ada, 'kitchen', [ada])
    const emails = await busyWeek(realm, async () => {
      await ada.sends(kitchen, 'knives', 'Dov is not subscribed here')
      await ada.sends(general, 'lunch', 'Where do we **eat**?')
      await ben.sends(general, 'lunch', 'Soup')
      await ben.sends(general, 'lunch', 'Or bread')
    })
    const [email, ...more] = emails.filter(({ to }) => to === dov.email)
    expect(more).toEqual([])
    expect(email?.subject).toBe(`Was bei ${realm.name} geschehen ist`)
    expect(email?.text).toContain('#general > lunch')
    expect(email?.text).not.toContain('knives')
    expect(email?.text).toMatch(
      /Ada:\n> Where do we eat\?\n\nBen:\n> Soup\n\n\+ \d+ weitere Nachrichten\. Beteiligt: Ada, Ben\./,
    )
    expect(email?.html).toContain('Where do we <strong>eat</strong>?')
    expect(email?.html).toMatch(/^<!doctype html>\n<html lang="de" dir="ltr">[^]*<\/html>\n$/)
    expect(email?.headers['List-Unsubscribe']).toContain('/accounts/unsubscribe/digest/')
  })

  test('is not sent to users who were there, stopped it, or may read nothing new', async () => {
    const { realm, ada, ben, cleo, dov, ezra, vault } = await quietRealm()
    succeeded(await dov.patch('/settings', { enable_digest_emails: false }))
    const emails = await busyWeek(realm, async () => {
      await ada.sends(vault, 'plans', 'Secret')
      succeeded(await cleo.post('/users/me/presence', { status: 'active' }))
    })
    expect(new Set(emails.map(({ to }) => to))).toEqual(new Set([ada.email, ben.email]))
    expect([cleo, dov, ezra].some(({ email }) => emails.some(({ to }) => to === email))).toBe(false)
  })

  test('does not say how much was written in a protected history, which the user may not know', async () => {
    const { realm, ada, ben, dov } = await quietRealm()
    const people = [ada, ben, dov]
    const diary = await newChannel(ada, 'diary', people, { invite_only: true, history_public_to_subscribers: false })
    const emails = await busyWeek(realm, async () => {
      for (const text of ['one', 'two', 'three', 'four']) await ada.sends(diary, 'today', text)
    })
    const text = emails.find(({ to }) => to === dov.email)?.text
    expect(text).toContain('#diary > today')
    expect(text).not.toMatch(/\+ \d+/)
  })

  test('omits muted topics, and names new channels', async () => {
    const { realm, ada, ben, dov, general } = await quietRealm()
    succeeded(await dov.post('/user_topics', { stream_id: general.stream_id, topic: 'noise', visibility_policy: 1 }))
    const emails = await busyWeek(realm, async () => {
      await ada.sends(general, 'noise', 'Bla')
      await newChannel(ada, `garden ${++gardens}`, [ada, ben])
    })
    const digest = emails.find(({ to }) => to === dov.email)
    expect(digest?.text).not.toContain('noise')
    expect(digest?.text).toContain('New channels: #garden')
    const ofBen = emails.find(({ to }) => to === ben.email)
    expect(ofBen?.text).toContain('#general > noise')
  })

  test('is not sent if the organization sends none, or allows no text of messages in emails', async () => {
    const { realm, ada, ben, general } = await quietRealm()
    succeeded(await ada.patch('/realm', { digest_emails_enabled: false }))
    await ben.sends(general, 'lunch', 'Soup')
    expect(await digestsOfWeek(realm)).toEqual([])
    succeeded(
      await ada.patch('/realm', { digest_emails_enabled: true, message_content_allowed_in_email_notifications: false }),
    )
    expect(await busyWeek(realm, () => ben.sends(general, 'lunch', 'Soup'))).toEqual([])
  })

  test('ends with one click', async () => {
    const { realm, ben, dov, general } = await quietRealm()
    const [email] = (await busyWeek(realm, () => ben.sends(general, 'lunch', 'Soup'))).filter(
      ({ to }) => to === dov.email,
    )
    const link = email?.headers['List-Unsubscribe'].slice(1, -1).replace('https:', 'http:')
    expect((await submitPage(link)).status).toBe(200)
    const all = await busyWeek(realm, () => ben.sends(general, 'lunch', 'Soup'))
    expect(all.filter(({ to }) => to === dov.email)).toHaveLength(1)
  })
})

describe('the time of the next digests', () => {
  test.each([
    [MONDAY, 0, MONDAY + SIX_PM],
    [MONDAY + SIX_PM, 0, MONDAY + 7 * DAY + SIX_PM],
    [MONDAY + SIX_PM, 1, MONDAY + DAY + SIX_PM],
    [MONDAY + 3 * DAY, 1, MONDAY + 8 * DAY + SIX_PM],
    [MONDAY + 6 * DAY, 6, MONDAY + 6 * DAY + SIX_PM],
  ])('after %i, on weekday %i, is %i', (now, weekday, next) => {
    expect(nextDigestTime(now, weekday)).toBe(next)
  })
})

test('a digest has two topics with many people, and then those with many messages', () => {
  const topic = (conversation_id: number, people: number, count: number) => ({
    conversation_id,
    count,
    sender_ids: Array.from({ length: people }, (_, at) => at),
    first_ids: [],
  })
  const topics = [topic(1, 1, 100), topic(2, 5, 5), topic(3, 4, 4), topic(4, 1, 50), topic(5, 1, 60), topic(6, 2, 3)]
  expect(chooseTopics(topics).map(({ conversation_id }) => conversation_id)).toEqual([2, 3, 1, 5])
})
