import * as v from 'valibot'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import type { User } from '../../people/users/user'
import { automationShape, type Automation } from './automation'
import { automationsOf } from './storage'

export const automationsChanged = event<{ parley_automations: Automation[] }>({
  type: 'parley_automations',
  summary: "The user's own automations changed. The event lists all of them.",
  recipients: { users: 'the user who made them' },
  updates: 'parley_automations',
  fields: { parley_automations: v.array(automationShape) },
})

export const automationsState = stateSlice({
  fetchedFor: ['parley_automations'],
  fields: { parley_automations: v.array(automationShape) },
  read: (realm: ReadOnlyRealm, { user_id }: User) => ({ parley_automations: automationsOf(realm, user_id) }),
})
