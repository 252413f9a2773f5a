import type { Realm } from '../../../realm'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { savedSnippetAdded, savedSnippetRemoved, savedSnippetUpdated } from './events'
import { nothingToChange, refusalOfAnother, refusalOfSnippet, savedSnippetDoesNotExist } from './rules'
import type { SavedSnippet } from './saved-snippet'
import {
  countSavedSnippetsOf,
  insertSavedSnippet,
  maybeSavedSnippet,
  removeSavedSnippet,
  updateSavedSnippet,
} from './storage'

type Words = Pick<SavedSnippet, 'title' | 'content'>

export function saveSnippet(realm: Realm, { user_id }: User, said: Words): SavedSnippet {
  const words = { title: said.title.trim(), content: said.content.trim() }
  const refusal = refusalOfSnippet(words) ?? refusalOfAnother(countSavedSnippetsOf(realm.sql, user_id))
  if (refusal) throw refusal
  const saved_snippet = insertSavedSnippet(realm.sql, user_id, { ...words, date_created: realm.now() })
  realm.publish(savedSnippetAdded({ saved_snippet }), people({ user_ids: [user_id] }))
  return saved_snippet
}

export function editSavedSnippet(realm: Realm, actor: User, id: number, { title, content }: Partial<Words>): void {
  const { user_id } = actor
  const before = ownSnippet(realm, actor, id)
  if (title === undefined && content === undefined) throw nothingToChange({})
  const saved_snippet = {
    ...before,
    title: title?.trim() ?? before.title,
    content: content?.trim() ?? before.content,
  }
  const refusal = refusalOfSnippet(saved_snippet)
  if (refusal) throw refusal
  updateSavedSnippet(realm.sql, saved_snippet)
  realm.publish(savedSnippetUpdated({ saved_snippet }), people({ user_ids: [user_id] }))
}

export function deleteSavedSnippet(realm: Realm, actor: User, saved_snippet_id: number): void {
  ownSnippet(realm, actor, saved_snippet_id)
  removeSavedSnippet(realm.sql, saved_snippet_id)
  realm.publish(savedSnippetRemoved({ saved_snippet_id }), people({ user_ids: [actor.user_id] }))
}

// Somebody else's is not there.
function ownSnippet(realm: Realm, { user_id }: User, id: number): SavedSnippet {
  const snippet = maybeSavedSnippet(realm.sql, user_id, id)
  if (snippet === undefined) throw savedSnippetDoesNotExist({})
  return snippet
}
