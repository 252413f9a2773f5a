import { isSession, type Credential } from '../../api/callers'

/** `nth`: the number of this step among all additions and all times that a user was forgotten. */
type Admitted<Facts> = { facts: Facts; until: number; nth: number }

/** The credentials that the realm admitted. They live until the realm changes something about their user, and at most as long as it allowed. */
export class AdmittedCredentials<Facts extends { user_id: number }> {
  readonly #admitted = new Map<string, Admitted<Facts>>()
  /** When a user was forgotten last. Earlier credentials of the user do not count. */
  readonly #forgotten = new Map<number, number>()
  #steps = 0

  constructor(
    readonly seconds: () => number,
    readonly most: number,
  ) {}

  /** Returns what the realm answered about a credential, or undefined if it must be asked. */
  find(credential: Credential | undefined): Facts | undefined {
    const admitted = this.#admitted.get(nameOf(credential) ?? '')
    if (admitted === undefined || admitted.until <= this.seconds()) return undefined
    return admitted.nth > (this.#forgotten.get(admitted.facts.user_id) ?? 0) ? admitted.facts : undefined
  }

  add(credential: Credential | undefined, facts: Facts, until: number): void {
    const name = nameOf(credential)
    if (name === undefined || name.length > MAX_NAME_CHARACTERS || until <= this.seconds()) return
    this.#admitted.delete(name)
    for (const oldest of this.#admitted.keys()) {
      if (this.#admitted.size < this.most) break
      this.#admitted.delete(oldest)
    }
    this.#admitted.set(name, { facts, until, nth: ++this.#steps })
  }

  forget(users: ReadonlySet<number> | 'all'): void {
    if (users !== 'all') for (const user_id of users) this.#forgotten.set(user_id, ++this.#steps)
    if (users !== 'all' && this.#forgotten.size <= this.most) return
    this.#admitted.clear()
    this.#forgotten.clear()
  }
}

// A hash and an address. Spaces around an address mean nothing, and there may be any number of them.
const MAX_NAME_CHARACTERS = 400

function nameOf(credential: Credential | undefined): string | undefined {
  if (isSession(credential)) return `${credential.session_id} ${credential.session_hash}`
  if (credential === undefined || !('key_hash' in credential)) return undefined
  return `${credential.key_hash} ${credential.isKeyOnly ? '' : credential.email}`
}
