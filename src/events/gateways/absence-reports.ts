import { logLine } from '../../api/log-line'
import type { Gateway } from './gateway'
import type { AbsenceChanges, GatewayRealm } from './protocol'

/**
 * Tells the realm which queues expired, and removes them. Tells it of which queues the clients have left: they no longer make their
 * users present. Returns whether a queue expired.
 */
export async function reportAbsence(gateway: Gateway, realm: GatewayRealm): Promise<boolean> {
  const { number } = gateway.place
  const expired = gateway.expiredQueues()
  if (expired.length > 0) await realm.removeExpiredQueues(number, expired)
  for (const { queue_id } of expired) gateway.remove(queue_id)
  const left = gateway.leftQueues()
  const isNoted = left.length === 0 || (await isAbsenceNoted(gateway, realm, { left, returned: [] }))
  if (isNoted) for (const { queue_id } of left) gateway.queues.setAway(queue_id, true)
  return expired.length > 0
}

/** Tells the realm that a client which was away polls its queue again. */
export async function reportReturn(
  gateway: Gateway | undefined,
  realm: GatewayRealm,
  { queue_id, user_id }: { queue_id: string; user_id: number },
): Promise<void> {
  const cached = gateway?.queues.cached(queue_id)
  if (gateway && cached?.isAway && cached.queue.user_id === user_id)
    await isAbsenceNoted(gateway, realm, { left: [], returned: [queue_id] })
}

/** During a deployment, the realm may still run release 0.1.0, which has no such call. Nothing else may fail then: the next report repeats it. */
async function isAbsenceNoted(gateway: Gateway, realm: GatewayRealm, changes: AbsenceChanges): Promise<boolean> {
  try {
    await realm.noteAbsence(gateway.place.number, changes)
    return true
  } catch (error) {
    logLine('warn', 'absence_not_noted', { realm: gateway.place.realm_name }, error)
    return false
  }
}
