import { concept } from '../../../concept'
import tables from './tables.sql'
import { getDrafts, createDrafts, updateDraft, removeDraft } from './endpoints'
import { draftsAdded, draftUpdated, draftRemoved, draftsState } from './events'

export const drafts = concept({
  name: 'writing/drafts',
  title: 'Drafts',
  tables: [tables],
  endpoints: [getDrafts, createDrafts, updateDraft, removeDraft],
  events: [draftsAdded, draftUpdated, draftRemoved],
  state: [draftsState],
})
