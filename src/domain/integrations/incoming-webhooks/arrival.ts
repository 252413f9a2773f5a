/** The result of a delivery. `nothing`: its event needs no message, or the address excludes it. */
export type Outcome = 'sent' | 'nothing' | 'repeated' | 'refused'

/** A delivery of a service to a bot, as its owner can look at it and send it again. */
export type Arrival = {
  id: number
  bot_id: number
  service: string
  event: string | null
  arrived_at: number
  outcome: Outcome
  error: string | null
  query: string
  headers: string
  body: Uint8Array
  is_whole: boolean
}
export type NewArrival = Omit<Arrival, 'id'>

/** The part of a delivery that the realm stores, for its owner. The Worker has removed the secrets. */
export type ArrivedRequest = Pick<Arrival, 'service' | 'query' | 'headers' | 'body' | 'is_whole'>
