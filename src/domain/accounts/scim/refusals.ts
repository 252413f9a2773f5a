import { ApiError } from '../../../api/errors'

/** The reasons of SCIM for a refusal with the status 400 or 409. */
type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

const refusal = (status: number, code: string, detail: string, scimType?: ScimType) =>
  new ApiError({ code, msg: detail, fields: scimType ? { scimType } : {}, status })

export const badScimRequest = (scimType: ScimType, detail: string) => refusal(400, 'BAD_REQUEST', detail, scimType)
export const isTaken = (detail: string) => refusal(409, 'BAD_REQUEST', detail, 'uniqueness')
export const notPermitted = (detail: string) => refusal(403, 'BAD_REQUEST', detail)
export const noSuchResource = (id: string) => refusal(404, 'BAD_REQUEST', `Resource ${id} not found`)
export const wrongToken = () => refusal(401, 'UNAUTHORIZED', 'The bearer token is missing, wrong or revoked')
