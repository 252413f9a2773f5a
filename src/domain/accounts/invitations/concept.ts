import { concept } from '../../../concept'
import guestLinkTables from './guest-links.sql'
import tables from './tables.sql'
import {
  sendInvitations,
  createInvitationLink,
  getInvitations,
  revokeInvitation,
  revokeInvitationLink,
  resendInvitation,
} from './endpoints'
import { invitationsChanged } from './events'

export const invitations = concept({
  name: 'accounts/invitations',
  title: 'Invitations',
  tables: [tables, guestLinkTables],
  endpoints: [
    sendInvitations,
    createInvitationLink,
    getInvitations,
    revokeInvitation,
    revokeInvitationLink,
    resendInvitation,
  ],
  events: [invitationsChanged],
})
