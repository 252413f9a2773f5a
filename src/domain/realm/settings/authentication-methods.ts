import { boolean, dictionary, shortText } from '../../../api/params'
import type { Config } from '../../../config'

/** The authentication methods of this server. `Email` is a password; `Dev` needs only an address, in development. */
const METHODS = ['Dev', 'Email'] as const
export type AuthenticationMethod = (typeof METHODS)[number]

/** Whether the realm enables each method. */
export type EnabledMethods = Record<string, boolean>
export const authenticationMethods = dictionary(shortText(), boolean(), 20)
export const INITIAL_METHODS: EnabledMethods = { Dev: true, Email: true }

/** Returns the methods that this deployment supports. */
export const availableMethods = ({ development }: Pick<Config, 'development'>): AuthenticationMethod[] =>
  METHODS.filter((method) => method !== 'Dev' || development)
