import { event, type Realm } from '../../../realm'
import { administratorsOnly, onlyUsers } from '../../people/users/events'

export const invitationsChanged = event<object>({
  type: 'invites_changed',
  summary: 'Invitations or guest links changed. Clients that show them fetch them again.',
  recipients: { role_at_least: 'administrators', users: 'the users who sent the invitations, or created the links' },
  fields: {},
})

export const publishInvitationsChange = (realm: Realm, inviters: readonly number[]): void =>
  realm.publish(invitationsChanged({}), [administratorsOnly(), onlyUsers({ user_ids: [...inviters] })])
