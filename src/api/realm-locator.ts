import type { RealmResult, RealmCall, RealmStub } from './realm-call'
import type { RealmPlace } from './endpoint'
import { badRequest, realmAlreadyExists, realmDoesNotExist } from './errors'

/**
 * Finds realms. A realm lives where its name says, or in the jurisdiction it was created in: the ordinary place is asked
 * first, so nearly every request is one hop, and where a realm was found is remembered while this isolate lives. Asking
 * an object that was never created makes no storage.
 */
export type RealmLocator = {
  ask(place: RealmPlace, call: RealmCall): Promise<RealmResult>
  fetch(place: RealmPlace, url: string, init: RequestInit): Promise<Response>
  /** Whether a realm of this name exists, here or in a jurisdiction. */
  exists(name: string): Promise<boolean>
}

/** The status with which an object answers a listener that there is no realm in it. */
export const NO_REALM_STATUS = 404

const JURISDICTIONS = ['eu', 'fedramp'] as const
type Jurisdiction = (typeof JURISDICTIONS)[number]

export const jurisdictionsUnavailable = badRequest(() => 'This server runs where there are no jurisdictions')

const jurisdictions = new Map<string, Jurisdiction>()
const nowhereUntil = new Map<string, number>()
const NOWHERE_FOR_MILLISECONDS = 60_000
const MOST_NOWHERE = 10_000

export function realmLocator(namespace: DurableObjectNamespace): RealmLocator {
  const doorAt = ({ name, jurisdiction, location_hint }: RealmPlace): RealmStub => {
    const within = jurisdiction === undefined ? namespace : namespace.jurisdiction(jurisdiction as Jurisdiction)
    const options =
      location_hint === undefined ? undefined : { locationHint: location_hint as DurableObjectLocationHint }
    return within.get(within.idFromName(name), options) as unknown as RealmStub
  }

  async function findAndAsk<Reply>(
    name: string,
    ask: (door: RealmStub) => Promise<Reply>,
    isNoRealm: (reply: Reply) => boolean,
  ): Promise<Reply> {
    const reply = await ask(doorAt({ name, jurisdiction: jurisdictions.get(name) }))
    if (!isNoRealm(reply) || (nowhereUntil.get(name) ?? 0) > Date.now()) return reply
    for (const jurisdiction of JURISDICTIONS) {
      const door = stubIfAvailable(() => doorAt({ name, jurisdiction }))
      const found = door && (await ask(door))
      if (found === undefined || isNoRealm(found)) continue
      jurisdictions.set(name, jurisdiction)
      return found
    }
    // Anybody may ask for names that are nobody's: what is remembered of them is bounded.
    if (nowhereUntil.size >= MOST_NOWHERE) nowhereUntil.clear()
    nowhereUntil.set(name, Date.now() + NOWHERE_FOR_MILLISECONDS)
    return reply
  }

  // A realm's rows in D1 go by its name alone, so a name is taken wherever its realm lives.
  async function isElsewhere(place: RealmPlace): Promise<boolean> {
    for (const jurisdiction of [undefined, ...JURISDICTIONS]) {
      if (jurisdiction === place.jurisdiction) continue
      const door = stubIfAvailable(() => doorAt({ name: place.name, jurisdiction }))
      if (await door?.exists()) return true
    }
    return false
  }

  return {
    async ask(place, call) {
      if (!place.create) return findAndAsk(place.name, (door) => door.ask(call), saysNoRealm)
      if (await isElsewhere(place)) return { ok: false, refusal: realmAlreadyExists({}).refusal }
      const door = stubIfAvailable(() => doorAt(place))
      if (door === undefined) return { ok: false, refusal: jurisdictionsUnavailable({}).refusal }
      const answer = await door.ask(call)
      if (answer.ok) nowhereUntil.delete(place.name)
      return answer
    },
    exists: (name) =>
      findAndAsk(
        name,
        (door) => door.exists(),
        (exists) => !exists,
      ),
    fetch: (place, url, init) =>
      findAndAsk(
        place.name,
        (door) => door.fetch(url, init),
        (response) => response.status === NO_REALM_STATUS,
      ),
  }
}

const saysNoRealm = (answer: RealmResult) => !answer.ok && answer.refusal.code === realmDoesNotExist.code

// The local runtime knows no jurisdictions: no realm can live in one there.
function stubIfAvailable(open: () => RealmStub): RealmStub | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
