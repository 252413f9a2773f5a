import type { ReadOnlyRealm, Realm } from '../../../realm'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { savedSnippetAdded, savedSnippetRemoved, savedSnippetUpdated } from './events'
import { nothingToChange, refusalOfSnippetCount, refusalOfSnippet, savedSnippetDoesNotExist } from './rules'
import type { SavedSnippet } from './saved-snippet'
import {
  countSavedSnippetsOf,
  insertSavedSnippet,
  findSavedSnippet,
  removeSavedSnippet,
  updateSavedSnippet,
} from './storage'

type SnippetText = Pick<SavedSnippet, 'title' | 'content'>

/** Saves a snippet, and returns it. Throws an error of the text, or `tooManySnippets`. */
export function saveSnippet(realm: Realm, { user_id }: User, { title, content }: SnippetText): SavedSnippet {
  const text = { title: title.trim(), content: content.trim() }
  const refusal = refusalOfSnippet(text) ?? refusalOfSnippetCount(countSavedSnippetsOf(realm.sql, user_id))
  if (refusal) throw refusal
  const saved_snippet = insertSavedSnippet(realm.sql, user_id, { ...text, date_created: realm.now() })
  realm.publish(savedSnippetAdded({ saved_snippet }), onlyUsers({ user_ids: [user_id] }))
  return saved_snippet
}

/** Changes a snippet. Throws `savedSnippetDoesNotExist`, `nothingToChange`, or an error of the text. */
export function editSavedSnippet(
  realm: Realm,
  actor: User,
  id: number,
  { title, content }: Partial<SnippetText>,
): void {
  const { user_id } = actor
  const before = getOwnSnippet(realm, actor, id)
  if (title === undefined && content === undefined) throw nothingToChange({})
  const saved_snippet = {
    ...before,
    title: title?.trim() ?? before.title,
    content: content?.trim() ?? before.content,
  }
  const refusal = refusalOfSnippet(saved_snippet)
  if (refusal) throw refusal
  updateSavedSnippet(realm.sql, saved_snippet)
  realm.publish(savedSnippetUpdated({ saved_snippet }), onlyUsers({ user_ids: [user_id] }))
}

/** Deletes a snippet. Throws `savedSnippetDoesNotExist`. */
export function deleteSavedSnippet(realm: Realm, actor: User, saved_snippet_id: number): void {
  getOwnSnippet(realm, actor, saved_snippet_id)
  removeSavedSnippet(realm.sql, saved_snippet_id)
  realm.publish(savedSnippetRemoved({ saved_snippet_id }), onlyUsers({ user_ids: [actor.user_id] }))
}

/** Returns a snippet of the user. Throws `savedSnippetDoesNotExist`, also for a snippet of another user. */
function getOwnSnippet(realm: ReadOnlyRealm, { user_id }: User, id: number): SavedSnippet {
  const snippet = findSavedSnippet(realm.sql, user_id, id)
  if (snippet === undefined) throw savedSnippetDoesNotExist({})
  return snippet
}
