import { exports } from 'cloudflare:workers'
import { doWhatIsDue, rowsIn } from '../../support/faults'
import { succeeded, type FieldValue, type Json, type Person } from '../../support/person'
import { PNG } from '../../support/pictures'
import { linkIn, letterTo } from '../../support/mail'
import { fileOf } from '../../support/files'
import { newBot } from '../../support/realm'
import type { Cases } from '../case'
import type { World } from '../world'

export const PASSWORD = 'x'.repeat(100)
const NAME = 'X'.repeat(100)

let accounts = 0
export const newcomer = ({ cast }: World): Promise<Person> => cast.realm.newPerson(`newcomer${++accounts}`)
const address = () => `${`somebody${++accounts}`.padEnd(60, 'x')}@${'x'.repeat(60)}.example.com`
const picture = () => fileOf(PNG, 'picture.png', 'image/png')

/** The key in the newest letter to this address. */
async function keyFor({ cast }: World, email: string): Promise<string> {
  await doWhatIsDue(cast.realm)
  return (
    linkIn(await letterTo(cast.realm, email))
      .split('/')
      .at(-2) ?? ''
  )
}

/** Who is invited on one day is counted: here each invitation is of another day. */
const forgetInvited = (world: World) => rowsIn(world.cast.realm, 'UPDATE invitations SET invited_at = 1')

async function invited(world: World, wishes: Record<string, FieldValue> = {}): Promise<Json> {
  const { cast } = world
  const email = address()
  await forgetInvited(world)
  succeeded(await cast.ada.post('/invites', { invitee_emails: email, stream_ids: [], ...wishes }))
  const { invites } = succeeded(await cast.ada.get('/invites'))
  return invites.find((each: Json) => each.email === email)
}

const changedSettings = async (world: World) => ({
  as: await newcomer(world),
  fields: {
    full_name: NAME,
    email: '',
    old_password: '',
    new_password: '',
    timezone: 'America/Argentina/ComodRivadavia',
    default_language: 'en',
    notification_sound: 'ding',
    // Whoever stops wanting drafts loses them.
    enable_drafts_synchronization: true,
  },
})

const bot = async (world: World) => ({
  as: world.cast.dov,
  bot: await newBot(world.cast.dov, `bot${++accounts}`),
})

