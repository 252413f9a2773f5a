import { isSession, type Credential } from '../../api/callers'

type Admitted<Facts> = { facts: Facts; until: number }

/** The credentials that the realm admitted. They live until the realm changes something about their user, and at most as long as it allowed. */
export class AdmittedCredentials<Facts extends { user_id: number }> {
  readonly #admitted = new Map<string, Admitted<Facts>>()

  constructor(
    readonly seconds: () => number,
    readonly most: number,
  ) {}

  /** Returns what the realm answered about a credential, or undefined if it must be asked. */
  find(credential: Credential | undefined): Facts | undefined {
    const admitted = this.#admitted.get(nameOf(credential) ?? '')
    return admitted && admitted.until > this.seconds() ? admitted.facts : undefined
  }

  add(credential: Credential | undefined, facts: Facts, until: number): void {
    const name = nameOf(credential)
    if (name === undefined || name.length > MAX_NAME_CHARACTERS || until <= this.seconds()) return
    this.#admitted.delete(name)
    for (const oldest of this.#admitted.keys()) {
      if (this.#admitted.size < this.most) break
      this.#admitted.delete(oldest)
    }
    this.#admitted.set(name, { facts, until })
  }

  forget(users: ReadonlySet<number> | 'all'): void {
    if (users === 'all') return this.#admitted.clear()
    if (users.size === 0) return
    for (const [name, { facts }] of this.#admitted) if (users.has(facts.user_id)) this.#admitted.delete(name)
  }
}

// A hash and an address. Spaces around an address mean nothing, and there may be any number of them.
const MAX_NAME_CHARACTERS = 400

function nameOf(credential: Credential | undefined): string | undefined {
  if (isSession(credential)) return `${credential.session_id} ${credential.session_hash}`
  if (credential === undefined || !('key_hash' in credential)) return undefined
  return `${credential.key_hash} ${credential.isKeyOnly ? '' : credential.email}`
}
