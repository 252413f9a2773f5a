import { hashApiKey } from '../../../api/callers'
import type { Decoded, Route, Schemas } from '../../../api/endpoint'
import { isNestedTooDeeply } from '../../../api/json-depth'
import { parseJson } from '../../../api/parse-json'
import { readBody } from '../../../api/read-fields'
import { SCIM_TYPE } from '../../../api/scim'
import { endpoint, step } from '../../../edge'
import type { Realm } from '../../../realm'
import { anyone } from '../../people/users/callers'
import { isObject, type Resource } from './attribute'
import { badScimRequest } from './refusals'
import { requireDirectory } from './token-actions'

/** What the realm answers to the directory. */
export type Answer = { status: 200 | 201 | 204; body?: object; location?: string }

/** The largest body: a group with thousands of members. */
export const MAX_BODY_BYTES = 1024 * 1024

const BEARER = /^Bearer ([\w-]{1,200})$/i

const tokenHashIn = ({ headers }: Request): string =>
  hashApiKey(BEARER.exec((headers.get('authorization') ?? '').trim())?.[1] ?? '')

/** The realm as the directory changes it: the audit log names SCIM as the client. */
const forDirectory = (realm: Realm): Realm => ({ ...realm, client: { ...realm.client, name: 'SCIM' } })

const respond = ({ status, body, location }: Answer): Response => {
  const headers = { 'content-type': SCIM_TYPE, ...(location === undefined ? {} : { location }) }
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
}

type Declaration<Params extends Schemas> = { route: Route; summary: string; note?: string; params: Params }

const common = { caller: anyone, errors: [] }
const CREDENTIAL = 'The credential is a token of `POST /parley/scim/tokens`, as `Authorization: Bearer`.'

/** Declares an endpoint that reads for the directory. */
export const scimRead = <Params extends Schemas>({
  answer,
  ...declaration
}: Declaration<Params> & { answer: (realm: Realm, params: Decoded<Params>) => Answer }) =>
  endpoint.file({
    ...common,
    note: CREDENTIAL,
    ...declaration,
    serves: { 200: { description: 'The resource, or a list of resources.', headers: ['Content-Type'] } },
    prepare: ({ request }) => ({ token_hash: tokenHashIn(request) }),
    decide: (realm, _, params) => {
      requireDirectory(realm, params.token_hash)
      return answer(realm, params)
    },
    serve: (_, decision) => respond(decision),
  })

type Write<Params extends Schemas> = { token_hash: string; params: Decoded<Params>; body: Resource }

/** Declares an endpoint that writes for the directory. The token is checked before the body is read, and again afterwards. */
export const scimWrite = <Params extends Schemas>({
  change,
  hasBody = true,
  ...declaration
}: Declaration<Params> & {
  hasBody?: boolean
  change: (realm: Realm, params: Decoded<Params>, body: Resource) => Answer
}) => {
  const apply = step((realm, _: undefined, { token_hash, params, body }: Write<Params>) => {
    requireDirectory(realm, token_hash)
    return change(forDirectory(realm), params, body)
  })
  return endpoint.file({
    ...common,
    note: CREDENTIAL,
    ...declaration,
    serves: {
      200: { description: 'The resource after the change.', headers: ['Content-Type'] },
      201: { description: 'The new resource.', headers: ['Content-Type', 'Location'] },
      204: { description: 'The resource was deleted.', mayBeEmpty: true },
    },
    streams: 'any body' as const,
    steps: { apply },
    prepare: ({ request }) => ({ token_hash: tokenHashIn(request) }),
    decide: (realm, _, params) => {
      requireDirectory(realm, params.token_hash)
      return { token_hash: params.token_hash }
    },
    serve: async (edge, { token_hash }, params) => {
      const body = hasBody ? await bodyOf(edge.request) : {}
      return respond(await edge.ask(apply, { token_hash, params, body }))
    },
  })
}

async function bodyOf(request: Request): Promise<Resource> {
  const text = new TextDecoder().decode(await readBody(request, MAX_BODY_BYTES))
  const body = isNestedTooDeeply(text) ? undefined : parseJson(text)
  if (!isObject(body)) throw badScimRequest('invalidSyntax', 'The body must be a JSON object')
  return body
}