export const accountCases: Cases = {
  'POST /fetch_api_key': async (world) => {
    const { email, password } = (await newcomer(world)).account
    return { fields: { username: email, password } }
  },
  'POST /dev_fetch_api_key': async (world) => ({ fields: { username: (await newcomer(world)).email } }),
  // No realm of this world takes tokens: the largest one is looked at and refused.
  'POST /jwt/fetch_api_key': () => ({ expected: 400 }),
  'POST /users': ({ cast }) => ({
    as: cast.ada,
    fields: { email: address(), password: PASSWORD, full_name: NAME },
  }),
  'POST /dev_create_user': () => ({ fields: { email: address(), password: PASSWORD, full_name: NAME, bot: false } }),
  'POST /users/me/api_key/regenerate': async (world) => ({ as: await newcomer(world) }),
  'POST /bots': ({ cast }) => ({
    as: cast.dov,
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
    as: world.cast.dov,
    fields: {
      bot_id: (await bot(world)).bot.id,
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
  'DELETE /bots/:bot_id': async (world) => ({ as: world.cast.dov, fields: { bot_id: (await bot(world)).bot.id } }),
  'GET /bots/:bot_id/api_key': async (world) => ({ as: world.cast.dov, fields: { bot_id: (await bot(world)).bot.id } }),
  'POST /bots/:bot_id/api_key/regenerate': async (world) => ({
    as: world.cast.dov,
    fields: { bot_id: (await bot(world)).bot.id },
  }),
  'GET /bot_storage': async ({ cast }, most) => {
    const storage = Object.fromEntries(Array.from({ length: most('keys') }, (_, nth) => [`${nth}`, 'x'.repeat(4000)]))
    succeeded(await (await cast.fig.request('/bot_storage', { method: 'PUT', body: form({ storage }) })).json())
    return { as: cast.fig, fields: { keys: Object.keys(storage) } }
  },
  'PUT /bot_storage': ({ cast }) => ({ as: cast.fig }),
  'DELETE /bot_storage': async ({ cast }, most) => {
    const storage = Object.fromEntries(Array.from({ length: most('keys') }, (_, nth) => [`${nth}`, 'x']))
    succeeded(await (await cast.fig.request('/bot_storage', { method: 'PUT', body: form({ storage }) })).json())
    return { as: cast.fig, fields: { keys: Object.keys(storage) } }
  },
  'PATCH /settings': changedSettings,
  'PATCH /settings/display': changedSettings,
  'PATCH /settings/notifications': changedSettings,
  'PATCH /realm/user_settings_defaults': () => ({ fields: { notification_sound: 'ding' } }),
  'POST /zcommand': () => ({ fields: { command: 'ping' } }),
  'DELETE /users/me': async (world) => ({ as: await newcomer(world) }),
  'PATCH /users/:user_id': async (world) => {
    const person = await newcomer(world)
    return {
      fields: { user_id: person.id, full_name: NAME, role: 300, profile_data: undefined, new_email: address() },
    }
  },
  'PATCH /users/:email': async (world) => {
    const person = await newcomer(world)
    return {
      fields: { email: person.email, full_name: NAME, role: 300, profile_data: undefined, new_email: address() },
    }
  },
  // One who is subscribed to everything, and has said and read much.
  'DELETE /users/:user_id': async (world) => {
    const person = await newcomer(world)
    const names = [...world.halls, world.square, world.cast.general].map(({ name }) => ({ name }))
    for (const subscriptions of [names.slice(0, 400), names.slice(400)])
      succeeded(await world.cast.ada.post('/users/me/subscriptions', { subscriptions, principals: [person.id] }))
    return { fields: { user_id: person.id, actions: undefined } }
  },
  'POST /users/:user_id/reactivate': async (world) => {
    const person = await newcomer(world)
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
    await forgetInvited(world)
    return {
      fields: {
        // As many as may be invited on one day.
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
  'DELETE /invites/:invite_id': async (world) => ({ fields: { invite_id: (await invited(world)).id } }),
  'POST /invites/:invite_id/resend': async (world) => ({ fields: { invite_id: (await invited(world)).id } }),
  'DELETE /invites/multiuse/:invite_id': async ({ cast }) => {
    succeeded(await cast.ada.post('/invites/multiuse'))
    const { invites } = succeeded(await cast.ada.get('/invites'))
    return { fields: { invite_id: invites.find((each: Json) => each.is_multiuse).id } }
  },
  'GET site:/join/:confirmation_key': async (world) => {
    const { email } = await invited(world)
    return { fields: { confirmation_key: await keyFor(world, email) } }
  },
  'POST site:/join/:confirmation_key': async (world) => {
    const stream_ids = world.halls.map(({ stream_id }) => stream_id)
    const { email } = await invited(world, { stream_ids, group_ids: world.groups })
    const confirmation_key = await keyFor(world, email)
    return { fields: { confirmation_key, email: '', full_name: NAME, password: PASSWORD } }
  },
  'GET site:/register': () => ({ expected: 403 }),
  'POST site:/register': async (world) => {
    succeeded(await world.cast.ada.patch('/realm', { invite_required: false }))
    return { fields: { email: address() } }
  },
  'POST site:/accounts/password/reset': async (world) => ({ fields: { email: (await newcomer(world)).email } }),
  'GET site:/accounts/password/reset/:confirmation_key': async (world) => ({
    fields: { confirmation_key: await resetKey(world) },
  }),
  'POST site:/accounts/password/reset/:confirmation_key': async (world) => ({
    fields: { confirmation_key: await resetKey(world), password: PASSWORD },
  }),
  'GET site:/accounts/confirm_new_email/:confirmation_key': async (world) => ({
    fields: { confirmation_key: await emailKey(world) },
  }),
  'POST site:/accounts/confirm_new_email/:confirmation_key': async (world) => ({
    fields: { confirmation_key: await emailKey(world) },
  }),
  'GET site:/exports/:export_id/:secret/:filename': () => ({ expected: 404 }),
}

const form = (fields: Record<string, object>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))

async function resetKey(world: World): Promise<string> {
  const { realm } = world.cast
  const { email } = await newcomer(world)
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
  const person = await newcomer(world)
  const email = address()
  succeeded(await person.patch('/settings', { email }))
  return keyFor(world, email)
}
