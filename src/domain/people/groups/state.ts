import * as v from 'valibot'
import { jsonList } from '../../../api/json-text'
import { stateSlice } from '../../../realm'
import { encodedGroups, loadGroups } from './encoded-groups'
import { groupShape } from './events'

export const groupsState = stateSlice({
  fetchedFor: ['realm_user_groups'],
  fields: { realm_user_groups: v.array(groupShape) },
  load: loadGroups,
  read: (realm, _actor, { capabilities }) => ({
    realm_user_groups: jsonList(encodedGroups(realm, capabilities.include_deactivated_groups === true)),
  }),
})
