import type { ApiError } from '../../../api/errors'
import type { Edge } from '../../../edge'
import { isBreached } from './breached-passwords'
import { isCommonPassword } from './password-rules'
import { passwordTooCommon, passwordTooWeak, passwordWasLeaked, refusalOfPassword } from './rules'

type Choice = {
  password: string
  /** The name and the address of the user, and the name of the organization: an attacker knows them. */
  context: readonly string[]
}

/** The errors of `refusalOfChoice`. */
export const choiceErrors = [passwordTooCommon, passwordWasLeaked]

/** The errors of a password for a new account, besides those of its owner's choice. */
export const firstPasswordErrors = [passwordTooWeak, ...choiceErrors]

/** Returns why a new account cannot have a password. Runs in the Worker. */
export async function refusalOfFirstPassword(edge: Edge, choice: Choice): Promise<ApiError | undefined> {
  return refusalOfPassword(choice.password) ?? (await refusalOfChoice(edge, choice))
}

/** Returns why a user should not choose a password that is long enough, or undefined. Runs in the Worker. */
export async function refusalOfChoice({ config }: Edge, { password, context }: Choice): Promise<ApiError | undefined> {
  if (isCommonPassword(password, context)) return passwordTooCommon({})
  return (await isBreached(config.outside, password)) ? passwordWasLeaked({}) : undefined
}
