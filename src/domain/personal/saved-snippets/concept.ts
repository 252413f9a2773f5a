import { concept } from '../../../concept'
import tables from './tables.sql'
import { getSavedSnippets, createSavedSnippet, updateSavedSnippet, removeSavedSnippet } from './endpoints'
import { savedSnippetAdded, savedSnippetUpdated, savedSnippetRemoved, savedSnippetsState } from './events'

export const savedSnippets = concept({
  name: 'personal/saved-snippets',
  title: 'Saved snippets',
  tables: [tables],
  endpoints: [getSavedSnippets, createSavedSnippet, updateSavedSnippet, removeSavedSnippet],
  events: [savedSnippetAdded, savedSnippetUpdated, savedSnippetRemoved],
  state: [savedSnippetsState],
})
