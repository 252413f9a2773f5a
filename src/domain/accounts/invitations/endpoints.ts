import * as v from 'valibot'
import { named } from '../../../api/named'
import { rateLimitHit } from '../../../api/errors'
import { boolean, ids, integer, oneOf, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { groupIsDeactivated, invalidGroup } from '../../people/groups/group-setting'
import { MAX_CHANNELS_AT_ONCE, MAX_GROUPS_AT_ONCE } from '../../realm/settings/limits'
import { welcomeText } from '../../realm/settings/settings'
import { humansButGuests, mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { MEMBER, ROLES } from '../../people/users/user'
import { inviteByEmail, createLink } from './send-invitations'
import { visibleInvitations, resend, revoke } from './actions'
import {
  alreadyRevoked,
  failure,
  invalidChannelToJoin,
  invitationErrors,
  cannotSubscribeOthers,
  noAddress,
  invitationDoesNotExist,
  someHaveAccounts,
  tooManyLinks,
} from './rules'

const optionParams = {
  invite_expires_in_minutes: optional(v.nullable(v.pipe(integer(), v.minValue(1, 'a positive integer')))),
  invite_as: optional(oneOf(ROLES), MEMBER),
  group_ids: optional(ids(MAX_GROUPS_AT_ONCE), []),
  include_realm_default_subscriptions: optional(boolean(), false),
  // Both null and no value mean the message of the organization.
  welcome_message_custom_text: optional(v.nullable(welcomeText), null),
}

/** About five hundred addresses with names. */
const MAX_ADDRESSES_LENGTH = 25_000

const optionErrors = [
  insufficientPermission,
  mustBeOwner,
  mustBeAdministrator,
  invalidChannelToJoin,
  cannotSubscribeOthers,
  invalidGroup,
  groupIsDeactivated,
]

const expiryMinutes = (realm: ReadOnlyRealm, minutes: number | null | undefined) =>
  minutes === undefined ? realm.config.invitation_link_validity_minutes : minutes

export const sendInvitations = endpoint.decision({
  route: 'POST /invites',
  summary: 'Invite users by email.',
  note: 'If an account that you cannot see has the address, it is invited like any other. Only the email says that it has an account.',
  caller: humansButGuests,
  params: {
    invitee_emails: text(MAX_ADDRESSES_LENGTH),
    stream_ids: ids(MAX_CHANNELS_AT_ONCE),
    notify_referrer_on_join: optional(boolean(), true),
    ...optionParams,
  },
  returns: {},
  errors: [...optionErrors, noAddress, ...invitationErrors],
  decide: (realm, actor, { invitee_emails, ...options }) => {
    const invite_expires_in_minutes = expiryMinutes(realm, options.invite_expires_in_minutes)
    return { withAccounts: inviteByEmail(realm, actor, invitee_emails, { ...options, invite_expires_in_minutes }) }
  },
  // An error thrown in `decide` would undo the invitations of the other addresses.
  present: (_, { withAccounts }) => {
    if (withAccounts.length > 0) throw someHaveAccounts(failure(withAccounts, { sent_invitations: true }))
    return {}
  },
})

export const createInvitationLink = endpoint.decision({
  route: 'POST /invites/multiuse',
  summary: 'Create a link with which any number of users can join.',
  caller: humansButGuests,
  params: { stream_ids: optional(ids(MAX_CHANNELS_AT_ONCE), []), ...optionParams },
  returns: { invite_link: v.string() },
  errors: [...optionErrors, tooManyLinks],
  decide: (realm, actor, options) => {
    const invite_expires_in_minutes = expiryMinutes(realm, options.invite_expires_in_minutes)
    const invite_link = createLink(realm, actor, {
      ...options,
      invite_expires_in_minutes,
      notify_referrer_on_join: true,
    })
    return { invite_link }
  },
})

export const getInvitations = endpoint.decision({
  route: 'GET /invites',
  summary: 'Get the invitations that are still open: your own, or all of them if you are an administrator.',
  caller: humansButGuests,
  params: {},
  returns: {
    invites: v.array(
      named(
        'Invitation',
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
    ),
  },
  errors: [],
  decide: (realm, actor) => ({ invites: visibleInvitations(realm, actor) }),
})

const inviteParam = { invite_id: integer() }

export const revokeInvitation = endpoint.decision({
  route: 'DELETE /invites/:invite_id',
  summary: 'Revoke an invitation.',
  caller: humansButGuests,
  params: inviteParam,
  returns: {},
  errors: [invitationDoesNotExist, mustBeOwner],
  decide: (realm, actor, { invite_id }) => revoke(realm, actor, { id: invite_id, is_multiuse: false }),
})

export const revokeInvitationLink = endpoint.decision({
  route: 'DELETE /invites/multiuse/:invite_id',
  summary: 'Revoke an invitation link.',
  caller: humansButGuests,
  params: inviteParam,
  returns: {},
  errors: [invitationDoesNotExist, alreadyRevoked, mustBeOwner],
  decide: (realm, actor, { invite_id }) => revoke(realm, actor, { id: invite_id, is_multiuse: true }),
})

export const resendInvitation = endpoint.decision({
  route: 'POST /invites/:invite_id/resend',
  summary: 'Send an invitation again.',
  caller: humansButGuests,
  params: inviteParam,
  returns: {},
  errors: [invitationDoesNotExist, mustBeOwner, rateLimitHit],
  decide: (realm, actor, { invite_id }) => resend(realm, actor, invite_id),
})
