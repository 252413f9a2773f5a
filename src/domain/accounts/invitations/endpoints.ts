import * as v from 'valibot'
import { rateLimitHit } from '../../../api/errors'
import { boolean, ids, integer, oneOf, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { groupIsDeactivated, invalidGroup } from '../../people/groups/group-setting'
import { MAX_CHANNELS_AT_ONCE, MAX_GROUPS_AT_ONCE } from '../../realm/settings/limits'
import { welcomeText } from '../../realm/settings/settings'
import { humansButGuests, mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { MEMBER, ROLES } from '../../people/users/user'
import { inviteByMail, makeLink } from './invite'
import { invitationsShown, resend, revoke } from './manage'
import {
  alreadyRevoked,
  failure,
  invalidChannelToJoin,
  invitationErrors,
  mayNotSubscribeOthers,
  noAddress,
  noSuchInvitation,
  someAreHere,
  tooManyLinks,
} from './rules'

const wishes = {
  invite_expires_in_minutes: optional(v.nullable(v.pipe(integer(), v.minValue(1, 'a positive integer')))),
  invite_as: optional(oneOf(ROLES), MEMBER),
  group_ids: optional(ids(MAX_GROUPS_AT_ONCE), []),
  include_realm_default_subscriptions: optional(boolean(), false),
  // Left out and null are the same: the organization's own words.
  welcome_message_custom_text: optional(v.nullable(welcomeText), null),
}

/** Some five hundred addresses, with names to them. */
const MAX_ADDRESSES_LENGTH = 25_000

const wishErrors = [
  insufficientPermission,
  mustBeOwner,
  mustBeAdministrator,
  invalidChannelToJoin,
  mayNotSubscribeOthers,
  invalidGroup,
  groupIsDeactivated,
]

const minutesMeant = (realm: Realm, minutes: number | null | undefined) =>
  minutes === undefined ? realm.config.invitation_link_validity_minutes : minutes

export const sendInvitations = endpoint.decision({
  route: 'POST /invites',
  summary: 'Invite people by mail.',
  note: 'An address that you must not see is invited like one without an account. Only the email says that it has one.',
  caller: humansButGuests,
  params: {
    invitee_emails: text(MAX_ADDRESSES_LENGTH),
    stream_ids: ids(MAX_CHANNELS_AT_ONCE),
    notify_referrer_on_join: optional(boolean(), true),
    ...wishes,
  },
  returns: {},
  errors: [...wishErrors, noAddress, ...invitationErrors],
  decide: (realm, actor, { invitee_emails, ...wished }) => {
    const invite_expires_in_minutes = minutesMeant(realm, wished.invite_expires_in_minutes)
    return { here: inviteByMail(realm, actor, invitee_emails, { ...wished, invite_expires_in_minutes }) }
  },
  // Said here, where saying it undoes nothing: the others were invited.
  present: (_, { here }) => {
    if (here.length > 0) throw someAreHere(failure(here, { sent_invitations: true }))
    return {}
  },
})

export const createInvitationLink = endpoint.decision({
  route: 'POST /invites/multiuse',
  summary: 'Make a link by which any number of people may join.',
  caller: humansButGuests,
  params: { stream_ids: optional(ids(MAX_CHANNELS_AT_ONCE), []), ...wishes },
  returns: { invite_link: v.string() },
  errors: [...wishErrors, tooManyLinks],
  decide: (realm, actor, wished) => {
    const invite_expires_in_minutes = minutesMeant(realm, wished.invite_expires_in_minutes)
    const invite_link = makeLink(realm, actor, { ...wished, invite_expires_in_minutes, notify_referrer_on_join: true })
    return { invite_link }
  },
})

export const getInvitations = endpoint.decision({
  route: 'GET /invites',
  summary: 'The invitations that nobody has used yet: your own, or everybody’s if you are an administrator.',
  caller: humansButGuests,
  params: {},
  returns: {
    invites: v.array(
      v.strictObject({
        id: v.number(),
        invited_by_user_id: v.number(),
        invited: v.number(),
        expiry_date: v.nullable(v.number()),
        invited_as: v.picklist(ROLES),
        notify_referrer_on_join: v.boolean(),
        is_multiuse: v.boolean(),
        email: v.optional(v.string()),
        link_url: v.optional(v.string()),
      }),
    ),
  },
  errors: [],
  decide: (realm, actor) => ({ invites: invitationsShown(realm, actor) }),
})

const which = { invite_id: integer() }

export const revokeInvitation = endpoint.decision({
  route: 'DELETE /invites/:invite_id',
  summary: 'Take an invitation back.',
  caller: humansButGuests,
  params: which,
  returns: {},
  errors: [noSuchInvitation, mustBeOwner],
  decide: (realm, actor, { invite_id }) => revoke(realm, actor, invite_id, false),
})

export const revokeInvitationLink = endpoint.decision({
  route: 'DELETE /invites/multiuse/:invite_id',
  summary: 'Let nobody join by a link any more.',
  caller: humansButGuests,
  params: which,
  returns: {},
  errors: [noSuchInvitation, alreadyRevoked, mustBeOwner],
  decide: (realm, actor, { invite_id }) => revoke(realm, actor, invite_id, true),
})

export const resendInvitation = endpoint.decision({
  route: 'POST /invites/:invite_id/resend',
  summary: 'Send an invitation once more.',
  caller: humansButGuests,
  params: which,
  returns: {},
  errors: [noSuchInvitation, mustBeOwner, rateLimitHit],
  decide: (realm, actor, { invite_id }) => resend(realm, actor, invite_id),
})
