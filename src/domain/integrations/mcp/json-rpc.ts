/** The id of a JSON-RPC request. Messages without an id are notifications. */
export type RequestId = string | number

/** Why a message is refused: a JSON-RPC error, and the HTTP status of its response. */
export type RpcError = { status: number; code: number; message: string; data?: object }

// The codes of JSON-RPC, and those of revision 2026-07-28 of the Model Context Protocol.
export const parseError: RpcError = { status: 400, code: -32_700, message: 'The body is not valid JSON' }
export const invalidRequest = (message: string): RpcError => ({ status: 400, code: -32_600, message })
export const invalidParams = (message: string, status = 200): RpcError => ({ status, code: -32_602, message })
export const headerMismatch = (message: string): RpcError => ({ status: 400, code: -32_020, message })
/** In older revisions, every JSON-RPC response has status 200. */
export const methodNotFound = (method: string, status: 200 | 404): RpcError => ({
  status,
  code: -32_601,
  message: `Method not found: ${method.slice(0, 100)}`,
})
export const unsupportedVersion = (requested: string, supported: readonly string[]): RpcError => ({
  status: 400,
  code: -32_022,
  message: 'Unsupported protocol version',
  data: { supported, requested: requested.slice(0, 100) },
})
export const insufficientScope = (scope: string): RpcError => ({
  status: 403,
  code: -32_000,
  message: `The tool needs the scope ${scope}`,
})
/** In older revisions, this has no code of its own. */
export const unsupportedHeader = (supported: readonly string[]): RpcError => ({
  status: 400,
  code: -32_000,
  message: `Bad Request: Unsupported protocol version (supported versions: ${supported.join(', ')})`,
})

export const resultMessage = (id: RequestId, result: object) => ({ jsonrpc: '2.0', id, result })

export const errorMessage = (id: RequestId | null, { code, message, data }: RpcError) => ({
  jsonrpc: '2.0',
  id,
  error: data === undefined ? { code, message } : { code, message, data },
})
