/** A public key: its algorithm, as COSE numbers it, and its numbers. */
export type PublicKey = { algorithm: number; jwk: Record<string, string> }

/** What the realm stores of a passkey. */
export type Passkey = PublicKey & {
  passkey_id: number
  user_id: number
  credential_id: string
  sign_count: number
  /** Whether several devices may have the private key. */
  is_backup_eligible: boolean
  is_backed_up: boolean
  transports: readonly string[]
  name: string
  created_at: number
  used_at: number | null
}

/** What a device states about a passkey that it made. */
export type NewPasskey = PublicKey &
  Pick<Passkey, 'credential_id' | 'sign_count' | 'is_backup_eligible' | 'is_backed_up'>

/** What a challenge is for. A signature for one purpose is worthless for another. */
export const PURPOSES = ['add', 'log_in', 'second_factor', 'confirm'] as const
export type Purpose = (typeof PURPOSES)[number]

export const PASSKEYS_PER_ACCOUNT = 10
export const MAX_NAME_CHARACTERS = 60
export const CHALLENGE_SECONDS = 300

/** The algorithms that a new passkey may have, the preferred one first: Ed25519, ECDSA with P-256, RSA. */
export const ALGORITHMS = [-8, -7, -257] as const
