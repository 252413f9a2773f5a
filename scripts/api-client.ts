/** Thrown for a response with `"result": "error"`. */
export class Refused extends Error {
  readonly code: string

  constructor(request: string, { code, msg }: { code: string; msg: string }) {
    super(`${request}: ${msg} (${code})`)
    this.code = code
  }
}

/** The values of a request. Those that are not strings are sent as JSON. */
export type Fields = Record<string, unknown>

/** Sends a request such as `POST /messages`, and returns the answer, of which the caller says what it has. */
export type Ask = <Answer>(request: string, fields?: Fields) => Promise<Answer>

/** Who sends a request. */
export type Sender = { email: string; api_key: string }

/** What all answers have. A refusal has a code. */
export type Envelope = { result: string; msg: string; code: string }

/**
 * Returns a function that sends requests to the server at `url`, as the user with this `email` and `api_key`, or without a
 * key: `askAt(url, ada)('POST /messages', { … })`. Throws `Refused`.
 */
export function askAt(url: string, as?: Sender, headers: Record<string, string> = as ? basic(as) : {}): Ask {
  return async <Answer>(request: string, fields: Fields = {}) => {
    const [method = '', path] = request.split(' ')
    const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, asText(value)]))
    const target = `${url}/api/v1${path}`
    const response = await (method === 'GET'
      ? fetch(`${target}?${form}`, { headers })
      : fetch(target, { method, headers, body: form }))
    const answer: Answer & Envelope = await response.json()
    if (answer.result !== 'success') throw new Refused(request, answer)
    return answer
  }
}

/** Sends a file: `sendFile(url, ada, '/user_uploads', file)`. Returns the address that the file has then. */
export async function sendFile(url: string, as: Sender, path: string, file: File): Promise<{ url: string }> {
  const body = new FormData()
  body.set('file', file)
  const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', body, headers: basic(as) })
  const answer: Envelope & { url: string } = await response.json()
  if (answer.result !== 'success') throw new Refused(`POST ${path}`, answer)
  return answer
}

/** Returns the fields of an answer without those that all answers have. */
export function withoutEnvelope<Answer extends object>({
  result: _,
  msg: __,
  ...fields
}: Answer & { result?: unknown; msg?: unknown }) {
  return fields
}

/** Returns the same function, with the deployment's secret instead of a key. */
export const askWithSecret = (url: string, secret: string) =>
  askAt(url, undefined, { authorization: `Bearer ${secret}` })

const basic = ({ email, api_key }: Sender) => ({
  authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
})

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
