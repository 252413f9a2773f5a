import { describe, expect, test } from 'vitest'
import { beforeStep, beforeD1IsRead, evict, hush, ring } from '../support/faults'
import { beforeR2IsGiven, fileOf, formWith } from '../support/files'
import { letterTo, linkIn, submits } from '../support/mail'
import { formOf, succeeded, type Json, type Person } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, newBot, newChannel, type Cast, type TestRealm } from '../support/realm'

/**
 * Some requests wait for D1, for R2 or for a password hash before the realm decides. Other requests run meanwhile and may
 * take away the right that the first decision relied on. Each case asks for one such right. `meanwhile` takes it away.
 */
type Case = {
  request: string
  change: string
  /** Makes what the request needs, and returns the request. */
  prepare: (cast: Cast) => Promise<() => Promise<Json>>
  waits: (realm: TestRealm, act: () => Promise<unknown>) => void
  meanwhile: (cast: Cast) => Promise<unknown>
  refused: object
  succeeds?: object
}

const SUCCESS = { result: 'success' }
const NEW_PASSWORD = 'another horse battery'
const waitsFor = (route: string, step: string) => (realm: TestRealm, act: () => Promise<unknown>) =>
  beforeStep(realm, { route, step }, act)

const sendsPicture = async (person: Person, path: string): Promise<Json> => {
  const body = formWith(fileOf(PNG, 'me.png', 'image/png'))
  return (await person.request(path, { method: 'POST', body })).json()
}

/** The realm forgets the body of the message: only D1 has it. */
async function oldMessageIn({ realm }: Cast, sender: Person, channel: { name: string }): Promise<number> {
  const { id } = await sender.sends(channel, 'lunch', 'Pizza?')
  await ring(realm)
  await evict(realm)
  return id
}

const logsIn = ({ realm }: Cast, { email, account }: Person) =>
  realm.post('/fetch_api_key', { username: email, password: account.password })

const pageOf = async (answer: Promise<{ status: number }>) => ({ status: (await answer).status })

async function signUpLink({ realm, ada }: Cast): Promise<string> {
  succeeded(await ada.patch('/realm', { invite_required: false }))
  await submits(`${realm.url}/register/`, { email: 'gwen@example.com' })
  return linkIn(await letterTo(realm, 'gwen@example.com'))
}

async function resetLink(realm: TestRealm, { email }: Person): Promise<string> {
  await submits(`${realm.url}/accounts/password/reset/`, { email })
  return linkIn(await letterTo(realm, email))
}

const leavesVault = ({ ada, vault, dov }: Cast) =>
  ada.delete('/users/me/subscriptions', { subscriptions: [vault.name], principals: [dov.id] })

const dovInVault = ({ ada, vault, dov }: Cast) => ada.subscribes(vault, { principals: [dov.id] })

const isNoAdministrator = async ({ ada, ben }: Cast) => succeeded(await ada.patch(`/users/${ben.id}`, { role: 400 }))

const setting =
  (name: string, value: object | boolean | string) =>
  async ({ ada }: Cast) =>
    succeeded(await ada.patch('/realm', { [name]: value }))

async function groupCalled({ ada }: Cast, group: string): Promise<number> {
  const { user_groups } = succeeded(await ada.get('/user_groups'))
  return user_groups.find(({ name }: Json) => name === group).id
}

const onlyAdministrators = (name: string) => async (cast: Cast) =>
  succeeded(await cast.ada.patch('/realm', { [name]: { new: await groupCalled(cast, 'role:administrators') } }))

