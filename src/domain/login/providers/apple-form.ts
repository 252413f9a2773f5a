import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import type { Identity, Provider } from './provider'

const MAX_NAME_CHARACTERS = 100

const formShape = v.object({
  name: v.object({ firstName: v.optional(v.string(), ''), lastName: v.optional(v.string(), '') }),
})

/** Returns the name in the field `user` of Apple's form, which has it only at the first login of a user. */
export function nameInForm(user: string | undefined): string | undefined {
  const form = v.safeParse(formShape, user === undefined ? undefined : parseJson(user))
  if (!form.success) return undefined
  const { firstName, lastName } = form.output.name
  const name = `${firstName} ${lastName}`.trim().slice(0, MAX_NAME_CHARACTERS)
  return name === '' ? undefined : name
}

/**
 * Returns the identity with the name that the form stated. Only Apple states names in a form, and without a signature: so it only
 * suggests a name for a new account.
 */
export const withNameFromForm = ({ kind }: Pick<Provider, 'kind'>, identity: Identity, name: string): Identity =>
  kind === 'apple' && identity.full_name === ''
    ? { ...identity, full_name: name.trim().slice(0, MAX_NAME_CHARACTERS) }
    : identity
