import { logLine } from '../../api/log-line'
import { withTimeLimit } from '../../store/time-limit'
import { waitBeforeCall } from './call-pause'
import { nextBatch } from './next-batch'
import type { GatewayStub } from './protocol'
import { CLOCKS_DIFFER_MILLISECONDS, hasWork, noteReply, type RemoteGateway } from './remote-gateway'

type Context = Parameters<typeof nextBatch>[1] & {
  stubOf: (number: number, region: string) => GatewayStub
  wakeAt: (seconds: number) => void
  /** Returns whether the gateway is still one of the realm's. */
  isOpen: () => boolean
  /** Returns how many gateways the realm has. */
  count: () => number
}

/**
 * Calls a gateway until nothing waits for it, or until a call fails. Then nothing is known about the gateway any more, and due work
 * calls it again.
 */
export async function callWhileWork(remote: RemoteGateway, context: Context): Promise<void> {
  const { realm_name, milliseconds, log, stubOf, wakeAt, isOpen, count } = context
  while (hasWork(remote) && isOpen()) {
    const wait = waitBeforeCall(remote, count(), milliseconds())
    if (wait > 0) await scheduler.wait(wait)
    if (!isOpen()) return
    remote.calledAt = milliseconds()
    try {
      const batch = await nextBatch(remote, context)
      // A request that comes from here on needs another call.
      if (batch.spareFrom !== undefined) Object.assign(remote, { isDue: false, mustStore: false })
      remote.leaseUntil = batch.leaseUntil + CLOCKS_DIFFER_MILLISECONDS
      const reply = await withTimeLimit(SECONDS_PER_CALL, remote.stub.deliver(batch))
      noteReply(remote, batch, reply, log.lastId)
    } catch (error) {
      logLine('warn', 'gateway_failed', { realm: realm_name, number: remote.number }, error)
      // The stub of an object that crashed may stay broken.
      const stub = stubOf(remote.number, remote.region)
      Object.assign(remote, { stub, position: undefined, applied: undefined, isDue: true })
      remote.lists.clear()
      wakeAt(Math.floor(milliseconds() / 1000) + RETRY_AFTER_SECONDS)
      return
    }
  }
}

/**
 * Waits until a gateway has confirmed what takes rights away, or serves no more because its lease has ended. Later calls bring
 * the change with them, so only the lease that the gateway has now counts.
 */
export async function untilConfirmed(
  remote: RemoteGateway,
  milliseconds: () => number,
  exchange: () => Promise<void>,
): Promise<void> {
  const { leaseUntil, revokedAt } = remote
  const isConfirmed = () => (remote.applied ?? -1) >= revokedAt
  while (!isConfirmed() && milliseconds() < leaseUntil) {
    await Promise.race([exchange(), scheduler.wait(CONFIRMATION_PAUSE_MILLISECONDS)])
    if (!isConfirmed()) await scheduler.wait(CONFIRMATION_PAUSE_MILLISECONDS)
  }
}

const CONFIRMATION_PAUSE_MILLISECONDS = 200
const SECONDS_PER_CALL = 5
const RETRY_AFTER_SECONDS = 5
