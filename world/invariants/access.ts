import type { Json } from '../shared-parts.ts'
import type { Organization } from '../life/organization.ts'

/** The members that the oracle watches: one of each role, and some more. */
const WATCHED = 8

/** Compares what members received with what the oracle says that they could see. It computes this from the tables. */
export class AccessCheck {
  readonly organization: Organization
  readonly #oracle

  constructor(organization: Organization) {
    this.organization = organization
    this.#oracle = new organization.shared.Oracle(organization.secrets)
  }

  look(): void {
    const { organization } = this
    const ids = [...organization.secrets.keys()]
    const truth = organization.shared.truthOf((query) => organization.query(query), `id IN (${ids.join(',')})`)
    const watched = organization.members.slice(0, WATCHED).map(({ client }) => client.id)
    this.#oracle.look({ ...truth, users: truth.users.filter((user: Json) => watched.includes(user.user_id)) })
    for (const id of watched) {
      const words = organization.receivedWords.get(id) ?? new Set<string>()
      const decidable = [...words].filter((word) => this.#visibleToOracle.has(word))
      const leaks = this.#oracle.leaksTo({ id }, decidable.join(' '), '')
      if (leaks.length > 0)
        organization.failures.push(`User ${id} received what the user may not see: ${leaks.join(', ')}`)
    }
    organization.receivedWords.clear()
    // A message that was deleted before the oracle looked may still be on its way to a device.
    const present = truth.messages.map(({ id }: Json) => organization.secrets.get(id))
    this.#visibleToOracle = new Set(present.filter((word: string | undefined) => word !== undefined))
  }

  /** The words whose messages the oracle has seen: it decides about no others. */
  #visibleToOracle = new Set<unknown>()
}
