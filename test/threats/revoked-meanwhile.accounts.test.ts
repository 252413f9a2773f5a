import { emailTo, linkIn, submitPage } from '../support/mail'
import { succeeded, type Person } from '../support/person'
import type { Cast, TestRealm } from '../support/realm'
import { beforeStepOf, setting, testCases, type Case } from './waiting-request'

const NEW_PASSWORD = 'another horse battery'

const logIn = ({ realm }: Cast, { email, account }: Person) =>
  realm.post('/fetch_api_key', { username: email, password: account.password })

const statusOf = async (answer: Promise<{ status: number }>) => ({ status: (await answer).status })

async function signUpLink({ realm, ada }: Cast): Promise<string> {
  succeeded(await ada.patch('/realm', { invite_required: false }))
  await submitPage(`${realm.url}/register/`, { email: 'gwen@example.com' })
  return linkIn(await emailTo(realm, 'gwen@example.com'))
}

async function resetLink(realm: TestRealm, { email }: Person): Promise<string> {
  await submitPage(`${realm.url}/accounts/password/reset/`, { email })
  return linkIn(await emailTo(realm, email))
}

// Values that the `prepare` of a case creates and its `meanwhile` needs. Cases run one after another.
let link = ''
let creatorToDemote: Person | undefined

const CASES: Case[] = [
  {
    request: 'A login',
    change: 'the password is changed',
    prepare: async (cast) => () => logIn(cast, cast.dov),
    beforeWait: beforeStepOf('POST /fetch_api_key', 'finish'),
    meanwhile: async ({ dov }) =>
      succeeded(await dov.patch('/settings', { old_password: dov.account.password, new_password: NEW_PASSWORD })),
    refusal: { code: 'AUTHENTICATION_FAILED' },
  },
  {
    request: 'A login',
    change: 'the password is reset by a link',
    prepare: async (cast) => {
      link = await resetLink(cast.realm, cast.dov)
      return () => logIn(cast, cast.dov)
    },
    beforeWait: beforeStepOf('POST /fetch_api_key', 'finish'),
    meanwhile: () => submitPage(link, { password: NEW_PASSWORD }),
    refusal: { code: 'AUTHENTICATION_FAILED' },
  },
  {
    request: 'A login',
    change: 'the account is deactivated',
    prepare: async (cast) => () => logIn(cast, cast.dov),
    beforeWait: beforeStepOf('POST /fetch_api_key', 'finish'),
    meanwhile: async ({ ada, dov }) => succeeded(await ada.delete(`/users/${dov.id}`)),
    refusal: { code: 'USER_DEACTIVATED' },
  },
  {
    request: 'A login',
    change: 'the organization is deactivated',
    prepare: async (cast) => () => logIn(cast, cast.dov),
    beforeWait: beforeStepOf('POST /fetch_api_key', 'finish'),
    meanwhile: async ({ ada }) => succeeded(await ada.post('/realm/deactivate')),
    refusal: { code: 'REALM_DEACTIVATED' },
  },
  {
    request: 'A login',
    change: 'the organization turns passwords off',
    prepare: async (cast) => () => logIn(cast, cast.dov),
    beforeWait: beforeStepOf('POST /fetch_api_key', 'finish'),
    meanwhile: setting('authentication_methods', { Email: false, Dev: true }),
    refusal: { code: 'PASSWORD_AUTH_DISABLED' },
  },
  {
    request: 'A change of the password',
    change: 'the password is reset by a link',
    prepare: async (cast) => {
      link = await resetLink(cast.realm, cast.dov)
      const { password } = cast.dov.account
      return () => cast.dov.patch('/settings', { old_password: password, new_password: 'a third horse battery' })
    },
    beforeWait: beforeStepOf('PATCH /settings', 'finish'),
    meanwhile: () => submitPage(link, { password: NEW_PASSWORD }),
    refusal: { code: 'INVALID_API_KEY' },
  },
  {
    request: 'A change of the password',
    change: 'the account is deactivated',
    prepare: async (cast) => () =>
      cast.dov.patch('/settings', { old_password: cast.dov.account.password, new_password: NEW_PASSWORD }),
    beforeWait: beforeStepOf('PATCH /settings', 'finish'),
    meanwhile: async ({ ada, dov }) => succeeded(await ada.delete(`/users/${dov.id}`)),
    refusal: { code: 'USER_DEACTIVATED' },
  },
  {
    request: 'A password reset',
    change: 'the link is used',
    prepare: async (cast) => {
      link = await resetLink(cast.realm, cast.dov)
      return () => statusOf(submitPage(link, { password: NEW_PASSWORD }))
    },
    beforeWait: beforeStepOf('POST site:/accounts/password/reset/:confirmation_key', 'finishResetting'),
    meanwhile: () => submitPage(link, { password: 'a third horse battery' }),
    success: { status: 302 },
    refusal: { status: 404 },
  },
  {
    request: 'A password reset',
    change: 'the account is deactivated',
    prepare: async (cast) => {
      const address = await resetLink(cast.realm, cast.dov)
      return () => statusOf(submitPage(address, { password: NEW_PASSWORD }))
    },
    beforeWait: beforeStepOf('POST site:/accounts/password/reset/:confirmation_key', 'finishResetting'),
    meanwhile: async ({ ada, dov }) => succeeded(await ada.delete(`/users/${dov.id}`)),
    success: { status: 302 },
    refusal: { status: 404 },
  },
  {
    request: 'A sign-up',
    change: 'the organization asks for invitations',
    prepare: async (cast) => {
      const address = await signUpLink(cast)
      return () => statusOf(submitPage(address, { full_name: 'Gwen', password: NEW_PASSWORD }))
    },
    beforeWait: beforeStepOf('POST site:/join/:confirmation_key', 'finishSigningUp'),
    meanwhile: setting('invite_required', true),
    success: { status: 302 },
    refusal: { status: 400 },
  },
  {
    request: 'A sign-up',
    change: 'the organization turns passwords off',
    prepare: async (cast) => {
      const address = await signUpLink(cast)
      return () => statusOf(submitPage(address, { full_name: 'Gwen', password: NEW_PASSWORD }))
    },
    beforeWait: beforeStepOf('POST site:/join/:confirmation_key', 'finishSigningUp'),
    meanwhile: setting('authentication_methods', { Email: false, Dev: true }),
    success: { status: 302 },
    refusal: { status: 400 },
  },
  {
    request: 'A sign-up by invitation',
    change: 'the invitation is revoked',
    prepare: async (cast) => {
      const email = 'gwen@example.com'
      succeeded(
        await cast.ada.post('/invites', { invitee_emails: email, invite_expires_in_minutes: 60, stream_ids: [] }),
      )
      const address = linkIn(await emailTo(cast.realm, email))
      return () => statusOf(submitPage(address, { full_name: 'Gwen', password: NEW_PASSWORD }))
    },
    beforeWait: beforeStepOf('POST site:/join/:confirmation_key', 'finishSigningUp'),
    meanwhile: async ({ ada }) => {
      const { invites } = succeeded(await ada.get('/invites'))
      return succeeded(await ada.delete(`/invites/${invites[0].id}`))
    },
    success: { status: 302 },
    refusal: { status: 400 },
  },
  {
    request: 'The creation of an account',
    change: 'its creator loses the administrator role',
    prepare: async (cast) => {
      const creator = await cast.realm.newPerson('gus', { role: 200, can_create_users: true })
      creatorToDemote = creator
      return () => creator.post('/users', { email: 'gwen@example.com', full_name: 'Gwen', password: NEW_PASSWORD })
    },
    beforeWait: beforeStepOf('POST /users', 'finish'),
    meanwhile: async ({ ada }) => succeeded(await ada.patch(`/users/${creatorToDemote!.id}`, { role: 400 })),
    refusal: { msg: 'Must be an organization administrator' },
  },
]

testCases(CASES)
