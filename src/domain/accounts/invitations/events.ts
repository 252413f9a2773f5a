import type { Realm } from '../../../realm'
import { event } from '../../../realm'
import { administratorsOnly, people } from '../../people/users/events'

/** Whoever shows a list of invitations asks for it again. */
export const invitationsChanged = event<object>({
  type: 'invites_changed',
  summary: 'Invitations changed. Clients that show them fetch them again.',
  recipients: { role_at_least: 'administrators', users: 'the users who sent the invitations' },
  fields: {},
})

export const tellOfInvitations = (realm: Realm, inviters: readonly number[]): void =>
  realm.publish(invitationsChanged({}), [administratorsOnly(), people({ user_ids: [...inviters] })])
