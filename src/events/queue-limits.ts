export type QueueVariables = Partial<
  Record<'QUEUES_PER_REALM' | 'QUEUES_PER_GATEWAY' | 'EVENT_LOG_ROWS' | 'EVENT_LOG_MIB', string>
>

/** Returns the size at which an event log is too large. */
export const readEventLogLimit = ({ EVENT_LOG_ROWS, EVENT_LOG_MIB }: QueueVariables) => ({
  rows: Number(EVENT_LOG_ROWS) || 100_000,
  bytes: (Number(EVENT_LOG_MIB) || 128) * 2 ** 20,
})

/** Returns how many queues a realm object serves itself, and how many each of its gateways. */
export const readQueueLimits = ({ QUEUES_PER_REALM, QUEUES_PER_GATEWAY }: QueueVariables) => ({
  queues_of_realm: Number(QUEUES_PER_REALM ?? 10_000),
  queues_of_gateway: Number(QUEUES_PER_GATEWAY) || 5000,
})

/** An organization is large while its gateways have so many times the queues that the realm may serve. */
export const LARGE_TIMES = 2
