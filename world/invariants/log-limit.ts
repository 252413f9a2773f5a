import { WorldSocket } from '../platform/sockets.ts'
import { WorldResponse } from '../platform/responses.ts'
import type { Organization } from '../life/organization.ts'

const SOON_MILLISECONDS = 15_000
const SHORT_MILLISECONDS = 100

/**
 * A client listens and acknowledges nothing, while more happens than the log may keep. Then its queue and its connection end, and the log
 * is short again within seconds, without another request.
 */
export async function checkLimitOfLog(organization: Organization, most = Infinity): Promise<void> {
  const { members, world } = organization
  const [owner] = members
  if (owner === undefined || most === Infinity) return
  const { client } = owner
  const { queue_id, last_event_id } = await client.insist('POST', '/register', { event_types: ['user_status'] })
  const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) })
  const answer = await client.fetch(`/api/v1/events?${query}`, { headers: { upgrade: 'websocket' } })
  const socket = answer instanceof WorldResponse ? answer.webSocket : undefined
  socket?.accept()
  const active = members.filter((member) => !member.isGone)
  const change = (by: number, nth: number) =>
    active[by % active.length]?.client.ask('POST', '/users/me/status', { status_text: `Busy ${nth}` })
  const atOnce = Math.floor((most * 0.8) / active.length)
  await Promise.all(
    active.map(async (_, by) => {
      for (let nth = 0; nth < atOnce; nth++) await change(by, nth)
    }),
  )
  const isThere = () => organization.query(`SELECT 1 FROM queues WHERE queue_id = '${queue_id}'`).length > 0
  // No event follows the one that makes the log too long: it would end the connection, too.
  for (let nth = 0; nth < most * 0.5 && isThere(); nth++) {
    await change(nth, nth)
    await world.scheduler.wait(SHORT_MILLISECONDS)
  }
  await world.scheduler.wait(SOON_MILLISECONDS)
  const [{ n } = { n: 0 }] = organization.query('SELECT count(*) AS n FROM events')
  if (n > most) organization.fail(`The log has ${n} events soon after it was too long`)
  if (!isThere() && socket?.readyState === WorldSocket.OPEN)
    organization.fail('A client listens to a queue that ended because the log was too long')
}
