import { ApiError } from '../../../api/errors'
import { optional, shortText } from '../../../api/params'
import { redirectTo } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import { pageContext, type Letterhead } from '../../../pages/context'
import { preferredLanguage } from '../../../pages/words/catalogue'
import type { ReadOnlyRealm } from '../../../realm'
import { isSubscribed } from '../../channels/subscriptions/user-subscriptions-storage'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { admitBrowser, browserOf, type Browser } from '../../login/sessions/admit-browser'
import { anyoneOrUser } from '../../people/users/callers'
import type { User } from '../../people/users/user'
import { resolveGuestLink } from '../invitations/guest-links'
import type { GuestObstacle } from '../invitations/guest-link-rules'
import { arriveByLink } from './actions'
import { guestForm, guestObstaclePage, loggedInPage, type GuestOffer } from './pages'

const key = { guest_link_key: shortText() }

type PageState = { letterhead: Letterhead } & (
  | { account: { full_name: string; path: string } }
  | { obstacle: GuestObstacle }
  | { offer: GuestOffer }
)

function pageState(realm: ReadOnlyRealm, actor: User | undefined, secret: string): PageState {
  const opened = resolveGuestLink(realm, secret)
  const letterhead = letterheadOf(realm)
  if (actor !== undefined) {
    const isInside = typeof opened !== 'string' && isSubscribed(realm, actor.user_id, opened.channel.stream_id)
    const path = isInside ? pathOf(opened.channel) : '/'
    return { letterhead, account: { full_name: actor.full_name, path } }
  }
  if (typeof opened === 'string') return { letterhead, obstacle: opened }
  const { link, channel } = opened
  const { guests_leave, expires_at } = link
  const hasHistory = channel.history_public_to_subscribers
  return { letterhead, offer: { channel_name: channel.name, hasHistory, guests_leave, expires_at } }
}

const pathOf = ({ stream_id }: { stream_id: number }) => `/#narrow/channel/${stream_id}`

/** Opening the page changes nothing: programs that show previews of links open it too. */
export const openGuestLink = endpoint.file({
  route: 'GET site:/guest/:guest_link_key',
  summary: 'The page to which a guest link leads. It says what a guest will see, and asks for a name.',
  caller: anyoneOrUser,
  params: key,
  errors: [],
  decide: (realm, actor, { guest_link_key }) => pageState(realm, actor, guest_link_key),
  serve: ({ request }, state) => {
    const at = pageContext(request, state.letterhead)
    if ('account' in state) return loggedInPage(at, state.account)
    return 'obstacle' in state ? guestObstaclePage(at, state.obstacle) : guestForm(at, state.offer)
  },
})

type ArrivalForm = Browser & { secret: string; full_name: string; language: string | undefined }

/** Creates the account of the guest, and lets the browser in. */
const arrive = step((realm, _: User | undefined, { secret, full_name, language, ...browser }: ArrivalForm) => {
  const { user, channel } = arriveByLink(realm, { secret, full_name, language })
  return admitBrowser(realm, user, { ...browser, method: 'guest_link', next: pathOf(channel) })
})

export const useGuestLink = endpoint.file({
  route: 'POST site:/guest/:guest_link_key',
  summary: 'Become a guest by a guest link, with a name. The response sets the cookie of the guest.',
  caller: anyoneOrUser,
  isForOwnPages: true,
  params: { ...key, full_name: optional(shortText(), '') },
  errors: [],
  steps: { arrive },
  decide: (realm, actor, { guest_link_key }) => pageState(realm, actor, guest_link_key),
  serve: async (edge, state, { guest_link_key, full_name }) => {
    const at = pageContext(edge.request, state.letterhead)
    if ('account' in state) return loggedInPage(at, state.account)
    if ('obstacle' in state) return guestObstaclePage(at, state.obstacle)
    const language = preferredLanguage(edge.request.headers.get('accept-language') ?? '')
    try {
      const input = { secret: guest_link_key, full_name, language, ...browserOf(edge) }
      return redirectTo((await edge.ask(arrive, input)).location)
    } catch (error) {
      if (error instanceof ApiError) return guestForm(at, state.offer, { full_name, complaint: error.refusal })
      throw error
    }
  },
})
