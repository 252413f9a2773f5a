import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, integer, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { channelAlreadyExists } from '../../channels/channels/rules'
import { generalChatNotAllowed, onlyGeneralChatAllowed } from '../../channels/topics/rules'
import { newChannelErrors } from '../../management/new-channels/parameters'
import { noSuchTopic } from '../../messages/read-state/rules'
import { administrators, humansButGuests } from '../../people/users/callers'
import { insufficientPermission, noSuchUser } from '../../people/users/rules'
import { notPermittedToMove, topicTooOld } from '../../writing/editing/move-rules'
import { createGuestLink, visibleGuestLinks, wireGuestLink } from '../invitations/guest-links'
import {
  cannotBringGuests,
  guestLinkDoesNotExist,
  guestLinkHasEnded,
  MAX_MINUTES,
  MAX_USES,
  tooManyFollowers,
  tooManyGuestLinks,
  topicHasProtectedHistory,
} from '../invitations/guest-link-rules'
import { acceptGuest, revokeGuestLink } from './actions'
import { createTopicLink } from './topic-links'

const guestLinkShape = named(
  'GuestLink',
  v.strictObject({
    id: v.number(),
    stream_id: v.number(),
    created_by_user_id: v.number(),
    created_at: v.number(),
    expires_at: v.number(),
    max_uses: v.number(),
    uses: v.number(),
    guests_leave: v.boolean(),
    is_open: v.boolean(),
    url: v.optional(v.string()),
    guest_ids: v.array(v.number()),
  }),
)

const between = (least: number, most: number) =>
  v.pipe(integer(), v.minValue(least, `at least ${least}`), v.maxValue(most, `at most ${most}`))

export const addGuestLink = endpoint.decision({
  route: 'POST /parley/guest_links',
  summary: 'Create a link by which people without an account become guests of one channel.',
  note: 'With `guests_leave`, the accounts of the guests are deactivated when the link ends. With `topic`, that topic moves to a new channel, for which the link is: the caller needs the permissions for both.',
  caller: humansButGuests,
  params: {
    stream_id: integer(),
    topic: optional(shortText()),
    expires_in_minutes: between(1, MAX_MINUTES),
    max_uses: between(1, MAX_USES),
    guests_leave: optional(boolean(), true),
  },
  returns: { guest_link: guestLinkShape },
  errors: [
    cannotBringGuests,
    tooManyGuestLinks,
    noSuchTopic,
    topicHasProtectedHistory,
    tooManyFollowers,
    channelAlreadyExists,
    ...newChannelErrors,
    notPermittedToMove,
    topicTooOld,
    generalChatNotAllowed,
    onlyGeneralChatAllowed,
  ],
  decide: (realm, actor, { topic, expires_in_minutes: minutes, ...requested }) => {
    const link =
      topic === undefined
        ? createGuestLink(realm, actor, { ...requested, minutes })
        : createTopicLink(realm, actor, topic, { ...requested, minutes })
    return { guest_link: wireGuestLink(realm, link) }
  },
})

export const getGuestLinks = endpoint.decision({
  route: 'GET /parley/guest_links',
  summary:
    'Get guest links: your own, or all of them if you are an administrator. Ended links are left out if all their guests are gone.',
  caller: humansButGuests,
  params: {},
  returns: { guest_links: v.array(guestLinkShape) },
  errors: [],
  decide: (realm, actor) => ({ guest_links: visibleGuestLinks(realm, actor) }),
})

export const deleteGuestLink = endpoint.decision({
  route: 'DELETE /parley/guest_links/:guest_link_id',
  summary: 'End a guest link, and deactivate the guests who came by it if `deactivate_guests` says so.',
  caller: humansButGuests,
  params: { guest_link_id: integer(), deactivate_guests: optional(boolean(), false) },
  returns: {},
  errors: [guestLinkDoesNotExist, guestLinkHasEnded],
  decide: (realm, actor, { guest_link_id, deactivate_guests }) =>
    revokeGuestLink(realm, actor, guest_link_id, deactivate_guests),
})

export const acceptLinkGuest = endpoint.decision({
  route: 'POST /parley/users/:user_id/accept',
  summary: 'Make a user who came by a guest link a guest like others. The user stays when the link ends.',
  caller: administrators,
  params: { user_id: integer() },
  returns: {},
  errors: [noSuchUser, insufficientPermission],
  decide: (realm, actor, { user_id }) => acceptGuest(realm, actor, user_id),
})
