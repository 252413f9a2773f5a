import * as v from 'valibot'
import { named } from '../../../api/named'
import { setLoginBinding } from '../../../api/login-cookie'
import { optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { humans } from '../../people/users/callers'
import { loginIsTooOld, requireRecentLogin } from '../../login/factors/recent-login'
import { identitiesOf } from '../../login/identities/storage'
import { providersOf } from '../../login/providers/available-providers'
import { authorizationUrl } from '../../login/providers/oidc'
import { ProviderError } from '../../login/providers/peer'
import { lastWayToLogIn } from '../../login/providers/ways-to-log-in'
import { ownPath } from '../../login/sessions/next-page-rules'
import { noSuchIdentity, removeIdentity as remove } from './connections'
import { attemptOf, beginLogin, noSuchProvider, peerAt, providerFailed } from './begin'

const identityShape = named(
  'Identity',
  v.object({
    issuer: v.string(),
    subject: v.string(),
    provider: v.nullable(v.string()),
    display_name: v.string(),
    email: v.nullable(v.string()),
    date_connected: v.number(),
    last_used: v.number(),
  }),
)

export const getIdentities = endpoint.decision({
  route: 'GET /parley/identities',
  summary: 'Get the identities of providers with which you can log in.',
  note: '`email` is the address that the provider had confirmed when the identity was connected. `provider` is null if users can no longer log in there.',
  caller: humans,
  params: {},
  returns: { identities: v.array(identityShape) },
  errors: [],
  decide: (realm, { user_id }) => ({
    identities: identitiesOf(realm, user_id).map(({ issuer, subject, email_then, made_at, used_at }) => {
      const provider = providersOf(realm).find((candidate) => candidate.issuer === issuer)
      return {
        issuer,
        subject,
        provider: provider?.key ?? null,
        display_name: provider?.display_name ?? issuer,
        email: email_then,
        date_connected: made_at,
        last_used: used_at,
      }
    }),
  }),
})

export const connectIdentity = endpoint.file({
  route: 'POST /parley/identities/connect',
  summary: 'Begin to connect an identity with your account. Open `url` in the same browser.',
  note: 'The provider sends the browser back to `next`. The identity then opens your account, whatever its address is.',
  caller: humans,
  params: { provider: shortText(), next: optional(shortText(), '/') },
  serves: { 200: { description: 'The address at the provider.', fields: { url: v.string() } } },
  errors: [loginIsTooOld, noSuchProvider, providerFailed],
  decide: (realm, _, { provider, next }) => {
    requireRecentLogin(realm)
    return beginLogin(realm, provider, {
      next: ownPath(next),
      invitation_id: null,
      session_id: realm.session.id ?? null,
    })
  },
  serve: async (edge, begun) => {
    const { provider, secrets } = begun
    try {
      const { href } = await authorizationUrl(peerAt(edge, begun), provider, attemptOf(edge, begun, secrets))
      const response = Response.json({ result: 'success', msg: '', url: href })
      setLoginBinding(response, secrets, edge)
      return response
    } catch (error) {
      if (error instanceof ProviderError) throw providerFailed({ provider: provider.display_name })
      throw error
    }
  },
})

export const removeIdentity = endpoint.decision({
  route: 'DELETE /parley/identities',
  summary: 'Remove an identity from your account. The sessions that began with it end, except this one.',
  caller: humans,
  params: { issuer: shortText(), subject: shortText() },
  returns: {},
  errors: [loginIsTooOld, noSuchIdentity, lastWayToLogIn],
  decide: (realm, actor, key) => {
    requireRecentLogin(realm)
    remove(realm, actor, key)
  },
})
