import type { Credential } from '../../api/callers'

type Admitted = { user_id: number; until: number }

/**
 * The API keys that the realm admitted. They live until the realm changes something about their user, and at most an hour: the
 * realm notes when a key was used. Other credentials change by themselves, so the realm is asked each time.
 */
export class AdmittedCredentials {
  readonly #admitted = new Map<string, Admitted>()

  constructor(readonly seconds: () => number) {}

  /** Returns the user of a credential, or undefined if the realm must be asked. */
  find(credential: Credential | undefined): number | undefined {
    const admitted = this.#admitted.get(nameOf(credential) ?? '')
    return admitted && admitted.until > this.seconds() ? admitted.user_id : undefined
  }

  add(credential: Credential | undefined, user_id: number): void {
    const name = nameOf(credential)
    if (name === undefined || name.length > MAX_NAME_CHARACTERS) return
    if (this.#admitted.size >= MAX_ADMITTED) this.#admitted.clear()
    this.#admitted.set(name, { user_id, until: this.seconds() + ADMITTED_SECONDS })
  }

  forget(users: ReadonlySet<number> | 'all'): void {
    if (users === 'all') return this.#admitted.clear()
    if (users.size === 0) return
    for (const [name, { user_id }] of this.#admitted) if (users.has(user_id)) this.#admitted.delete(name)
  }
}

const ADMITTED_SECONDS = 3600
const MAX_ADMITTED = 20_000
// A hash and an address. Spaces around an address mean nothing, and there may be any number of them.
const MAX_NAME_CHARACTERS = 400

function nameOf(credential: Credential | undefined): string | undefined {
  if (credential === undefined || !('key_hash' in credential)) return undefined
  return `${credential.key_hash} ${credential.isKeyOnly ? '' : credential.email}`
}
