import type { Gateway } from '../../src/events/gateways/gateway'
import type { ListeningRealm } from '../../src/listening-realm'

/**
 * Returns what is wrong in the memory of a gateway, between two turns: its log has each event once, it knows how much of it is stored, and
 * when it has applied all changes of the realm, it has the queues that the realm has in it. `realm` is absent while it sleeps.
 */
export function differencesOfGateway(gateway: Gateway, realm: ListeningRealm | undefined): string[] {
  const { log, queues, place } = gateway
  const { applied, stored_up_to } = queues.sql.one<{ applied: number | null; stored_up_to: number }>`
    SELECT applied, stored_up_to FROM gateway`
  const ids = [...log.eventsAfter(-1)].map(({ id }) => id)
  const repeated = ids.find((id, nth) => nth > 0 && id <= ids[nth - 1]!)
  const remote = realm?.gateways.opened.remotes.get(place.number)
  const isCurrent = remote !== undefined && remote.applied === remote.version && applied === remote.version
  const own = new Set(queues.allIds())
  const missing = isCurrent
    ? [...realm!.gateways.directory.queuesIn(place.number)].filter(({ queue_id }) => !own.has(queue_id))
    : []
  const of = `gateway ${place.number}`
  return [
    ...(repeated === undefined ? [] : [`The log of ${of} has event ${repeated} twice, or after a newer one`]),
    ...(log.storedUpTo === stored_up_to ? [] : [`${of} believes that it has stored events up to ${log.storedUpTo}`]),
    ...missing.map(({ queue_id }) => `${of} has applied all changes, and does not have queue ${queue_id}`),
  ]
}
