import * as v from 'valibot'
import { isNestedTooDeeply } from '../../../api/json-depth'
import { parseJson } from '../../../api/parse-json'
import { readBody } from '../../../api/read-fields'
import { plainJson } from '../../../api/respond'
import { endpoint, type Edge } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { SCOPES } from '../../people/agents/scopes'
import { anyone } from '../../people/users/callers'
import { ownUrl } from '../../realm/settings/own-url'
import { clientMetadata, registeredId, shownName } from './client-rules'
import { resourceOf } from './resource'

const document = { 200: { description: 'The document, as JSON.' } }

const resourceEndpoint = {
  caller: anyone,
  params: {},
  serves: document,
  errors: [],
  decide: (realm: ReadOnlyRealm) => ({
    resource: resourceOf(realm),
    authorization_servers: [ownUrl(realm)],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
  }),
  serve: (_edge: Edge, facts: object) => plainJson(facts),
}

export const describeResource = endpoint.file({
  route: 'GET site:/.well-known/oauth-protected-resource/mcp',
  summary: 'Where agents get tokens for `/mcp` (RFC 9728).',
  ...resourceEndpoint,
})

export const describeResourceOfHost = endpoint.file({
  route: 'GET site:/.well-known/oauth-protected-resource',
  summary: 'The same, for agents that look for it at the host.',
  ...resourceEndpoint,
})

export const describeAuthorization = endpoint.file({
  route: 'GET site:/.well-known/oauth-authorization-server',
  summary: 'How agents get tokens (RFC 8414).',
  caller: anyone,
  params: {},
  serves: document,
  errors: [],
  decide: (realm) => {
    const issuer = ownUrl(realm)
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    }
  },
  serve: (_edge, facts) => plainJson(facts),
})

const MAX_BODY_BYTES = 16 * 1024

export const registerClient = endpoint.file({
  route: 'POST site:/oauth/register',
  summary: 'Register a client that has no metadata document (RFC 7591).',
  note: 'Nothing is stored: the id of the client contains its name and its addresses.',
  caller: anyone,
  streams: 'any body',
  params: {},
  serves: {
    201: { description: 'The id of the client, as JSON.' },
    400: { description: 'The metadata are not valid.' },
  },
  errors: [],
  decide: (realm) => ({ now: realm.now() }),
  serve: async ({ request }, { now }) => {
    const json = new TextDecoder().decode(await readBody(request, MAX_BODY_BYTES))
    const stated = v.safeParse(clientMetadata, isNestedTooDeeply(json) ? undefined : parseJson(json))
    const client_id = stated.success ? registeredId(stated.output) : undefined
    if (!stated.success || client_id === undefined) return plainJson({ error: 'invalid_client_metadata' }, 400)
    const { client_name, redirect_uris } = stated.output
    const client = {
      client_id,
      client_id_issued_at: now,
      client_name: shownName(client_name),
      redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
    return plainJson(client, 201)
  },
})
