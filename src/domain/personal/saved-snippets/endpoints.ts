import * as v from 'valibot'
import { tooLong } from '../../../api/parameter-errors'
import { integer, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { MAX_CONTENT_ACCEPTED } from '../../realm/settings/limits'
import { anyUser } from '../../people/users/callers'
import { deleteSavedSnippet, editSavedSnippet, saveSnippet } from './actions'
import { contentEmpty, nothingToChange, savedSnippetDoesNotExist, titleEmpty, tooManySnippets } from './rules'
import { savedSnippetShape } from './saved-snippet'
import { savedSnippetsOf } from './storage'

const snippetErrors = [titleEmpty, contentEmpty, tooLong]

export const getSavedSnippets = endpoint.decision({
  route: 'GET /saved_snippets',
  summary: 'Get your saved snippets, the oldest first.',
  caller: anyUser,
  params: {},
  returns: { saved_snippets: v.array(savedSnippetShape) },
  errors: [],
  decide: (realm, { user_id }) => ({ saved_snippets: savedSnippetsOf(realm.sql, user_id) }),
})

export const createSavedSnippet = endpoint.decision({
  route: 'POST /saved_snippets',
  summary: 'Save a snippet.',
  caller: anyUser,
  params: { title: shortText(), content: text(MAX_CONTENT_ACCEPTED) },
  returns: { saved_snippet_id: v.number() },
  errors: [...snippetErrors, tooManySnippets],
  decide: (realm, actor, snippet) => ({ saved_snippet_id: saveSnippet(realm, actor, snippet).id }),
})

export const updateSavedSnippet = endpoint.decision({
  route: 'PATCH /saved_snippets/:saved_snippet_id',
  summary: 'Change the title or the content of a saved snippet.',
  caller: anyUser,
  params: { saved_snippet_id: integer(), title: optional(shortText()), content: optional(text(MAX_CONTENT_ACCEPTED)) },
  returns: {},
  errors: [savedSnippetDoesNotExist, nothingToChange, ...snippetErrors],
  decide: (realm, actor, { saved_snippet_id, ...changes }) => editSavedSnippet(realm, actor, saved_snippet_id, changes),
})

export const removeSavedSnippet = endpoint.decision({
  route: 'DELETE /saved_snippets/:saved_snippet_id',
  summary: 'Delete a saved snippet.',
  caller: anyUser,
  params: { saved_snippet_id: integer() },
  returns: {},
  errors: [savedSnippetDoesNotExist],
  decide: (realm, actor, { saved_snippet_id }) => deleteSavedSnippet(realm, actor, saved_snippet_id),
})
