import type { Refusal } from './errors'

/** The root of SCIM 2.0 (RFC 7644), by which a directory creates, changes and deactivates accounts. */
export const SCIM_ROOT = '/scim/v2'

export const isBelowScim = ({ pathname }: URL): boolean => pathname.startsWith(`${SCIM_ROOT}/`)

export const SCIM_TYPE = 'application/scim+json; charset=utf-8'

/** Returns the response to a refusal in the form of SCIM. */
export function scimRefusal({ status, msg, fields }: Refusal): Response {
  const error = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(typeof fields.scimType === 'string' ? { scimType: fields.scimType } : {}),
    detail: msg,
  }
  return new Response(JSON.stringify(error), { status, headers: { 'content-type': SCIM_TYPE } })
}
