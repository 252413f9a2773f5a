import { missingParameter } from '../../../api/decode'
import type { DeviceRegistration, PushKey, TokenRegistration } from './rules'

/** The parameters of both forms of a registration. */
type Fields = {
  [Name in keyof (DeviceRegistration & PushKey & TokenRegistration)]?:
    | (DeviceRegistration & PushKey & TokenRegistration)[Name]
    | undefined
}

/** Returns the registration of a phone without a device id. Throws `missingParameter`. */
export function registrationIn(fields: Fields): DeviceRegistration {
  const { token_kind, push_account_id, push_public_key, bouncer_public_key, encrypted_push_registration } = fields
  if (token_kind === undefined) throw missingParameter({ var_name: 'token_kind' })
  if (push_account_id === undefined) throw missingParameter({ var_name: 'push_account_id' })
  if (push_public_key === undefined) throw missingParameter({ var_name: 'push_public_key' })
  if (bouncer_public_key === undefined) throw missingParameter({ var_name: 'bouncer_public_key' })
  if (encrypted_push_registration === undefined) throw missingParameter({ var_name: 'encrypted_push_registration' })
  return { token_kind, push_account_id, push_public_key, bouncer_public_key, encrypted_push_registration }
}

/** Returns the key of a device, if all its fields are there. */
export const keyIn = ({ push_key_id, push_key }: Fields): PushKey | undefined =>
  push_key_id === undefined || push_key === undefined ? undefined : { push_key_id, push_key }

/** Returns the token of a device, if all its fields are there. */
export function tokenIn(fields: Fields): TokenRegistration | undefined {
  const { token_kind, token_id, bouncer_public_key, encrypted_push_registration } = fields
  if (token_kind === undefined || token_id === undefined) return undefined
  if (bouncer_public_key === undefined || encrypted_push_registration === undefined) return undefined
  return { token_kind, token_id, bouncer_public_key, encrypted_push_registration }
}
