import { checkFields } from '../../../api/check-declaration'
import { badRequest, type ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'

/**
 * People without an account, where they may look in, are told how things are and not what becomes of them: nothing is kept
 * for whoever happens to pass by. Each concept says what of it is for everybody's eyes.
 */
const notForAnyone = badRequest((f: { name: string }) => `Invalid '${f.name}' parameter for anonymous request`)
export const anyonesErrors = [notForAnyone]

/** What is said of wishes that only those inside may have. */
export function refusalOfWish(wished: {
  client_gravatar?: boolean
  include_subscribers?: string
}): ApiError | undefined {
  if (wished.client_gravatar === true) return notForAnyone({ name: 'client_gravatar' })
  return (wished.include_subscribers ?? 'false') === 'false' ? undefined : notForAnyone({ name: 'include_subscribers' })
}

export function stateInPublic(realm: Realm, types: readonly string[] | null): object {
  const wanted = types === null ? undefined : new Set(types)
  const state = {}
  for (const slice of realm.slices) {
    const { fetchedFor, fields } = slice
    const said = fetchedFor.every((type) => wanted?.has(type) ?? true) ? slice.readInPublic?.(realm) : undefined
    if (said === undefined) continue
    const told = Object.fromEntries(Object.entries(fields).filter(([name]) => name in said))
    if (realm.config.check_declarations) checkFields(`What is public of ${fetchedFor.join(', ')}`, told, said)
    Object.assign(state, said)
  }
  return state
}
