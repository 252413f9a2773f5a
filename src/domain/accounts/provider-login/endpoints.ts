import { ApiError } from '../../../api/errors'
import { loginBindingIn, setLoginBinding, clearLoginBinding } from '../../../api/login-cookie'
import { optional, shortText, text } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint, step, type Edge } from '../../../edge'
import { pageContext, type PageContext } from '../../../pages/context'
import { preferredLanguage } from '../../../pages/words/catalogue'
import type { Realm } from '../../../realm'
import { anyone } from '../../people/users/callers'
import { realmIsDeactivated } from '../../people/users/authentication'
import { realmRow } from '../../realm/settings/storage'
import { appPath, invalidOtp, isDesktopApp, refusalOfFlow, twoFlows } from '../app-login/flow-rules'
import { finishPage } from '../app-login/pages'
import { groupClaimOf } from '../../login/providers/follow-groups'
import { nameInForm, withNameFromForm } from '../../login/providers/apple-form'
import { authorizationUrl, redeemCode } from '../../login/providers/oidc'
import { ProviderError } from '../../login/providers/peer'
import { completionPath, type Provider } from '../../login/providers/provider'
import { browserOf } from '../../login/sessions/admit-browser'
import { nextParam, ownPath } from '../../login/sessions/next-page-rules'
import { resolveInvitation } from '../sign-up/sign-up-link'
import { logInWithIdentity } from './actions'
import { attemptOf, beginLogin, noSuchProvider, peerAt, peerFacts, requireProvider } from './begin'
import type { Outcome, ProviderAnswer } from './outcome'
import { failedPage, refusedPage } from './pages'
import { takeProviderLogin } from './storage'

const start = {
  provider: shortText(),
  next: nextParam,
  multiuse_object_key: optional(shortText()),
  mobile_flow_otp: optional(shortText()),
  desktop_flow_otp: optional(shortText()),
}

type Start = {
  provider: string
  next: string
  multiuse_object_key?: string | undefined
  mobile_flow_otp?: string | undefined
  desktop_flow_otp?: string | undefined
}

function begin(realm: Realm, _: undefined, params: Start) {
  const refusal = refusalOfFlow(params)
  if (refusal) throw refusal
  if (realmRow(realm).is_deactivated) throw realmIsDeactivated({})
  const { multiuse_object_key: invitation_key } = params
  return beginLogin(realm, params.provider, {
    // An app receives its login from the page for apps, after the browser is logged in, with a second factor if there is one.
    next: appPath(params) ?? ownPath(params.next),
    invitation_id: (invitation_key === undefined ? undefined : resolveInvitation(realm, invitation_key)?.id) ?? null,
    session_id: null,
  })
}

async function goToProvider(edge: Edge, begun: ReturnType<typeof beginLogin>): Promise<Response> {
  const { provider, secrets, letterhead } = begun
  const at = pageContext(edge.request, letterhead)
  if (isDesktopApp(edge.request.headers.get('user-agent') ?? '', edge.config.vendor))
    return finishPage(at, edge.request.url)
  try {
    const attempt = attemptOf(edge, begun, secrets)
    const response = redirectTo((await authorizationUrl(peerAt(edge, begun), provider, attempt)).href)
    setLoginBinding(response, secrets, edge)
    return response
  } catch (error) {
    return failure(at, provider, error)
  }
}

function failure(at: PageContext, { display_name }: Provider, error: unknown): Response {
  if (error instanceof ProviderError) return failedPage(at, display_name)
  if (error instanceof ApiError) return refusedPage(at, error.message, error.refusal.status)
  throw error
}

const errors = [noSuchProvider, invalidOtp, twoFlows, realmIsDeactivated]
const toProvider = redirects('To the page of the provider. A cookie binds the login to this browser.')

export const startProviderLogin = endpoint.file({
  route: 'GET site:/accounts/login/social/:provider',
  summary: 'Log in at an identity provider.',
  note: 'With `mobile_flow_otp` or `desktop_flow_otp`, the login leads to `GET /accounts/login/social/browser`, for an app that waits.',
  caller: anyone,
  params: start,
  serves: toProvider,
  errors,
  decide: begin,
  serve: goToProvider,
})

