import {
  headerMismatch,
  invalidParams,
  invalidRequest,
  unsupportedHeader,
  unsupportedVersion,
  type RequestId,
  type RpcError,
} from './json-rpc'

/** The current revision of the protocol. Each request carries it, and nothing is negotiated. */
export const CURRENT_REVISION = '2026-07-28'
/** Revisions whose clients send `initialize` first, the newest first. */
export const OLDER_REVISIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']
/** Only the oldest revision has batches. */
export const MAX_BATCH = 10

type JsonObject = Readonly<Record<string, unknown>>

/** A request of a client. `isCurrent`: its revision is the current one, and not an older one. */
export type McpRequest = { id: RequestId; method: string; params: JsonObject; isCurrent: boolean }

/** What one message is. A notification or a response of the client needs no answer. */
export type Incoming = { request: McpRequest } | { needsNoAnswer: true } | { refused: RpcError; id: RequestId | null }

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'

/** Returns what a message is, after a comparison with the headers of its request. Proxies may decide by the headers alone. */
export function readMessage(message: unknown, headers: Headers): Incoming {
  if (!isObject(message) || message.jsonrpc !== '2.0') return refuse(invalidRequest('Not a JSON-RPC message'), message)
  const { id, method, params = {} } = message
  if (method === undefined && ('result' in message || 'error' in message)) return { needsNoAnswer: true }
  if (typeof method !== 'string' || !isObject(params)) return refuse(invalidRequest('Not a JSON-RPC request'), message)
  const version = trimmed(headers.get('mcp-protocol-version'))
  if (id === undefined) return readNotification(params, version)
  if (!isRequestId(id)) return refuse(invalidRequest('The id is neither a string nor an integer'), message)
  const meta = isObject(params._meta) ? params._meta : {}
  const isCurrent = VERSION_KEY in meta
  const refused = isCurrent ? refusalOfCurrent({ method, params, meta }, headers) : refusalOfOlder(method, version)
  return refused ? { refused, id } : { request: { id, method, params, isCurrent } }
}

function readNotification({ _meta }: JsonObject, version: string | undefined): Incoming {
  const claimed = isObject(_meta) ? _meta[VERSION_KEY] : undefined
  if (claimed === undefined || version === undefined || claimed === version) return { needsNoAnswer: true }
  return { refused: headerMismatch('MCP-Protocol-Version differs from the body'), id: null }
}

type Claimed = { method: string; params: JsonObject; meta: JsonObject }

function refusalOfCurrent({ method, params, meta }: Claimed, headers: Headers): RpcError | undefined {
  const version = meta[VERSION_KEY]
  if (typeof version !== 'string') return invalidParams(`_meta: ${VERSION_KEY} is not a string`, 400)
  if (!isObject(meta[CAPABILITIES_KEY])) return invalidParams(`_meta: ${CAPABILITIES_KEY} is missing`, 400)
  if (differs(headers, 'mcp-protocol-version', version)) return mismatch('MCP-Protocol-Version')
  if (differs(headers, 'mcp-method', method)) return mismatch('Mcp-Method')
  if (version !== CURRENT_REVISION) return unsupportedVersion(version, [CURRENT_REVISION])
  if (!headers.has('mcp-protocol-version')) return mismatch('MCP-Protocol-Version')
  if (!headers.has('mcp-method')) return mismatch('Mcp-Method')
  const name = NAMED_BY[method] === undefined ? undefined : params[NAMED_BY[method]]
  const isNamed = name === undefined || decodedHeader(trimmed(headers.get('mcp-name')) ?? '') === name
  return isNamed ? undefined : mismatch('Mcp-Name')
}

/** The methods with the header `Mcp-Name`, and the parameter that it repeats. */
const NAMED_BY: Partial<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

const mismatch = (header: string) => headerMismatch(`${header} is missing or differs from the body`)

const differs = (headers: Headers, name: string, value: string) =>
  headers.has(name) && trimmed(headers.get(name)) !== value

function refusalOfOlder(method: string, version: string | undefined): RpcError | undefined {
  if (version === CURRENT_REVISION && method === 'initialize')
    return headerMismatch(`MCP-Protocol-Version ${CURRENT_REVISION} has no initialize`)
  if (version === CURRENT_REVISION) return invalidParams(`_meta: ${VERSION_KEY} is missing`, 400)
  // A client that initializes proposes its version in the body.
  if (version === undefined || method === 'initialize' || OLDER_REVISIONS.includes(version)) return undefined
  return unsupportedHeader([CURRENT_REVISION, ...OLDER_REVISIONS])
}

/** Returns the value of a header that may be in Base64, or undefined if it is malformed. */
function decodedHeader(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  if (encoded === undefined) return value
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    return undefined
  }
}

const trimmed = (header: string | null) => header?.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id)

const refuse = (refused: RpcError, message: unknown): Incoming => ({
  refused,
  id: isObject(message) && isRequestId(message.id) ? message.id : null,
})
