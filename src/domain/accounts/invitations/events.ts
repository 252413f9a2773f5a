import type { Realm } from '../../../realm'
import { event } from '../../../realm'
import { administratorsOnly, people } from '../../people/users/events'

/** Whoever shows a list of invitations asks for it again. */
export const invitationsChanged = event<object>({ type: 'invites_changed', fields: {} })

export const tellOfInvitations = (realm: Realm, inviters: readonly number[]): void =>
  realm.publish(invitationsChanged({}), [administratorsOnly(), people({ user_ids: [...inviters] })])
