import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import type { User } from '../../people/users/user'
import { draftShape, type Draft } from './draft'
import { newestDraftsOf } from './storage'

export const draftsAdded = event<{ drafts: Draft[] }>({
  type: 'drafts',
  op: 'add',
  summary: 'The user created drafts.',
  recipients: { users: 'the author of the drafts' },
  updates: 'drafts',
  fields: { drafts: v.array(draftShape) },
})

export const draftUpdated = event<{ draft: Draft }>({
  type: 'drafts',
  op: 'update',
  summary: 'The user changed a draft.',
  recipients: { users: 'the author of the draft' },
  updates: 'drafts',
  fields: { draft: draftShape },
})

export const draftRemoved = event<{ draft_id: number }>({
  type: 'drafts',
  op: 'remove',
  summary: 'A draft of the user was deleted.',
  recipients: { users: 'the author of the draft' },
  updates: 'drafts',
  fields: { draft_id: v.number() },
})

const MAX_REGISTERED_DRAFTS = 1000

export const draftsState = stateSlice({
  fetchedFor: ['drafts'],
  fields: { drafts: v.array(draftShape) },
  read: (realm, { user_id }: User) => ({ drafts: newestDraftsOf(realm.sql, user_id, MAX_REGISTERED_DRAFTS) }),
})
