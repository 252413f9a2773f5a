import { shortText, text } from '../../../api/params'
import { endpoint, step } from '../../../edge'
import { endSessions, idsOf } from '../../people/sessions/actions'
import { sessionsOfIdentity, type EndedAtProvider } from '../../people/sessions/identity-session-storage'
import { anyone } from '../../people/users/callers'
import { recordAudit } from '../../realm/audit-log/record'
import { readLogoutToken } from '../../login/providers/logout-token'
import { asProviderError, ProviderError } from '../../login/providers/peer'
import { noSuchProvider, peerAt, peerFacts, requireProvider } from './begin'

const MAX_TOKEN_CHARACTERS = 10_000
const MAX_BODY_BYTES = 32 * 1024

const end = step((realm, _: undefined, ended: EndedAtProvider): object => {
  const byUser = Map.groupBy(sessionsOfIdentity(realm, ended), ({ user_id }) => user_id)
  for (const [user_id, sessions] of byUser) {
    const session_ids = idsOf(sessions)
    recordAudit(realm, 'provider_logged_out', { user_id }, { issuer: ended.issuer, session_ids })
    endSessions(realm, user_id, session_ids)
  }
  return {}
})

export const endSessionsAtProvider = endpoint.file({
  route: 'POST site:/complete/:provider/logout',
  summary: 'The address at which an identity provider ends sessions: back-channel logout of OpenID Connect.',
  note: 'The sessions, their sockets and their event queues end before the response. API keys stay valid.',
  caller: anyone,
  params: { provider: shortText(), logout_token: text(MAX_TOKEN_CHARACTERS) },
  serves: {
    200: { description: 'The sessions have ended, or there were none.', mayBeEmpty: true },
    400: { description: 'The token does not count.' },
  },
  errors: [noSuchProvider],
  bodyLimit: MAX_BODY_BYTES,
  steps: { end },
  decide: (realm, _, { provider }) => ({ ...peerFacts(realm), provider: requireProvider(realm, provider) }),
  serve: async (edge, { provider, ...facts }, { logout_token }) => {
    try {
      const statement = await asProviderError(() => readLogoutToken(peerAt(edge, facts), provider, logout_token))
      await edge.ask(end, { issuer: provider.issuer, ...statement })
      return new Response(null, { status: 200 })
    } catch (error) {
      if (error instanceof ProviderError) return Response.json({ error: 'invalid_request' }, { status: 400 })
      throw error
    }
  },
})
