import * as v from 'valibot'
import { ApiError } from '../../../api/errors'
import { ids, integer, list, text } from '../../../api/params'
import type { Edge } from '../../../edge'
import type { Template } from '../../../markdown/template'
import type { Realm } from '../../../realm'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { renderDescription, parseDescriptions } from '../../realm/settings/descriptions'
import { fieldMeant, say } from './actions'
import type { ProfileField } from './profile-field'
import { isRendered, MAX_LONG_LENGTH, mayNotChangeField, valueKept, type SaidValue } from './value-rules'

/** What is to be said in which field. Markdown was parsed at the edge, of whatever may be Markdown. */
export type Saying = { id: number; value: SaidValue; template?: Template }

export const MOST_SAYINGS = 100
const MOST_PEOPLE_SAID = 500

const saying = v.object({
  id: integer(),
  value: v.nullable(v.union([text(2 * MAX_LONG_LENGTH), ids(MOST_PEOPLE_SAID)])),
})

/** What is said at once. There are never many fields, and a request names each once. */
export const sayings = list(saying, MOST_SAYINGS)

/** Which field takes Markdown the edge does not know, but what is longer than any may be need not be parsed. */
export function withTemplates(edge: Edge, data: readonly Saying[]): Saying[] {
  const mayBeMarkdown = ({ value }: Saying) => typeof value === 'string' && value.length <= 2 * MAX_LONG_LENGTH
  const texts = data.map((each) => (mayBeMarkdown(each) ? String(each.value) : ''))
  const templates = parseDescriptions(texts, edge.assumeMarkdownSettings())
  return data.map(({ id, value }, index) =>
    mayBeMarkdown({ id, value }) ? { id, value, template: templates[index] } : { id, value },
  )
}

/** Somebody says things of themselves, as far as that is left to them. */
export function sayOfOneself(realm: Realm, user: User, sayings: readonly Saying[]): void {
  for (const { id } of sayings) refuseUnlessOwn(fieldMeant(realm, id))
  sayOf(realm, user, user, sayings)
}

export function sayNothingOfOneself(realm: Realm, user: User, ids: readonly number[]): void {
  sayOfOneself(
    realm,
    user,
    ids.map((id) => ({ id, value: null })),
  )
}

function refuseUnlessOwn({ editable_by_user }: ProfileField) {
  if (!editable_by_user) throw mayNotChangeField({})
}

/** Whoever sees to somebody's account says things of them. */
export function sayOf(realm: Realm, author: User, user: User, sayings: readonly Saying[]): void {
  for (const { id, value, template } of sayings) {
    const field = fieldMeant(realm, id)
    const kept = valueKept(field, value, (user_id) => isPerson(realm, user_id))
    if (kept instanceof ApiError) throw kept
    if (kept === undefined) say(realm, user, id, undefined)
    else say(realm, user, id, { value: kept, ...renderedFor(realm, author, field, template) })
  }
}

function isPerson(realm: Realm, user_id: number): boolean {
  const user = maybeUser(realm, user_id)
  return user !== undefined && user.is_active && !user.is_bot
}

const renderedFor = (realm: Realm, author: User, field: ProfileField, template: Template | undefined) =>
  isRendered(field) && template
    ? { rendered_value: renderDescription(template, mentionDirectory(realm, author)) }
    : undefined
