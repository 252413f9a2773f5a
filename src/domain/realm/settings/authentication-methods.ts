import { boolean, dictionary, shortText } from '../../../api/params'
import type { Config } from '../../../config'

/** The ways in that this server knows: by address and password, and, in development, by address alone. */
const METHODS = ['Dev', 'Email'] as const
export type AuthenticationMethod = (typeof METHODS)[number]

/** Which of them the realm wants. */
export type MethodsEnabled = Record<string, boolean>
export const authenticationMethods = dictionary(shortText(), boolean(), 20)
export const INITIAL_METHODS: MethodsEnabled = { Dev: true, Email: true }

/** Those that this deployment has. */
export const methodsHere = ({ development }: Pick<Config, 'development'>): AuthenticationMethod[] =>
  METHODS.filter((method) => method !== 'Dev' || development)
