import { Browser, browserOf, OWN_PAGE } from '../../support/browser'
import { succeeded } from '../../support/person'
import { PushRegistration } from '../../support/push-service'
import type { Cases } from '../case'
import type { World } from '../world'
import { newPerson } from './accounts'

const MAX_SESSIONS = 20
const LONG_NAME = { 'user-agent': 'x'.repeat(5000) }

/** Returns a user with as many sessions as an account can have, and the browser of the last one. */
async function crowded(world: World) {
  const person = await newPerson(world)
  let browser = new Browser(person.realm_url)
  for (let count = 0; count < MAX_SESSIONS; count++) browser = await browserOf(person, LONG_NAME)
  return { person, browser }
}

const fromPage = ({ cookie = '' }: Browser) =>
  ({ sender: 'no account', isFromPage: true, headers: { ...OWN_PAGE, cookie } }) as const

async function withPushBrowser(world: World) {
  const browser = await browserOf(await newPerson(world))
  await (await PushRegistration.new('y'.repeat(900) + crypto.randomUUID())).turnOnIn(browser)
  return fromPage(browser)
}

async function withPushApp(world: World) {
  const sender = await newPerson(world)
  const { device_id } = succeeded(await sender.post('/register_client_device'))
  const { fields } = await PushRegistration.new('y'.repeat(900) + crypto.randomUUID())
  succeeded(await sender.post('/parley/push_app', { device_id, ...fields }))
  return { sender, fields: { device_id } }
}

const login = async (world: World) => {
  const { person } = await crowded(world)
  return {
    headers: { ...OWN_PAGE, ...LONG_NAME },
    fields: { username: person.email, password: person.account.password },
  }
}

export const sessionCases: Cases = {
  'GET site:/login': () => ({ sender: 'no account' }),
  'POST site:/login': login,
  'POST site:/json/login': login,
  'POST site:/json/logout': async (world) => {
    const { browser } = await crowded(world)
    return {
      sender: 'no account',
      headers: { ...OWN_PAGE, cookie: browser.cookie ?? '' },
      fields: { parley_others: true },
    }
  },
  'GET /parley/push_browser': withPushBrowser,
  'POST /parley/push_browser': async (world) => {
    const request = await withPushBrowser(world)
    return { ...request, fields: (await PushRegistration.new('x'.repeat(900))).fields }
  },
  'DELETE /parley/push_browser': withPushBrowser,
  // Notifications are off in this browser: the push service of the tests does not exist.
  'POST /parley/push_browser/test': async (world) => ({
    ...fromPage(await browserOf(await newPerson(world))),
    expected: 400,
  }),
  'POST /parley/push_app': async (world) => {
    const { sender, fields } = await withPushApp(world)
    return { sender, fields: { ...fields, ...(await PushRegistration.new('z'.repeat(900))).fields } }
  },
  'DELETE /parley/push_app': withPushApp,
  // The device has no address: the push service of the tests does not exist.
  'POST /parley/push_app/test': async (world) => {
    const sender = await newPerson(world)
    const { device_id } = succeeded(await sender.post('/register_client_device'))
    return { sender, fields: { device_id }, expected: 400 }
  },
  'GET /parley/sessions': async (world) => ({ sender: (await crowded(world)).person }),
  'GET /parley/users/:user_id/sessions': async (world) => ({ fields: { user_id: (await crowded(world)).person.id } }),
  'DELETE /parley/users/:user_id/sessions': async (world) => ({
    fields: { user_id: (await crowded(world)).person.id },
  }),
  'DELETE /parley/users/:user_id/sessions/:session_id': async (world) => {
    const { person, browser } = await crowded(world)
    const { sessions } = succeeded(await browser.get('/parley/sessions'))
    return { fields: { user_id: person.id, session_id: sessions[0].session_id } }
  },
  'DELETE /parley/sessions/:session_id': async (world) => {
    const { person, browser } = await crowded(world)
    const { sessions } = succeeded(await browser.get('/parley/sessions'))
    return { sender: person, fields: { session_id: sessions[0].session_id } }
  },
}
