import { optional, text } from '../../../api/params'
import { tooLong } from '../../../api/parameter-errors'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint, step, type Edge } from '../../../edge'
import { pageContext } from '../../../pages/context'
import type { ReadOnlyRealm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { anyoneOrUser } from '../../people/users/callers'
import { encryptionIsNotConfigured, requireEncryptionKey } from '../../realm/secrets/actions'
import { outsidePolicy, sentFrom } from '../../realm/settings/outside-policy'
import { notConfigured, ZOOM_NAME } from './errors'
import { redeemCode, type ZoomAccess } from './zoom'
import { zoomPage } from './zoom-page'
import { isStateOf, stateOf, type ZoomTokens } from './zoom-rules'
import { writeZoomTokens } from './zoom-tokens'

/** Returns the app at Zoom with which users connect their accounts. Throws if the deployment has none, or cannot keep tokens. */
function requireApp(realm: ReadOnlyRealm): ZoomAccess {
  const { zoom } = realm.config.calls
  if (zoom === undefined || zoom.account_id !== undefined) throw notConfigured(ZOOM_NAME)
  requireEncryptionKey(realm)
  return { zoom, policy: outsidePolicy(realm) }
}

const senderIn = (realm: ReadOnlyRealm, session_id: number) => ({ realm: realm.name, session_id })
const redirectUri = ({ realm_url }: Edge) => `${realm_url}/calls/zoom/complete`

export const connectZoom = endpoint.file({
  route: 'GET site:/calls/zoom/register',
  summary: 'Connect your account at Zoom. Leads to its page, and from there back to `/calls/zoom/complete`.',
  caller: anyoneOrUser,
  params: {},
  serves: redirects('To Zoom, or to the page to log in.'),
  errors: [notConfigured, encryptionIsNotConfigured],
  decide: (realm) => {
    const { zoom } = requireApp(realm)
    const { id } = realm.session
    return { zoom, state: id === undefined ? undefined : stateOf(senderIn(realm, id), zoom.client_secret) }
  },
  serve: (edge, { zoom, state }) => {
    if (state === undefined)
      return redirectTo(`/login?${new URLSearchParams({ next: '/calls/zoom/register' }).toString()}`)
    const query = { response_type: 'code', client_id: zoom.client_id, redirect_uri: redirectUri(edge), state }
    return redirectTo(`${zoom.url}/oauth/authorize?${new URLSearchParams(query).toString()}`)
  },
})

const keep = step((realm, actor: { user_id: number } | undefined, tokens: ZoomTokens): object => {
  if (actor) writeZoomTokens(realm, actor.user_id, tokens)
  return {}
})

export const completeZoom = endpoint.file({
  route: 'GET site:/calls/zoom/complete',
  summary:
    'The address to which Zoom sends the browser back. The clients of the user receive the event `has_zoom_token`.',
  caller: anyoneOrUser,
  params: { code: optional(text(4000), ''), state: optional(text(1000), '') },
  serves: { 200: { description: 'The account is connected.' }, 403: { description: 'It is not.' } },
  errors: [notConfigured, encryptionIsNotConfigured, tooLong],
  steps: { keep },
  decide: (realm, actor, { state }) => {
    const at = requireApp(realm)
    const { id } = realm.session
    const hasBegun =
      actor !== undefined && id !== undefined && isStateOf(senderIn(realm, id), state, at.zoom.client_secret)
    return { at, hasBegun, now: realm.now(), letterhead: letterheadOf(realm) }
  },
  serve: async (edge, { at, hasBegun, now, letterhead }, { code }) => {
    const context = pageContext(edge.request, letterhead)
    if (!hasBegun || code === '') return zoomPage(context, 'failed')
    const tokens = await redeemCode(sentFrom(edge, at), { code, redirect_uri: redirectUri(edge) }, now).catch(
      () => 'refused' as const,
    )
    if (tokens === 'refused') return zoomPage(context, 'failed')
    await edge.ask(keep, tokens)
    return zoomPage(context, 'connected')
  },
})
