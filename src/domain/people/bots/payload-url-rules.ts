import { badRequest, type ApiError } from '../../../api/errors'
import { problemOfAddress, type AddressPolicy } from '../../../outside/address-rules'

export const payloadUrlIsInvalid = badRequest(() => 'payload_url is not a URL')
export const payloadUrlIsPrivate = badRequest(() => 'payload_url is an address that this server does not call')

/** Refuses a URL that the server must not call for a member, when the member sets it. Each request checks it again. */
export function refusalOfPayloadUrl(address: string, policy: AddressPolicy): ApiError | undefined {
  const problem = problemOfAddress(address, policy)
  if (problem === 'invalid') return payloadUrlIsInvalid({})
  return problem && payloadUrlIsPrivate({})
}
