import { describe, expect, test } from 'vitest'
import { Browser } from '../support/browser'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { invite, logIn, NEW_USER } from '../support/invitations'
import { emailTo, linkIn, sentEmails } from '../support/mail'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { messagesIn, receivedBy } from '../support/received-events'
import { subscribe } from '../support/subscriptions'

const speaks = async (person: Person, default_language: string) =>
  succeeded(await person.patch('/settings', { default_language }))

const newest = async (person: Person, narrow: Json[]): Promise<Json> => {
  const options = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false }
  return succeeded(await person.get('/messages', options)).messages[0]
}

describe('messages of bots', () => {
  test('to one user are in the language of the user', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await speaks(dov, 'de')
    const [dovEvents, ezraEvents] = await receivedBy([dov, ezra], async () => {
      succeeded(await subscribe(ada, ['vault'], { principals: [dov.id, ezra.id] }))
    })
    const textIn = (events: typeof dovEvents) => messagesIn(events!.able).map(({ content }) => content)
    expect(textIn(dovEvents)).toEqual([expect.stringMatching(/ hat <a .*>#vault<\/a> für Sie abonniert\.<\/p>$/)])
    expect(textIn(ezraEvents)).toEqual([expect.stringContaining(' subscribed you to ')])
  })

  test('in channels are in the language of the organization, and so is their topic', async () => {
    const { ada, ben, general } = await freshRealm()
    await speaks(ben, 'en')
    succeeded(await ada.patch('/realm', { default_language: 'de', send_channel_events_messages: true }))
    succeeded(await ben.patch(`/streams/${general.stream_id}`, { description: 'Brot' }))
    expect(await newest(ada, [['channel', general.stream_id]])).toMatchObject({
      subject: 'Änderungen des Kanals',
      content: expect.stringContaining(
        `@_**${ben.account.full_name}|${ben.id}** hat die Beschreibung dieses Kanals geändert.`,
      ),
    })
  })

  test('in a language without texts are in that of the organization', async () => {
    const { ada, dov } = await freshRealm()
    await speaks(dov, 'cy')
    succeeded(await ada.patch('/realm', { default_language: 'de' }))
    succeeded(await subscribe(ada, ['vault'], { principals: [dov.id] }))
    expect((await newest(dov, [['is', 'dm']])).content).toContain('für Sie abonniert')
  })
})

describe('emails', () => {
  test('about missed messages are in the language of the user', async () => {
    const { realm, ada, dov } = await freshRealm()
    await preventAlarms(realm)
    await speaks(dov, 'de')
    await ada.sendsDirectly([dov], 'Brot?')
    await doDueWork(realm)
    await advanceClock(realm, 120)
    await doDueWork(realm)
    await doDueWork(realm)
    const email = await emailTo(realm, dov.email)
    expect(email).toMatchObject({
      subject: 'Direktnachrichten mit Ada',
      from_name: expect.stringMatching(/^Benachrichtigungen/),
    })
    expect(email.text).toContain('Sie erhalten diese E-Mail, weil Sie eine Direktnachricht erhalten haben.')
    expect(email.text).not.toMatch(/You|Reply|Stop/)
  })

  test('about a new device name the device in the language of the user', async () => {
    const { realm, dov } = await freshRealm()
    await speaks(dov, 'de')
    const from = (agent: string) => new Browser(dov.realm_url, { 'user-agent': agent }).logIn(dov)
    await from('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    await from('Windows')
    const subjects = (await sentEmails(realm)).map(({ subject }) => subject)
    expect(subjects).toEqual([
      expect.stringMatching(/^Neue Anmeldung bei .* mit einem unbekannten Browser auf Windows$/),
    ])
  })
})

describe('a new user', () => {
  const joins = async (headers: Record<string, string>) => {
    const { realm, ada } = await freshRealm()
    succeeded(await invite(ada, { invitee_emails: 'gwen@example.com' }))
    const { pathname } = new URL(linkIn(await emailTo(realm, 'gwen@example.com')))
    const browser = new Browser(ada.realm_url, headers)
    expect((await browser.request(pathname, { method: 'POST', fields: NEW_USER })).status).toBe(302)
    const gwen = await logIn(realm, 'gwen@example.com')
    const { user_settings } = (await gwen.registers()).state
    return { language: user_settings.default_language, welcome: (await newest(gwen, [['is', 'dm']])).content }
  }

  test('has the language of the browser, and is welcomed in it', async () => {
    expect(await joins({ 'accept-language': 'de-AT,en;q=0.5' })).toEqual({
      language: 'de',
      welcome: expect.stringMatching(/^Hallo und willkommen!/),
    })
  })

  test('has the language of the organization if the browser has none with texts', async () => {
    expect((await joins({ 'accept-language': 'cy' })).language).toBe('en')
    expect((await joins({})).language).toBe('en')
  })
})