const CASES: Case[] = [
  {
    request: 'An edit of an old message',
    change: 'the organization turns editing off',
    prepare: async (cast) => {
      const id = await oldMessageIn(cast, cast.dov, cast.general)
      return () => cast.dov.patch(`/messages/${id}`, { content: 'Pasta!' })
    },
    waits: beforeD1IsRead,
    meanwhile: setting('allow_message_editing', false),
    refused: { msg: 'Your organization has turned off message editing' },
  },
  {
    request: 'An edit of an old message',
    change: 'its author leaves the private channel',
    prepare: async (cast) => {
      await dovInVault(cast)
      const id = await oldMessageIn(cast, cast.dov, cast.vault)
      return () => cast.dov.patch(`/messages/${id}`, { content: 'Pasta!' })
    },
    waits: beforeD1IsRead,
    meanwhile: leavesVault,
    refused: { msg: 'Invalid message(s)' },
  },
  {
    request: 'An edit of an old message with a channel wildcard mention',
    change: 'the organization allows such mentions to administrators only',
    prepare: async (cast) => {
      const many = await Promise.all(
        Array.from({ length: 16 }, (_, nth) => cast.realm.newPerson(`extra${String.fromCharCode(97 + nth)}`)),
      )
      succeeded(
        await cast.ada.patch('/realm', {
          can_mention_many_users_group: { new: await groupCalled(cast, 'role:members') },
        }),
      )
      const crowd = await newChannel(cast.ada, 'crowd', [cast.ada, cast.dov, ...many])
      const id = await oldMessageIn(cast, cast.dov, crowd)
      return () => cast.dov.patch(`/messages/${id}`, { content: '@**all**' })
    },
    waits: beforeD1IsRead,
    meanwhile: onlyAdministrators('can_mention_many_users_group'),
    refused: { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
  },
  {
    request: 'A report of an old message',
    change: 'the reporter leaves the private channel',
    prepare: async (cast) => {
      succeeded(await cast.ada.patch('/realm', { moderation_request_channel_id: cast.vault.stream_id }))
      await dovInVault(cast)
      const id = await oldMessageIn(cast, cast.ada, cast.vault)
      return () => cast.dov.post(`/messages/${id}/report`, { report_type: 'spam' })
    },
    waits: beforeD1IsRead,
    meanwhile: leavesVault,
    refused: { msg: 'Invalid message(s)' },
  },
  {
    request: 'A search',
    change: 'the reader leaves the private channel',
    prepare: async (cast) => {
      await dovInVault(cast)
      await oldMessageIn(cast, cast.ada, cast.vault)
      const narrow = [{ operator: 'search', operand: 'pizza' }]
      return () => cast.dov.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow })
    },
    waits: waitsFor('GET /messages', 'showFound'),
    meanwhile: leavesVault,
    succeeds: { messages: [expect.objectContaining({ subject: 'lunch' })] },
    refused: { result: 'success', messages: [] },
  },
  {
    request: 'Starring what a search finds',
    change: 'the reader leaves the private channel',
    prepare: async (cast) => {
      await dovInVault(cast)
      await oldMessageIn(cast, cast.ada, cast.vault)
      const narrow = [{ operator: 'search', operand: 'pizza' }]
      const range = { anchor: 'newest', num_before: 5, num_after: 0, narrow }
      return () => cast.dov.post('/messages/flags/narrow', { ...range, op: 'add', flag: 'starred' })
    },
    waits: waitsFor('POST /messages/flags/narrow', 'finish'),
    meanwhile: leavesVault,
    succeeds: { updated_count: 1 },
    refused: { updated_count: 0 },
  },
  {
    request: 'A login',
    change: 'the password is changed',
    prepare: async (cast) => () => logsIn(cast, cast.dov),
    waits: waitsFor('POST /fetch_api_key', 'finish'),
    meanwhile: async ({ dov }) =>
      succeeded(await dov.patch('/settings', { old_password: dov.account.password, new_password: NEW_PASSWORD })),
    refused: { code: 'AUTHENTICATION_FAILED' },
  },
  {
    request: 'A login',
    change: 'the password is reset by a link',
    prepare: async (cast) => {
      link = await resetLink(cast.realm, cast.dov)
      return () => logsIn(cast, cast.dov)
    },
    waits: waitsFor('POST /fetch_api_key', 'finish'),
    meanwhile: () => submits(link, { password: NEW_PASSWORD }),
    refused: { code: 'AUTHENTICATION_FAILED' },
  },
  {
    request: 'A login',
    change: 'the account is deactivated',
    prepare: async (cast) => () => logsIn(cast, cast.dov),
    waits: waitsFor('POST /fetch_api_key', 'finish'),
    meanwhile: async ({ ada, dov }) => succeeded(await ada.delete(`/users/${dov.id}`)),
    refused: { code: 'USER_DEACTIVATED' },
  },
  {
    request: 'A login',
    change: 'the organization is deactivated',
    prepare: async (cast) => () => logsIn(cast, cast.dov),
    waits: waitsFor('POST /fetch_api_key', 'finish'),
    meanwhile: async ({ ada }) => succeeded(await ada.post('/realm/deactivate')),
    refused: { code: 'REALM_DEACTIVATED' },
  },
  {
    request: 'A login',
    change: 'the organization turns passwords off',
    prepare: async (cast) => () => logsIn(cast, cast.dov),
    waits: waitsFor('POST /fetch_api_key', 'finish'),
    meanwhile: setting('authentication_methods', { Email: false, Dev: true }),
    refused: { code: 'PASSWORD_AUTH_DISABLED' },
  },
  {
    request: 'A change of the password',
    change: 'the password is reset by a link',
    prepare: async (cast) => {
      link = await resetLink(cast.realm, cast.dov)
      const { password } = cast.dov.account
      return () => cast.dov.patch('/settings', { old_password: password, new_password: 'a third horse battery' })
    },
    waits: waitsFor('PATCH /settings', 'finish'),
    meanwhile: () => submits(link, { password: NEW_PASSWORD }),
    refused: { code: 'INVALID_API_KEY' },
  },
  {
    request: 'A change of the password',
    change: 'the account is deactivated',
    prepare: async (cast) => () =>
      cast.dov.patch('/settings', { old_password: cast.dov.account.password, new_password: NEW_PASSWORD }),
    waits: waitsFor('PATCH /settings', 'finish'),
    meanwhile: async ({ ada, dov }) => succeeded(await ada.delete(`/users/${dov.id}`)),
    refused: { code: 'USER_DEACTIVATED' },
  },
  {
    request: 'A password reset',
    change: 'the link is used',
    prepare: async (cast) => {
      link = await resetLink(cast.realm, cast.dov)
      return () => pageOf(submits(link, { password: NEW_PASSWORD }))
    },
    waits: waitsFor('POST site:/accounts/password/reset/:confirmation_key', 'finishResetting'),
    meanwhile: () => submits(link, { password: 'a third horse battery' }),
    succeeds: { status: 200 },
    refused: { status: 404 },
  },
  {
    request: 'A password reset',
    change: 'the account is deactivated',
    prepare: async (cast) => {
      const address = await resetLink(cast.realm, cast.dov)
      return () => pageOf(submits(address, { password: NEW_PASSWORD }))
    },
    waits: waitsFor('POST site:/accounts/password/reset/:confirmation_key', 'finishResetting'),
    meanwhile: async ({ ada, dov }) => succeeded(await ada.delete(`/users/${dov.id}`)),
    succeeds: { status: 200 },
    refused: { status: 404 },
  },
  {
    request: 'A sign-up',
    change: 'the organization asks for invitations',
    prepare: async (cast) => {
      const address = await signUpLink(cast)
      return () => pageOf(submits(address, { full_name: 'Gwen', password: NEW_PASSWORD }))
    },
    waits: waitsFor('POST site:/join/:confirmation_key', 'finishSigningUp'),
    meanwhile: setting('invite_required', true),
    succeeds: { status: 200 },
    refused: { status: 400 },
  },
  {
    request: 'A sign-up',
    change: 'the organization turns passwords off',
    prepare: async (cast) => {
      const address = await signUpLink(cast)
      return () => pageOf(submits(address, { full_name: 'Gwen', password: NEW_PASSWORD }))
    },
    waits: waitsFor('POST site:/join/:confirmation_key', 'finishSigningUp'),
    meanwhile: setting('authentication_methods', { Email: false, Dev: true }),
    succeeds: { status: 200 },
    refused: { status: 400 },
  },
  {
    request: 'A sign-up by invitation',
    change: 'the invitation is revoked',
    prepare: async (cast) => {
      const email = 'gwen@example.com'
      succeeded(
        await cast.ada.post('/invites', { invitee_emails: email, invite_expires_in_minutes: 60, stream_ids: [] }),
      )
      const address = linkIn(await letterTo(cast.realm, email))
      return () => pageOf(submits(address, { full_name: 'Gwen', password: NEW_PASSWORD }))
    },
    waits: waitsFor('POST site:/join/:confirmation_key', 'finishSigningUp'),
    meanwhile: async ({ ada }) => {
      const { invites } = succeeded(await ada.get('/invites'))
      return succeeded(await ada.delete(`/invites/${invites[0].id}`))
    },
    succeeds: { status: 200 },
    refused: { status: 400 },
  },
  {
    request: 'The creation of an account',
    change: 'its creator loses the administrator role',
    prepare: async (cast) => {
      const creator = await cast.realm.newPerson('gus', { role: 200, can_create_users: true })
      demoted = creator
      return () => creator.post('/users', { email: 'gwen@example.com', full_name: 'Gwen', password: NEW_PASSWORD })
    },
    waits: waitsFor('POST /users', 'finish'),
    meanwhile: async ({ ada }) => succeeded(await ada.patch(`/users/${demoted!.id}`, { role: 400 })),
    refused: { msg: 'Must be an organization administrator' },
  },
  {
    request: 'A new emoji',
    change: 'the organization allows them to administrators only',
    prepare:
      async ({ dov }) =>
      () =>
        sendsPicture(dov, '/realm/emoji/parley'),
    waits: beforeR2IsGiven,
    meanwhile: onlyAdministrators('can_add_custom_emoji_group'),
    refused: { msg: 'Insufficient permission' },
  },
  {
    request: 'A new emoji',
    change: 'another person takes its name',
    prepare:
      async ({ dov }) =>
      () =>
        sendsPicture(dov, '/realm/emoji/parley'),
    waits: beforeR2IsGiven,
    meanwhile: async ({ ada }) => succeeded(await sendsPicture(ada, '/realm/emoji/parley')),
    refused: { msg: 'A custom emoji with this name already exists.' },
  },
  {
    request: 'A new icon of the organization',
    change: 'its sender loses the administrator role',
    prepare:
      async ({ ben }) =>
      () =>
        sendsPicture(ben, '/realm/icon'),
    waits: beforeR2IsGiven,
    meanwhile: isNoAdministrator,
    refused: { msg: 'Must be an organization administrator' },
  },
  {
    request: 'A new profile picture',
    change: 'the organization turns such changes off',
    prepare:
      async ({ dov }) =>
      () =>
        sendsPicture(dov, '/users/me/avatar'),
    waits: beforeR2IsGiven,
    meanwhile: setting('avatar_changes_disabled', true),
    refused: { msg: 'Avatar changes are disabled in this organization.' },
  },
  {
    request: 'A new bot with a picture',
    change: 'the organization allows bots to administrators only',
    prepare:
      async ({ dov }) =>
      () =>
        sendsPicture(dov, `/bots?${formOf({ full_name: 'Gil', short_name: 'gil' }).toString()}`),
    waits: beforeR2IsGiven,
    meanwhile: onlyAdministrators('can_create_bots_group'),
    refused: { msg: 'Insufficient permission' },
  },
  {
    request: 'A new bot with a picture',
    change: 'its owner becomes a guest',
    prepare:
      async ({ dov }) =>
      () =>
        sendsPicture(dov, `/bots?${formOf({ full_name: 'Gil', short_name: 'gil' }).toString()}`),
    waits: beforeR2IsGiven,
    meanwhile: async ({ ada, dov }) => succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 })),
    refused: { msg: 'Not allowed for guest users' },
  },
  {
    request: 'A new picture of a bot',
    change: 'the bot gets another owner',
    prepare: async (cast) => {
      const bot = await newBot(cast.dov, 'gil')
      given = bot
      const body = () => formWith(fileOf(PNG, 'me.png', 'image/png'))
      return async () => (await cast.dov.request(`/bots/${bot.id}`, { method: 'PATCH', body: body() })).json()
    },
    waits: beforeR2IsGiven,
    meanwhile: async ({ ada, cleo }) => succeeded(await ada.patch(`/bots/${given!.id}`, { bot_owner_id: cleo.id })),
    refused: { msg: 'Insufficient permission' },
  },
  {
    request: 'An upload',
    change: 'other files take the room',
    prepare:
      async ({ dov }) =>
      async () => {
        const body = formWith(fileOf(new Uint8Array(12 * MIB), 'large.bin'))
        return (await dov.request('/user_uploads', { method: 'POST', body })).json()
      },
    waits: waitsFor('POST /user_uploads', 'finish'),
    meanwhile: async ({ ada }) => {
      const body = formWith(fileOf(new Uint8Array(14 * MIB), 'large.bin'))
      return succeeded(await (await ada.request('/user_uploads', { method: 'POST', body })).json())
    },
    refused: { result: 'error', msg: expect.stringContaining('quota') },
  },
]

const MIB = 1024 * 1024
// What a case's `prepare` made and its `meanwhile` needs: cases run one after another.
let link = ''
let demoted: Person | undefined
let given: Person | undefined

describe.each(CASES)('$request, while $change', ({ prepare, waits, meanwhile, refused, succeeds = SUCCESS }) => {
  test('is refused, and succeeds if that does not happen', async () => {
    const undisturbed = await freshRealm()
    const asks = await prepare(undisturbed)
    let waited = false
    waits(undisturbed.realm, async () => void (waited = true))
    expect(await asks()).toMatchObject(succeeds)
    expect(waited).toBe(true)

    hush('error')
    const cast = await freshRealm()
    const asksAgain = await prepare(cast)
    waits(cast.realm, () => meanwhile(cast))
    expect(await asksAgain()).toMatchObject(refused)
  })
})
