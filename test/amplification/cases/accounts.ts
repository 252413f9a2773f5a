import { Browser, OWN_PAGE } from '../../support/browser'
import { enter, guestLinksOf, newGuestLink } from '../../support/guest-links'
import { exports } from 'cloudflare:workers'
import { doDueWork } from '../../support/alarms'
import { selectRows } from '../../support/tables'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../../support/person'
import { PNG } from '../../support/pictures'
import { linkIn, emailTo } from '../../support/mail'
import { fileOf } from '../../support/files'
import { newBot, newChannel } from '../../support/realm'
import type { Cases } from '../case'
import type { World } from '../world'

const EVERYTHING = {
  delete_profile: true,
  delete_public_channel_messages: true,
  delete_private_channel_messages: true,
  delete_direct_messages: true,
}

export const PASSWORD = 'tangled violin moth '.repeat(5)
const NAME = 'X'.repeat(100)

let accounts = 0
export const newPerson = ({ cast }: World): Promise<Person> => cast.realm.newPerson(`newcomer${++accounts}`)
const address = () => `${`somebody${++accounts}`.padEnd(60, 'x')}@${'x'.repeat(60)}.example.com`
const picture = () => fileOf(PNG, 'picture.png', 'image/png')

/** Returns the key in the newest email to this address. */
export async function keyFor({ cast }: World, email: string): Promise<string> {
  await doDueWork(cast.realm)
  return (
    linkIn(await emailTo(cast.realm, email))
      .split('/')
      .at(-2) ?? ''
  )
}

/** Returns a link by which guests came. They come from different network addresses. */
async function visitedGuestLink({ cast, halls }: World, most = 200): Promise<Json> {
  const link = await newGuestLink(cast.ada, halls[0]!, { max_uses: most })
  for (let guests = 0; guests < most; guests++) {
    const name = `Visitor ${'abcdefghkm'[guests % 10]}${++accounts}`
    await enter(new Browser(cast.realm.url, { 'cf-connecting-ip': `192.0.2.${guests}` }), link, name)
  }
  const links = await guestLinksOf(cast.ada)
  return links.find(({ id }) => id === link.id)
}

const guestLinkKey = async ({ cast, halls }: World): Promise<string> =>
  new URL((await newGuestLink(cast.ada, halls[0]!)).url).pathname.split('/')[2] ?? ''

/** Invitations of one day are limited, so each invitation here is of another day. */
const forgetInvitationDates = (world: World) => selectRows(world.cast.realm, 'UPDATE invitations SET invited_at = 1')

async function createInvitation(world: World, fields: Record<string, FieldValue> = {}): Promise<Json> {
  const { cast } = world
  const email = address()
  await forgetInvitationDates(world)
  succeeded(await cast.ada.post('/invites', { invitee_emails: email, stream_ids: [], ...fields }))
  const { invites } = succeeded(await cast.ada.get('/invites'))
  return invites.find((invite: Json) => invite.email === email)
}

const changedSettings = async (world: World) => ({
  sender: await newPerson(world),
  fields: {
    target_users: undefined,
    full_name: NAME,
    email: '',
    old_password: '',
    new_password: '',
    timezone: 'America/Argentina/ComodRivadavia',
    default_language: 'en',
    notification_sound: 'ding',
    // Disabling drafts deletes the drafts of the user.
    enable_drafts_synchronization: true,
  },
})

const bot = async (world: World) => ({
  sender: world.cast.dov,
  bot: await newBot(world.cast.dov, `bot${++accounts}`),
})

