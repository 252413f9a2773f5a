/** Returns the answer to a request that is refused. */
export const refusal = (msg: string, code = 'BAD_REQUEST', fields: object = {}) => ({
  result: 'error',
  msg,
  code,
  ...fields,
})

export const badQueue = (queue_id: string) =>
  refusal(`Bad event queue ID: ${queue_id}`, 'BAD_EVENT_QUEUE_ID', { queue_id })

export const SUCCESS = { result: 'success', msg: '' }

export const NOT_LOGGED_IN = refusal('Not logged in: API authentication or user session required', 'UNAUTHORIZED')
export const NO_BOTS = refusal('This endpoint does not accept bot requests.')
export const NO_PERMISSION = refusal('Insufficient permission')
export const OWNERS_ONLY = refusal('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL')
export const ADMINISTRATORS_ONLY = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
export const CHANNEL_ADMINISTRATORS_ONLY = refusal('You do not have permission to administer this channel.')
export const INVALID_CHANNEL = refusal('Invalid channel ID')
export const INVALID_MESSAGES = refusal('Invalid message(s)')
