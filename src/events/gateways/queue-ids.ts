/**
 * The id of a queue in a gateway is `g3-41-…`: the number of the gateway, the number of the queue, and a random part. The ids of
 * the realm's own queues begin with a hexadecimal digit, so they come before all of these.
 */
export const FIRST_GATEWAY_QUEUE_ID = 'g'
/** The gateway that answers pings. It has no queues. */
export const PING_GATEWAY = 0
/** Text after each id. */
export const AFTER_ALL_QUEUE_IDS = '~'

export const gatewayQueueId = (gateway: number, queue: number, random: string): string =>
  `g${gateway}-${queue}-${random}`

/** Returns the number of the gateway that has the queue, or undefined if the realm itself has it. */
export function gatewayOf(queue_id: unknown): number | undefined {
  const [, number] = /^g(\d{1,6})-\d{1,16}-/.exec(typeof queue_id === 'string' ? queue_id : '') ?? []
  return number === undefined ? undefined : Number(number)
}

/** Returns the number of a queue in a gateway. */
export function numberOf(queue_id: string): number {
  const begin = queue_id.indexOf('-') + 1
  return Number(queue_id.slice(begin, queue_id.indexOf('-', begin)))
}