export const startProviderSignUp = endpoint.file({
  route: 'GET site:/accounts/register/social/:provider',
  summary: 'Create an account with an identity provider, where an invitation or the organization permits it.',
  caller: anyone,
  params: start,
  serves: toProvider,
  errors,
  decide: begin,
  serve: goToProvider,
})

type Answered = Omit<ProviderAnswer, 'provider'> & { provider_key: string }

const finish = step((realm, _: undefined, { provider_key, ...answer }: Answered): Outcome => {
  // The owner may have removed the provider meanwhile.
  return logInWithIdentity(realm, { ...answer, provider: requireProvider(realm, provider_key) })
})

export const completeProviderLogin = endpoint.file({
  route: 'GET site:/complete/:provider',
  summary: 'The address to which an identity provider sends the browser back.',
  note: 'Each provider has its own address, so no other provider can answer for it.',
  caller: anyone,
  params: { provider: shortText(), state: optional(shortText(), ''), full_name: optional(shortText(), '') },
  serves: redirects('The browser is logged in. Its cookie is set.'),
  errors: [noSuchProvider],
  steps: { finish },
  prepare: ({ request, config }, { state }) => ({ binding: loginBindingIn(request, state, config) ?? '' }),
  decide: (realm, _, { provider: key, state, binding }) => {
    const provider = requireProvider(realm, key)
    return {
      ...peerFacts(realm),
      provider,
      groups: groupClaimOf(realm, provider),
      binding,
      login: takeProviderLogin(realm, { state, binding, provider: key }),
    }
  },
  serve: async (edge, { provider, groups, binding, login, letterhead, ...facts }, { state, full_name }) => {
    const at = pageContext(edge.request, letterhead)
    if (login === undefined) return refusedPage(at, at.words.provider.notBegun, 400)
    try {
      const { searchParams: answer } = new URL(edge.request.url)
      const attempt = attemptOf(edge, { provider, groups }, { state, binding })
      const confirmed = await redeemCode(peerAt(edge, facts), provider, { ...attempt, answer })
      const identity = withNameFromForm(provider, confirmed, full_name)
      const language = preferredLanguage(edge.request.headers.get('accept-language') ?? '')
      const input = { provider_key: provider.key, login, identity, browser: browserOf(edge), language }
      const response = answerTo(at, await edge.ask(finish, input), provider)
      clearLoginBinding(response, state, edge)
      return response
    } catch (error) {
      return failure(at, provider, error)
    }
  },
})

/** Besides the code, the form has the name of the user at the first login. */
const MAX_FORM_BYTES = 64 * 1024

/**
 * Apple answers with a form of its own page. With a form of another site, the browser sends no cookie, so this sends the browser
 * on to the address that reads it.
 */
export const forwardProviderForm = endpoint.file({
  route: 'POST site:/complete/:provider',
  summary: 'The address to which a provider sends the browser back with a form.',
  caller: anyone,
  params: {
    provider: shortText(),
    state: optional(shortText()),
    code: optional(text(4000)),
    error: optional(shortText()),
    user: optional(text(4000)),
  },
  serves: { 303: { description: 'To the same address, with the answer in it.', headers: ['Location'] } },
  errors: [noSuchProvider],
  bodyLimit: MAX_FORM_BYTES,
  decide: (realm, _, { provider }) => {
    requireProvider(realm, provider)
  },
  serve: (_, __, { provider, user, ...answer }) => {
    const given = Object.entries({ ...answer, full_name: nameInForm(user) }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    const location = `${completionPath({ key: provider })}?${new URLSearchParams(given).toString()}`
    return new Response(null, { status: 303, headers: { location } })
  },
})

function answerTo(at: PageContext, outcome: Outcome, provider: Provider): Response {
  if ('location' in outcome) return redirectTo(outcome.location)
  return refusedPage(at, at.words.provider.refusals[outcome.refusal](provider.display_name), 403)
}