export const accountCases: Cases = {
  'POST /fetch_api_key': async (world) => {
    const { email, password } = (await newPerson(world)).account
    return { fields: { username: email, password } }
  },
  'POST /dev_fetch_api_key': async (world) => ({ fields: { username: (await newPerson(world)).email } }),
  // No realm here accepts tokens, so the realm refuses the largest one.
  'POST /jwt/fetch_api_key': () => ({ expected: 400 }),
  'POST /users': ({ cast }) => ({
    sender: cast.ada,
    fields: { email: address(), password: PASSWORD, full_name: NAME },
  }),
  'POST /dev_create_user': () => ({ fields: { email: address(), password: PASSWORD, full_name: NAME, bot: false } }),
  'POST /users/me/api_key/regenerate': async (world) => ({ sender: await newPerson(world) }),
  'POST /bots': ({ cast }) => ({
    sender: cast.dov,
    fields: {
      full_name: `Bot ${++accounts}`.padEnd(100, 'x'),
      short_name: `bot${++accounts}`,
      bot_type: 3,
      payload_url: `https://example.com/${'x'.repeat(900)}`,
      service_name: 'x'.repeat(100),
      config_data: {},
      default_sending_stream: cast.general.name,
      default_events_register_stream: cast.general.name,
    },
    files: [picture()],
  }),
  'PATCH /bots/:bot_id': async (world) => ({
    sender: world.cast.dov,
    fields: {
      bot_id: (await bot(world)).bot.id,
      short_name: `largest-${++accounts}`.padEnd(40, 'x'),
      full_name: `Bot ${++accounts}`.padEnd(100, 'x'),
      role: 400,
      bot_owner_id: world.cast.dov.id,
      config_data: undefined,
      service_payload_url: undefined,
      service_interface: undefined,
      default_sending_stream: world.cast.general.name,
      default_events_register_stream: world.cast.general.name,
    },
    files: [picture()],
  }),
  'DELETE /bots/:bot_id': async (world) => ({ sender: world.cast.dov, fields: { bot_id: (await bot(world)).bot.id } }),
  'GET /bots/:bot_id/api_key': async (world) => ({
    sender: world.cast.dov,
    fields: { bot_id: (await bot(world)).bot.id },
  }),
  'POST /bots/:bot_id/api_key/regenerate': async (world) => ({
    sender: world.cast.dov,
    fields: { bot_id: (await bot(world)).bot.id },
  }),
  'GET /bot_storage': async ({ cast }, maximumOf) => {
    const storage = Object.fromEntries(
      Array.from({ length: maximumOf('keys') }, (_, index) => [`${index}`, 'x'.repeat(4000)]),
    )
    succeeded(await (await cast.fig.request('/bot_storage', { method: 'PUT', body: form({ storage }) })).json())
    return { sender: cast.fig, fields: { keys: Object.keys(storage) } }
  },
  'PUT /bot_storage': ({ cast }) => ({ sender: cast.fig }),
  'DELETE /bot_storage': async ({ cast }, maximumOf) => {
    const storage = Object.fromEntries(Array.from({ length: maximumOf('keys') }, (_, index) => [`${index}`, 'x']))
    succeeded(await (await cast.fig.request('/bot_storage', { method: 'PUT', body: form({ storage }) })).json())
    return { sender: cast.fig, fields: { keys: Object.keys(storage) } }
  },
  // The largest request changes a setting of many others.
  'PATCH /settings': ({ crowd }) => ({
    fields: {},
    body: formOf({
      target_users: { user_ids: crowd.slice(0, 1000), skip_if_already_edited: true },
      enable_drafts_synchronization: false,
    }),
  }),
  'PATCH /settings/display': changedSettings,
  'PATCH /settings/notifications': changedSettings,
  'PATCH /realm/user_settings_defaults': () => ({ fields: { notification_sound: 'ding' } }),
  'POST /zcommand': () => ({ fields: { command: 'ping' } }),
  'DELETE /users/me': async (world) => ({ sender: await newPerson(world) }),
  'PATCH /users/:user_id': async (world) => {
    const person = await newPerson(world)
    return {
      fields: { user_id: person.id, full_name: NAME, role: 300, profile_data: undefined, new_email: address() },
    }
  },
  'POST /parley/what_if/users/:user_id': async (world) => ({
    fields: { user_id: (await newPerson(world)).id, role: 600 },
  }),
  'PATCH /users/:email': async (world) => {
    const person = await newPerson(world)
    return {
      fields: { email: person.email, full_name: NAME, role: 300, profile_data: undefined, new_email: address() },
    }
  },
  // A user with many subscriptions, messages and read messages.
  'DELETE /users/:user_id': async (world) => {
    const person = await newPerson(world)
    const names = [...world.halls, world.square, world.cast.general].map(({ name }) => ({ name }))
    for (const subscriptions of [names.slice(0, 400), names.slice(400)])
      succeeded(await world.cast.ada.post('/users/me/subscriptions', { subscriptions, principals: [person.id] }))
    return { fields: { user_id: person.id, actions: EVERYTHING } }
  },
  'POST /users/:user_id/reactivate': async (world) => {
    const person = await newPerson(world)
    succeeded(await world.cast.ada.delete(`/users/${person.id}`))
    return { fields: { user_id: person.id } }
  },
  'POST /users/me/avatar': () => ({ files: [picture()] }),
  'POST /realm/icon': () => ({ files: [picture()] }),
  'POST /realm/logo': () => ({ fields: { night: false }, files: [picture()] }),
  'POST /realm/emoji/:emoji_name': () => ({ fields: { emoji_name: `e${'x'.repeat(90)}` }, files: [picture()] }),
  'DELETE /realm/emoji/:emoji_name': () => ({ fields: { emoji_name: `e${'x'.repeat(90)}` } }),
  'GET site:/user_avatars/:realm_id_str/:path+': () => ({ expected: 404 }),

  'POST /invites': async (world) => {
    await forgetInvitationDates(world)
    return {
      fields: {
        // The maximum of one day.
        invitee_emails: Array.from({ length: 100 }, address).join(','),
        invite_as: 400,
        invite_expires_in_minutes: 1000,
        welcome_message_custom_text: 'x'.repeat(8000),
      },
    }
  },
  'POST /invites/multiuse': () => ({
    fields: { invite_as: 400, invite_expires_in_minutes: 1000, welcome_message_custom_text: 'x'.repeat(8000) },
  }),
  'DELETE /invites/:invite_id': async (world) => ({ fields: { invite_id: (await createInvitation(world)).id } }),
  'POST /invites/:invite_id/resend': async (world) => ({ fields: { invite_id: (await createInvitation(world)).id } }),
  'DELETE /invites/multiuse/:invite_id': async ({ cast }) => {
    succeeded(await cast.ada.post('/invites/multiuse'))
    const { invites } = succeeded(await cast.ada.get('/invites'))
    return { fields: { invite_id: invites.find((invite: Json) => invite.is_multiuse).id } }
  },
  'GET site:/join/:confirmation_key': async (world) => {
    const { email } = await createInvitation(world)
    return { fields: { confirmation_key: await keyFor(world, email) } }
  },
  'POST site:/join/:confirmation_key': async (world) => {
    const stream_ids = world.halls.map(({ stream_id }) => stream_id)
    const { email } = await createInvitation(world, { stream_ids, group_ids: world.groups })
    const confirmation_key = await keyFor(world, email)
    return { headers: OWN_PAGE, fields: { confirmation_key, email: '', full_name: NAME, password: PASSWORD } }
  },
  // All members of a private channel are subscribed to the channel of its topic.
  'POST /parley/guest_links': async ({ cast: { ada }, crowd }) => {
    const shared = { invite_only: true, history_public_to_subscribers: true }
    const from = await newChannel(ada, `cellar ${++accounts}`, [ada], shared)
    await ada.subscribes(from, { principals: crowd.slice(0, 999) })
    const topic = 'x'.repeat(60)
    await ada.sends(from, topic, 'Hello')
    return { fields: { stream_id: from.stream_id, topic } }
  },
  'GET /parley/guest_links': async (world) => {
    for (let links = 0; links < 90; links++) await newGuestLink(world.cast.ada, world.halls[0]!)
    return {}
  },
  'DELETE /parley/guest_links/:guest_link_id': async (world) => ({
    fields: { guest_link_id: (await visitedGuestLink(world)).id, deactivate_guests: true },
  }),
  'POST /parley/users/:user_id/accept': async (world) => {
    const { guest_ids } = await visitedGuestLink(world, 1)
    return { fields: { user_id: guest_ids[0] } }
  },
  'GET site:/guest/:guest_link_key': async (world) => ({
    sender: 'no account',
    fields: { guest_link_key: await guestLinkKey(world) },
  }),
  'POST site:/guest/:guest_link_key': async (world) => ({
    sender: 'no account',
    headers: OWN_PAGE,
    fields: { guest_link_key: await guestLinkKey(world), full_name: `Guest ${++accounts}`.padEnd(100, 'x') },
  }),
  'GET site:/register': () => ({ expected: 403 }),
  'POST site:/register': async (world) => {
    succeeded(await world.cast.ada.patch('/realm', { invite_required: false }))
    return { fields: { email: address() } }
  },
  'POST site:/accounts/find': async (world) => ({ fields: { email: (await newPerson(world)).email } }),
  'POST site:/accounts/password/reset': async (world) => ({ fields: { email: (await newPerson(world)).email } }),
  'GET site:/accounts/password/reset/:confirmation_key': async (world) => ({
    fields: { confirmation_key: await resetKey(world) },
  }),
  'POST site:/accounts/password/reset/:confirmation_key': async (world) => ({
    headers: OWN_PAGE,
    fields: { confirmation_key: await resetKey(world), password: PASSWORD },
  }),
  'GET site:/accounts/confirm_new_email/:confirmation_key': async (world) => ({
    fields: { confirmation_key: await emailKey(world) },
  }),
  'POST site:/accounts/confirm_new_email/:confirmation_key': async (world) => ({
    headers: OWN_PAGE,
    fields: { confirmation_key: await emailKey(world) },
  }),
  'GET site:/accounts/unsubscribe/:email_type/:confirmation_key': () => ({ expected: 404 }),
  'POST site:/accounts/unsubscribe/:email_type/:confirmation_key': () => ({ headers: OWN_PAGE, expected: 404 }),
  'GET site:/exports/:export_id/:secret/:filename': () => ({ expected: 404 }),
}

const form = (fields: Record<string, object>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))

async function resetKey(world: World): Promise<string> {
  const { realm } = world.cast
  const { email } = await newPerson(world)
  await exports.default.fetch(
    new Request(`${realm.url}/accounts/password/reset/`, {
      method: 'POST',
      body: new URLSearchParams({ email }),
      headers: { 'cf-connecting-ip': email },
    }),
  )
  return keyFor(world, email)
}

async function emailKey(world: World): Promise<string> {
  const person = await newPerson(world)
  const email = address()
  succeeded(await person.patch('/settings', { email }))
  return keyFor(world, email)
}
