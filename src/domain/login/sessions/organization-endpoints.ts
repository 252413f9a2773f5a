import * as v from 'valibot'
import { notLoggedIn } from '../../../api/callers'
import { integer, optional, shortText, text } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import { pageContext } from '../../../pages/context'
import type { Realm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { deleteCountAddress } from '../../people/sessions/count-address-storage'
import { anyoneOrUser, countReaders, humans } from '../../people/users/callers'
import type { User } from '../../people/users/user'
import { addCountAddress, countReadersOf, countsOf } from './count-addresses'
import { answerAddress, isOrigin } from './origin-rules'
import { ORGANIZATIONS_PAGE, organizationsPage, problemPage, sharePage } from './organization-pages'

const MAX_STATE_CHARACTERS = 64

const params = { with: optional(text(200), ''), state: optional(text(MAX_STATE_CHARACTERS), '') }

const toLogIn = ({ url }: Request): Response => {
  const { pathname, search } = new URL(url)
  return redirectTo(`/login?${new URLSearchParams({ next: pathname + search }).toString()}`)
}

export const openOrganizations = endpoint.file({
  route: 'GET site:/organizations',
  summary: 'The page on which users choose the organizations that the client shows beside this one.',
  note: 'The browser keeps the list. The page also lists who can read the unread counts of the user.',
  caller: anyoneOrUser,
  params: {},
  serves: redirects('To the page to log in.'),
  errors: [],
  decide: (realm, actor) => ({
    letterhead: letterheadOf(realm),
    user:
      realm.session.id === undefined || actor === undefined
        ? undefined
        : { user_id: actor.user_id, readers: countReadersOf(realm, actor) },
  }),
  serve: ({ request, config }, { letterhead, user }) => {
    if (user === undefined) return toLogIn(request)
    return organizationsPage(pageContext(request, letterhead), { ...user, development: config.development })
  },
})

export const openSharePage = endpoint.file({
  route: 'GET site:/organizations/share',
  summary: 'The page on which a user allows another organization to show how many messages are unread here.',
  note: '`with` is the origin of the other organization, and `state` comes back to it unchanged.',
  caller: anyoneOrUser,
  params,
  serves: redirects('To the page to log in.'),
  errors: [],
  decide: (realm, actor) => ({
    letterhead: letterheadOf(realm),
    user: realm.session.id === undefined ? undefined : actor?.user_id,
  }),
  serve: ({ request, config }, { letterhead, user }, question) => {
    const at = pageContext(request, letterhead)
    if (!isOrigin(question.with, config.development) || question.with === at.origin) return problemPage(at)
    return user === undefined ? toLogIn(request) : sharePage(at, question, user)
  },
})

const share = step((realm: Realm, actor: User, { origin }: { origin: string }) => ({
  counts: addCountAddress(realm, actor, origin),
}))

export const submitSharePage = endpoint.file({
  route: 'POST site:/organizations/share',
  summary:
    'Allow it, with the form of the page. The response redirects to the other organization, with the secret of a count address.',
  caller: humans,
  isForOwnPages: true,
  params,
  serves: redirects('To the other organization.'),
  errors: [notLoggedIn],
  steps: { share },
  decide: (realm) => {
    if (realm.session.id === undefined) throw notLoggedIn({})
    return { letterhead: letterheadOf(realm) }
  },
  serve: async (edge, { letterhead }, question) => {
    const at = pageContext(edge.request, letterhead)
    const { with: origin, state } = question
    if (!isOrigin(origin, edge.config.development) || origin === at.origin) return problemPage(at)
    const { counts } = await edge.ask(share, { origin })
    return redirectTo(answerAddress(origin, { counts, from: at.origin, state }))
  },
})

export const stopSharing = endpoint.file({
  route: 'POST site:/organizations/stop',
  summary: 'End a count address of yours, with the form of the page.',
  caller: humans,
  isForOwnPages: true,
  params: { address_id: integer() },
  serves: redirects('To the page of the organizations.'),
  errors: [],
  decide: (realm, { user_id }, { address_id }) => deleteCountAddress(realm.sql, user_id, address_id),
  serve: () => redirectTo(ORGANIZATIONS_PAGE),
})

export const readCounts = endpoint.decision({
  route: 'GET /parley/counts/:secret',
  summary: 'Get how many messages the user of a count address has not read.',
  note:
    'A page of any site can read it, and no cookie counts. `unread` is the number of unread messages outside of muted conversations. ' +
    '`mentions` is the number of unread messages that mention the user. The address works until the session that created it ends.',
  caller: countReaders,
  params: { secret: shortText() },
  returns: { unread: v.number(), mentions: v.number(), name: v.string() },
  errors: [notLoggedIn],
  // The realm receives only the hash of the secret.
  prepare: () => ({ secret: '' }),
  decide: (realm, user) => countsOf(realm, user),
})
