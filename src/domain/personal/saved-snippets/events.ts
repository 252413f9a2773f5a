import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import type { User } from '../../people/users/user'
import { savedSnippetShape, type SavedSnippet } from './saved-snippet'
import { savedSnippetsOf } from './storage'

export const savedSnippetAdded = event<{ saved_snippet: SavedSnippet }>({
  type: 'saved_snippets',
  op: 'add',
  summary: 'The user created a saved snippet.',
  recipients: { users: 'the user' },
  updates: 'saved_snippets',
  fields: { saved_snippet: savedSnippetShape },
})

export const savedSnippetUpdated = event<{ saved_snippet: SavedSnippet }>({
  type: 'saved_snippets',
  op: 'update',
  summary: 'The user changed a saved snippet.',
  recipients: { users: 'the user' },
  updates: 'saved_snippets',
  fields: { saved_snippet: savedSnippetShape },
})

export const savedSnippetRemoved = event<{ saved_snippet_id: number }>({
  type: 'saved_snippets',
  op: 'remove',
  summary: 'The user deleted a saved snippet.',
  recipients: { users: 'the user' },
  updates: 'saved_snippets',
  fields: { saved_snippet_id: v.number() },
})

export const savedSnippetsState = stateSlice({
  fetchedFor: ['saved_snippets'],
  fields: { saved_snippets: v.array(savedSnippetShape) },
  read: (realm, { user_id }: User) => ({ saved_snippets: savedSnippetsOf(realm.sql, user_id) }),
})
