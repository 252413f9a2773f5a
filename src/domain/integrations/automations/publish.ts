import type { Realm } from '../../../realm'
import { onlyUsers } from '../../people/users/events'
import { automationsChanged } from './events'
import { automationsOf } from './storage'

/** Publishes the automations of a user to that user. */
export const publishAutomations = (realm: Realm, user_id: number): void =>
  realm.publish(
    automationsChanged({ parley_automations: automationsOf(realm, user_id) }),
    onlyUsers({ user_ids: [user_id] }),
  )
